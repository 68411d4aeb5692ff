import { type BrowserHarness, openBrowserHarness, type Scale } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import type { Customer } from '../harness/customers.ts';
import { allLooks } from './appearance.ts';
import { backAndTwice, idle, keyboardOnly, languageSwitch, scriptOff, twoTabs } from './browser-behaviour.ts';
import { byApp, byPasskey, byText, stepUp } from './factors.ts';
import { forgottenName, forgottenPassword } from './recovery.ts';
import { cancelled, hostileName, lockout, signOut, signOutByApplication } from './refusals.ts';
import { twice } from './twice.ts';

/** Those that need text messages come last: their numbers have rested by then. */
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
  allLooks,
  byText,
  keyboardOnly,
  scriptOff,
  forgottenPassword,
  // Makes all sign-ins older; so nothing may come after it.
  idle,
];

export interface Outcome {
  readonly name: string;
  readonly seconds: number;
  readonly note: string | undefined;
  /** Why it is not so. */
  readonly fault: string | undefined;
}

export interface RunOptions {
  readonly scale: Scale;
  readonly seed: number;
  /** Only checks whose name holds this. */
  readonly only: string;
  readonly tell: (outcome: Outcome, done: number, total: number) => void;
}

/** Signs in by every way there is, in a real browser at the real product. */
export async function runSignIn({ only, scale, seed, tell }: RunOptions): Promise<readonly Outcome[]> {
  const wanted = checks.filter(({ name }) => name.includes(only));
  const startedAt = performance.now();
  const say = (what: string): void =>
    console.error(`${what} after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  await using stage = await openBrowserHarness(scale, seed);
  say('the product and a browser run');
  const casts = await registerAll(stage, wanted);
  say(`${casts.flat().length} customers are registered`);
  const outcomes: Outcome[] = [];
  for (const [index, check] of wanted.entries()) {
    const outcome = await outcomeOf(stage, check, casts[index] ?? []);
    outcomes.push(outcome);
    tell(outcome, outcomes.length, wanted.length);
  }
  return outcomes;
}

const lanes = 4;

/** A few at a time: the product refuses what it cannot begin at once. */
async function registerAll(
  stage: BrowserHarness,
  wanted: readonly Check[],
): Promise<readonly (readonly Customer[])[]> {
  const casts = wanted.map((): Customer[] => []);
  const open = wanted.flatMap(({ cast }, index) => cast.map((kind, place) => ({ kind, index, place })));
  const lane = async (): Promise<void> => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const customer = await stage.registrar.register(next.kind === 'app' ? { withApp: true } : undefined);
      const cast = casts[next.index];
      if (cast !== undefined) cast[next.place] = customer;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return casts;
}

async function outcomeOf(
  stage: BrowserHarness,
  { name, run }: Check,
  cast: readonly Customer[],
): Promise<Outcome> {
  const startedAt = performance.now();
  const secondsSince = (): number => (performance.now() - startedAt) / 1_000;
  try {
    const note = await run(stage, ...cast);
    return { name, seconds: secondsSince(), note, fault: undefined };
    // One check that fails must not keep the others from being made.
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { name, seconds: secondsSince(), note: undefined, fault };
  }
}
