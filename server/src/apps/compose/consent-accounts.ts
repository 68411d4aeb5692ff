import { type ConsentAccount, type ConsentAccounts, consentsProblems } from '#capabilities/consents/index.ts';
import {
  type AccountReference,
  type CoreAccount,
  type CoreBanks,
  referenceKey,
} from '#capabilities/core-banking/index.ts';
import { listPrincipals, resolveSurvivors } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { type AccountsDeps, accountsUnder, askCore, numbersFor, today } from './core-questions.ts';

const { 'core-away': coreAway } = consentsProblems;

/** The accounts of the core, under the numbers that their holders have now. */
export function consentAccountsFrom(deps: AccountsDeps, cores: CoreBanks): ConsentAccounts {
  return {
    findAll: (bankId, references) => findHeldAccounts(deps, cores, { bankId, references, coreAway }),
    mayShare: mayShareUnder(deps, 'consent'),
    async listFor(db, bankId, { customerNumber }) {
      if (customerNumber === undefined) return [];
      const numbers = await numbersFor(deps, db, { bankId, customerNumber, resourceKind: 'consent' });
      const accounts = await askCore(cores.find(bankId), coreAway, (core) =>
        accountsUnder(numbers, (number) => core.accountsOf(number)),
      );
      const numbersOf = await currentNumbers(db, bankId, accounts);
      return accounts.flatMap((account) =>
        account.iban === undefined
          ? []
          : [toConsentAccount(account, { scheme: 'iban', id: account.iban }, numbersOf)],
      );
    },
  };
}

/** Accounts that third parties name, and the problem that says that the core is away. */
interface HeldAccounts {
  readonly bankId: string;
  readonly references: readonly AccountReference[];
  readonly coreAway: ProblemFactory;
}

/** Returns the account for each reference, in their order; undefined for one that is not at this bank. */
export async function findHeldAccounts(
  deps: AccountsDeps,
  cores: CoreBanks,
  { bankId, coreAway: away, references }: HeldAccounts,
): Promise<readonly (ConsentAccount | undefined)[]> {
  const found = await askCore(cores.find(bankId), away, (core) => core.findAccounts(references));
  const known = references.map((reference) => found.get(referenceKey(reference)));
  const numbersOf = await currentNumbers(deps.database.forBank(bankId), bankId, known);
  return known.map((account, index) => {
    const reference = references[index];
    return account && reference && toConsentAccount(account, reference, numbersOf);
  });
}

/** Returns how to find out whether a mandate of one kind holds at this moment. */
export function mayShareUnder(
  deps: AccountsDeps,
  resourceKind: 'consent' | 'funds-confirmation-consent',
): ConsentAccounts['mayShare'] {
  return async (db, bankId, { owner, proxy }) => {
    const day = today(deps, bankId);
    return (await listPrincipals(db, { bankId, partyNumber: proxy, day, resourceKind })).includes(owner);
  };
}

type Numbers = ReadonlyMap<string, string>;

function currentNumbers(
  db: Reader,
  bankId: string,
  accounts: readonly (CoreAccount | undefined)[],
): Promise<Numbers> {
  const customerNumbers = accounts.flatMap((account) => account?.holders ?? []);
  return resolveSurvivors(db, { bankId, customerNumbers });
}

function toConsentAccount(
  { accountId, currencies, holders, owner, product, status }: CoreAccount,
  reference: AccountReference,
  numbersOf: Numbers,
): ConsentAccount {
  const now = (number: string): string => numbersOf.get(number) ?? number;
  const others = holders.map(now).filter((number) => number !== now(owner));
  return {
    accountId,
    reference,
    name: product,
    currencies,
    status,
    holders: [now(owner), ...new Set(others)],
  };
}
