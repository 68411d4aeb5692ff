import { type BrowserHarness, openBrowserHarness } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import type { Customer } from '../harness/customers.ts';
import { type Outcome, outcomeOf, type RunOptions } from '../harness/outcome.ts';
import { allViews } from './appearance.ts';
import { backAndTwice, idle, keyboardOnly, languageSwitch, scriptOff, twoTabs } from './browser-behaviour.ts';
import { byApp, byPasskey, byText, stepUp } from './factors.ts';
import { linkedLogin } from './linked-logins.ts';
import { forgottenName, forgottenPassword } from './recovery.ts';
import { cancelled, hostileName, lockout, signOut, signOutByApplication } from './refusals.ts';
import { settings } from './settings.ts';
import { twice } from './twice.ts';

/** Checks with text messages come last: by then the product sends the next SMS to their numbers. */
const checks: readonly Check[] = [
  byApp,
  byPasskey,
  stepUp,
  linkedLogin,
  lockout,
  cancelled,
  settings,
  signOut,
  signOutByApplication,
  hostileName,
  forgottenName,
  languageSwitch,
  backAndTwice,
  ...twice,
  twoTabs,
  allViews,
  byText,
  keyboardOnly,
  scriptOff,
  forgottenPassword,
  // Ages all sign-ins, so no check may follow.
  idle,
];

/** What most customers do; `npm run check` runs these only. */
const flows: ReadonlySet<Check> = new Set([
  byApp,
  byPasskey,
  stepUp,
  linkedLogin,
  cancelled,
  settings,
  signOut,
  byText,
  forgottenPassword,
]);

/** Runs the sign-in checks in a real browser against the running product. */
export async function runSignIn(options: RunOptions): Promise<readonly Outcome[]> {
  const { isFlowsOnly, only, report, scale, seed } = options;
  const wanted = checks.filter((check) => check.name.includes(only) && (!isFlowsOnly || flows.has(check)));
  const startedAt = performance.now();
  const logProgress = (what: string): void =>
    console.error(`${what} after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  await using harness = await openBrowserHarness(scale, seed);
  logProgress('product and browser started');
  const registered = await registerAll(harness, wanted);
  logProgress(`${registered.flat().length} customers registered`);
  const outcomes: Outcome[] = [];
  for (const [index, check] of wanted.entries()) {
    const outcome = await outcomeOf(check.name, () => check.run(harness, ...(registered[index] ?? [])));
    outcomes.push(outcome);
    report(outcome, outcomes.length, wanted.length);
  }
  return outcomes;
}

const parallelMax = 4;

/** Registers the customers, a few at a time, because the product sheds excess load. */
async function registerAll(
  harness: BrowserHarness,
  wanted: readonly Check[],
): Promise<readonly (readonly Customer[])[]> {
  const registered = wanted.map((): Customer[] => []);
  const open = wanted.flatMap(({ customers: kinds }, index) =>
    kinds.map((kind, position) => ({ kind, index, position })),
  );
  const registerNext = async (): Promise<void> => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const customer = await harness.registrar.register(next.kind === 'app' ? { withApp: true } : undefined);
      const own = registered[next.index];
      if (own !== undefined) own[next.position] = customer;
    }
  };
  await Promise.all(Array.from({ length: parallelMax }, registerNext));
  return registered;
}
