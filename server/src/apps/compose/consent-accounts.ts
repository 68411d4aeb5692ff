import { type ConsentAccount, type ConsentAccounts, consentsProblems } from '#capabilities/consents/index.ts';
import {
  type AccountReference,
  type CoreAccount,
  type CoreBanks,
  referenceKey,
} from '#capabilities/core-banking/index.ts';
import { listPrincipals, resolveSurvivors } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { type AccountsDeps, accountsUnder, askCore, numbersFor, today } from './core-questions.ts';

const { 'core-away': coreAway } = consentsProblems;

/** The accounts of the core, under the numbers that their holders have now. */
export function consentAccountsFrom(deps: AccountsDeps, cores: CoreBanks): ConsentAccounts {
  return {
    async findAll(bankId, references) {
      const found = await askCore(cores.find(bankId), coreAway, (core) => core.findAccounts(references));
      const known = references.map((reference) => found.get(referenceKey(reference)));
      const numbersOf = await currentNumbers(deps.database.forBank(bankId), bankId, known);
      return known.map((account, index) => {
        const reference = references[index];
        return account && reference && toConsentAccount(account, reference, numbersOf);
      });
    },
    mayShare: async (db, bankId, { owner, proxy }) =>
      (
        await listPrincipals(db, {
          bankId,
          partyNumber: proxy,
          day: today(deps, bankId),
          resourceKind: 'consent',
        })
      ).includes(owner),
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
