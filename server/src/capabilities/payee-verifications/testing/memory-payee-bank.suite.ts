import { compareClaim } from '../domain/compare-claim.ts';
import type { Holder } from '../domain/matching/match-payee.ts';
import { notApplicable } from '../domain/payee.ts';
import { type PayeeBankHarness, type PayeeBankMode, payeeBankAccount } from './payee-verifier.suite.ts';

const { holder, iban: known, lei } = payeeBankAccount;

/** The holders of the account: a person, and a firm for its identifier. */
export const payeeBankHolders: readonly Holder[] = [
  holder,
  { kind: 'organization', names: ['Muster Holding'], identifiers: { LEI: lei } },
];

/** The fake of a bank that verifies payees, for tests of what asks it. */
export async function createMemoryPayeeBank(): Promise<PayeeBankHarness> {
  let mode: PayeeBankMode = 'well';
  let questions = 0;
  return {
    verifier: {
      async verifyPayee({ claim, iban }) {
        questions += 1;
        if (mode !== 'well' && mode !== 'old-codes') return notApplicable('unavailable');
        return compareClaim(iban === known ? payeeBankHolders : undefined, claim);
      },
    },
    switchMode: async (next) => void (mode = next),
    questions: async () => questions,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
