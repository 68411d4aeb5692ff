import type { CoreBanks } from '#capabilities/core-banking/index.ts';
import { type FundsAccounts, fundsProblems } from '#capabilities/funds-confirmations/index.ts';
import { findHeldAccounts, mayShareUnder } from './consent-accounts.ts';
import { type AccountsDeps, askCore } from './core-questions.ts';

const { 'core-away': coreAway } = fundsProblems;

/** The accounts of the core, under the numbers that their holders have now, and their funds. */
export function fundsAccountsFrom(deps: AccountsDeps, cores: CoreBanks): FundsAccounts {
  return {
    async find(bankId, reference) {
      const [found] = await findHeldAccounts(deps, cores, { bankId, references: [reference], coreAway });
      return found;
    },
    hasFunds: (bankId, accountId, amount) =>
      askCore(cores.find(bankId), coreAway, (core) => core.hasFunds(accountId, amount)),
    mayShare: mayShareUnder(deps, 'funds-confirmation-consent'),
  };
}
