import type { Outcome, RunOptions } from '../sign-in/run.ts';
import { type ApprovalBank, openApprovalBank } from './approval-bank.ts';
import {
  chosenAccount,
  keyboardOnly,
  oldLinks,
  scriptOff,
  secondCode,
  smallAndClean,
  threeInteractions,
} from './behaviour.ts';
import { approvedOnDevice, byCardReader, byPasskey, declinedOnDevice } from './methods.ts';
import { everyOrder } from './orders.ts';
import { confirmed, outcomesIn, usualOutcomes } from './outcomes.ts';

/** A check of the approval pages with the running product; it returns a remark for the report. */
export interface ScaCheck {
  readonly name: string;
  /** Customers that it uses. */
  readonly customers: number;
  /** Members of the bank's profile, where the check needs others than usual. */
  readonly profile?: Readonly<Record<string, unknown>>;
  readonly run: (bank: ApprovalBank) => Promise<string | undefined>;
}

const languages = ['en', 'de', 'nl', 'fr', 'ar'];

/**
 * In the gate: the main ways, in the language of most checks and in the one that differs most, and the methods whose page
 * needs script. The card reader and the refusal on a device are forms and texts, which tests cover without a browser.
 */
const gateChecks: readonly ScaCheck[] = [
  keyboardOnly,
  scriptOff,
  byPasskey,
  approvedOnDevice,
  outcomesIn('ar', usualOutcomes),
];

const allChecks: readonly ScaCheck[] = [
  threeInteractions,
  keyboardOnly,
  scriptOff,
  oldLinks,
  smallAndClean,
  everyOrder,
  byCardReader,
  byPasskey,
  approvedOnDevice,
  declinedOnDevice,
  ...languages.map((language) => outcomesIn(language)),
  secondCode,
  chosenAccount,
  confirmed,
];

/** Runs the checks of approvals in a real browser: the product, the third party and the browser are processes. */
export async function runSca({ only, report, scale }: RunOptions): Promise<readonly Outcome[]> {
  const wanted = (scale === 'full' ? allChecks : gateChecks).filter(({ name }) => name.includes(only));
  const outcomes: Outcome[] = [];
  for (const group of byProfile(wanted)) {
    const customers = group.reduce((sum, check) => sum + check.customers, 0);
    await using bank = await openApprovalBank({ customers, profile: group[0]?.profile ?? {} });
    for (const check of group) {
      const outcome = await outcomeOf(check, bank);
      outcomes.push(outcome);
      report(outcome, outcomes.length, wanted.length);
    }
  }
  return outcomes;
}

/** Checks with the same profile share a product. */
function byProfile(checks: readonly ScaCheck[]): readonly (readonly ScaCheck[])[] {
  return Object.values(Object.groupBy(checks, ({ profile }) => JSON.stringify(profile ?? {}))).map(
    (group) => group ?? [],
  );
}

async function outcomeOf({ name, run }: ScaCheck, bank: ApprovalBank): Promise<Outcome> {
  const startedAt = performance.now();
  const secondsSince = (): number => (performance.now() - startedAt) / 1_000;
  try {
    const note = await run(bank);
    return { name, seconds: secondsSince(), note, finding: undefined };
    // A failed check does not stop the others.
  } catch (error) {
    const finding = error instanceof Error ? error.message : String(error);
    return { name, seconds: secondsSince(), note: undefined, finding };
  }
}
