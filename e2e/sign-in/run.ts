import { type BrowserHarness, openBrowserHarness, type Scale } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import type { Customer } from '../harness/customers.ts';
import { allViews } from './appearance.ts';
import { backAndTwice, idle, keyboardOnly, languageSwitch, scriptOff, twoTabs } from './browser-behaviour.ts';
import { byApp, byPasskey, byText, stepUp } from './factors.ts';
import { forgottenName, forgottenPassword } from './recovery.ts';
import { cancelled, hostileName, lockout, signOut, signOutByApplication } from './refusals.ts';
import { twice } from './twice.ts';

/** Checks with text messages come last: by then the product sends the next SMS to their numbers. */
const checks: readonly Check[] = [
  byApp,
  byPasskey,
  stepUp,
  lockout,
  cancelled,
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
  cancelled,
  signOut,
  byText,
  forgottenPassword,
]);

export interface Outcome {
  readonly name: string;
  readonly seconds: number;
  readonly note: string | undefined;
  /** Error message of a failed check. */
  readonly finding: string | undefined;
}

export interface RunOptions {
  readonly scale: Scale;
  readonly seed: number;
  /** Runs only checks whose name contains this text. */
  readonly only: string;
  /** Runs only the main flows. */
  readonly isFlowsOnly: boolean;
  readonly report: (outcome: Outcome, done: number, total: number) => void;
}

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
    const outcome = await outcomeOf(harness, check, registered[index] ?? []);
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

async function outcomeOf(
  harness: BrowserHarness,
  { name, run }: Check,
  customers: readonly Customer[],
): Promise<Outcome> {
  const startedAt = performance.now();
  const secondsSince = (): number => (performance.now() - startedAt) / 1_000;
  try {
    const note = await run(harness, ...customers);
    return { name, seconds: secondsSince(), note, finding: undefined };
    // A failed check does not stop the others.
  } catch (error) {
    const finding = error instanceof Error ? error.message : String(error);
    return { name, seconds: secondsSince(), note: undefined, finding };
  }
}
