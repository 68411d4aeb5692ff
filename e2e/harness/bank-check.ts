import { type Outcome, outcomeOf, type RunOptions } from './outcome.ts';

/** A check with a running bank; it returns a remark for the report. */
export interface BankCheck<Bank> {
  readonly name: string;
  /** Customers that it uses. */
  readonly customers: number;
  /** Members of the bank's profile, where the check needs others than usual. */
  readonly profile?: Profile;
  readonly run: (bank: Bank) => Promise<string | undefined>;
}

/** Members of the bank's XS2A profile. */
export type Profile = Readonly<Record<string, unknown>>;

/** What a bank is opened for. */
export interface BankOptions {
  readonly customers: number;
  readonly profile: Profile;
}

/** Runs checks one after the other. Those with the same profile share a bank. */
export async function runBankChecks<Bank extends AsyncDisposable>(
  checks: readonly BankCheck<Bank>[],
  open: (options: BankOptions) => Promise<Bank>,
  report: RunOptions['report'],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const group of byProfile(checks)) {
    const customers = group.reduce((sum, check) => sum + check.customers, 0);
    await using bank = await open({ customers, profile: group[0]?.profile ?? {} });
    for (const { name, run } of group) {
      const outcome = await outcomeOf(name, () => run(bank));
      outcomes.push(outcome);
      report(outcome, outcomes.length, checks.length);
    }
  }
  return outcomes;
}

function byProfile<Bank>(checks: readonly BankCheck<Bank>[]): readonly (readonly BankCheck<Bank>[])[] {
  return Object.values(Object.groupBy(checks, ({ profile }) => JSON.stringify(profile ?? {}))).map(
    (group) => group ?? [],
  );
}
