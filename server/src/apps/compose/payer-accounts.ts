import { type CoreAccount, type CoreBanks, referenceKey } from '#capabilities/core-banking/index.ts';
import { resolveSurvivors } from '#capabilities/party/index.ts';
import {
  type OrderAccounts,
  type PayerAccount,
  type PayerAccounts,
  paymentsProblems,
} from '#capabilities/payments/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { knownAccounts } from './core-accounts.ts';
import { type AccountsDeps, accountsUnder, askCore, numbersFor } from './core-questions.ts';

const { 'core-away': coreAway } = paymentsProblems;

/** The accounts of the core, under the numbers that their owners have now. */
export function payerAccountsFrom(deps: AccountsDeps, cores: CoreBanks): PayerAccounts {
  return {
    async find(bankId, reference) {
      const found = await askCore(cores.find(bankId), coreAway, (core) => core.findAccounts([reference]));
      const account = found.get(referenceKey(reference));
      if (account === undefined) return undefined;
      const [only] = await toPayerAccounts(deps.database.forBank(bankId), bankId, [account]);
      return only;
    },
    async findForOrder(bankId, { creditor, debtor }) {
      const references = [debtor, creditor];
      const found = await askCore(cores.find(bankId), coreAway, (core) => core.findAccounts(references));
      const account = found.get(referenceKey(debtor));
      if (account === undefined) return { debtor: undefined, known: new Map() };
      return {
        debtor: toPayerAccount(account, unchanged),
        known: knownAccounts(references, found, unchanged),
      };
    },
    withCurrentNumbers: (bankId, accounts) =>
      withCurrentNumbers(deps.database.forBank(bankId), bankId, accounts),
    async ownersOf(bankId, references) {
      const found = await askCore(cores.find(bankId), coreAway, (core) => core.findAccounts(references));
      const customerNumbers = [...found.values()].map(({ owner }) => owner);
      const survivors = await resolveSurvivors(deps.database.forBank(bankId), { bankId, customerNumbers });
      return new Map([...found].map(([key, { owner }]) => [key, survivors.get(owner) ?? owner]));
    },
    async listFor(db, bankId, { customerNumber, resourceKind }) {
      if (customerNumber === undefined) return [];
      const numbers = await numbersFor(deps, db, { bankId, customerNumber, resourceKind });
      const accounts = await askCore(cores.find(bankId), coreAway, (core) =>
        accountsUnder(numbers, (number) => core.accountsOf(number)),
      );
      return toPayerAccounts(db, bankId, accounts);
    },
  };
}

const unchanged = (number: string): string => number;

async function withCurrentNumbers(
  db: Reader,
  bankId: string,
  accounts: OrderAccounts,
): Promise<OrderAccounts> {
  const { debtor, known } = accounts;
  const customerNumbers = [...known.values()].flatMap(({ joint, owner }) => [
    owner,
    ...(joint?.holders ?? []),
  ]);
  const survivors = await resolveSurvivors(db, { bankId, customerNumbers });
  if ([...survivors].every(([number, current]) => number === current)) return accounts;
  const now = (number: string): string => survivors.get(number) ?? number;
  return {
    debtor: debtor && { ...debtor, owner: now(debtor.owner) },
    known: new Map(
      [...known].map(([key, { joint, ...account }]) => [
        key,
        {
          ...account,
          owner: now(account.owner),
          joint: joint && { ...joint, holders: joint.holders.map(now) },
        },
      ]),
    ),
  };
}

async function toPayerAccounts(
  db: Reader,
  bankId: string,
  accounts: readonly CoreAccount[],
): Promise<readonly PayerAccount[]> {
  const customerNumbers = accounts.map(({ owner }) => owner);
  const survivors = await resolveSurvivors(db, { bankId, customerNumbers });
  const now = (number: string): string => survivors.get(number) ?? number;
  return accounts.flatMap((account) => toPayerAccount(account, now) ?? []);
}

/** Returns an account under the number that its owner has now; undefined for one without IBAN and BBAN. */
function toPayerAccount(
  { accountId, bban, currencies, iban, owner, product, status }: CoreAccount,
  now: (number: string) => string,
): PayerAccount | undefined {
  const reference = referenceIn({ iban, bban });
  return reference && { accountId, reference, name: product, currencies, status, owner: now(owner) };
}

function referenceIn({
  bban,
  iban,
}: {
  readonly iban: string | undefined;
  readonly bban: string | undefined;
}): PayerAccount['reference'] | undefined {
  if (iban !== undefined) return { scheme: 'iban', id: iban };
  return bban === undefined ? undefined : { scheme: 'bban', id: bban };
}
