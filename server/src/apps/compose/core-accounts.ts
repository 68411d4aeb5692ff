import { type Accounts, accountKey, type KnownAccount } from '#capabilities/authorization/index.ts';
import {
  type AccountReference,
  type CoreAccount,
  type CoreBank,
  type CoreBanks,
  CoreFailure,
  isJoint,
  referenceKey,
} from '#capabilities/core-banking/index.ts';
import type { AccountHoldings } from '#capabilities/correspondence/index.ts';
import { listPartyNumbers, resolveSurvivors } from '#capabilities/party/index.ts';
import type { Database } from '#platform/db/database.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** What accounts of the core are translated with: cores keep the numbers of customers whose records were merged. */
interface Parts {
  readonly cores: CoreBanks;
  readonly database: Database;
}

const retryAfterSeconds = 10;

/** Asks a core for a request that cannot be answered without it. */
async function ask<Answer>(core: CoreBank, question: (core: CoreBank) => Promise<Answer>): Promise<Answer> {
  try {
    return await question(core);
  } catch (error) {
    if (!(error instanceof CoreFailure)) throw error;
    throw standardProblems['service-unavailable']({ retryAfterSeconds });
  }
}

/** The accounts that signing rules are about. A bank without a core knows its accounts by their IBAN alone. */
export function coreAccounts({ cores, database }: Parts, without: Accounts): Accounts {
  return {
    unknownDebtors: (bankId) =>
      cores.find(bankId) === undefined ? without.unknownDebtors(bankId) : 'refused',
    async find(bankId, references) {
      const core = cores.find(bankId);
      if (core === undefined || references.length === 0) return new Map();
      const found = await ask(core, (one) => one.findAccounts(references));
      const survivors = await survivorsOf({ database, bankId }, [...found.values()]);
      return knownAccounts(references, found, survivors);
    },
    async jointHoldingsOf(bankId, customerNumber) {
      const core = cores.find(bankId);
      if (core === undefined) return [];
      const numbers = await listPartyNumbers(database.forBank(bankId), { bankId, customerNumber });
      const holdings = await ask(core, async (one) =>
        (await Promise.all(numbers.map((number) => one.jointHoldingsOf(number)))).flat(),
      );
      const survivors = await survivorsOf({ database, bankId }, holdings);
      return holdings.map(({ holders, owner, signingMode }) => ({
        holders: holders.map(survivors),
        owner: survivors(owner),
        signingMode,
      }));
    },
    async midRates(bankId) {
      const core = cores.find(bankId);
      return core === undefined ? without.midRates(bankId) : ask(core, (one) => one.midRates());
    },
  };
}

/** Whether a customer holds an account, for preferences per account. An account is named by its IBAN or its id. */
export function coreHoldings({ cores, database }: Parts): AccountHoldings {
  return {
    async holds(bankId, customerNumber, accountId) {
      const core = cores.find(bankId);
      if (core === undefined) return false;
      const numbers = await listPartyNumbers(database.forBank(bankId), { bankId, customerNumber });
      const accounts = await ask(core, async (one) =>
        (
          await Promise.all(numbers.flatMap((number) => [one.accountsOf(number), one.cardAccountsOf(number)]))
        ).flat(),
      );
      return accounts.some((account) => account.accountId === accountId || account.iban === accountId);
    },
  };
}

/** Returns what signing rules need to know about accounts that the core found, by `accountKey`. */
export function knownAccounts(
  references: readonly AccountReference[],
  found: ReadonlyMap<string, CoreAccount>,
  survivors: (number: string) => string,
): ReadonlyMap<string, KnownAccount> {
  return new Map(
    references.flatMap((reference) => {
      const account = found.get(referenceKey(reference));
      return account === undefined
        ? []
        : [[accountKey(reference), knownAccount(account, survivors)] as const];
    }),
  );
}

/** Rules name an account by its IBAN, as people do; accounts without one by the id of the core. */
function knownAccount(account: CoreAccount, survivors: (number: string) => string): KnownAccount {
  return {
    accountId: account.iban ?? account.accountId,
    owner: survivors(account.owner),
    joint: isJoint(account)
      ? { holders: account.holders.map(survivors), signingMode: account.signingMode }
      : undefined,
  };
}

async function survivorsOf(
  { bankId, database }: { readonly bankId: string; readonly database: Database },
  accounts: readonly { readonly holders: readonly string[]; readonly owner: string }[],
): Promise<(number: string) => string> {
  const customerNumbers = accounts.flatMap(({ holders, owner }) => [owner, ...holders]);
  const survivors = await resolveSurvivors(database.forBank(bankId), { bankId, customerNumbers });
  return (number) => survivors.get(number) ?? number;
}
