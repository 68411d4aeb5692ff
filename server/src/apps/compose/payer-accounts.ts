import {
  type CoreAccount,
  type CoreBank,
  type CoreBanks,
  CoreFailure,
  referenceKey,
} from '#capabilities/core-banking/index.ts';
import { listPartyNumbers, listPrincipals, resolveSurvivors } from '#capabilities/party/index.ts';
import { type PayerAccount, type PayerAccounts, paymentsProblems } from '#capabilities/payments/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { CompositionDeps } from './composition.ts';

const retryAfterSeconds = 10;

/** The accounts of the core, under the numbers that their owners have now. */
export function payerAccountsFrom(
  { bankOf, database, runtime: { clock } }: Pick<CompositionDeps, 'bankOf' | 'database' | 'runtime'>,
  cores: CoreBanks,
): PayerAccounts {
  const today = (bankId: string) => clock.now().toZonedDateTimeISO(bankOf(bankId).timeZone).toPlainDate();
  return {
    async find(bankId, reference) {
      const found = await ask(cores.find(bankId), (core) => core.findAccounts([reference]));
      const account = found.get(referenceKey(reference));
      if (account === undefined) return undefined;
      const [only] = await toPayerAccounts(database.forBank(bankId), bankId, [account]);
      return only;
    },
    async listFor(db, bankId, { customerNumber }) {
      if (customerNumber === undefined) return [];
      const principals = await listPrincipals(db, {
        bankId,
        partyNumber: customerNumber,
        day: today(bankId),
        resourceKind: 'payment',
      });
      const numbers = await Promise.all(
        [customerNumber, ...principals].map((number) =>
          listPartyNumbers(db, { bankId, customerNumber: number }),
        ),
      );
      const accounts = await ask(cores.find(bankId), async (core) =>
        (await Promise.all(numbers.flat().map((number) => core.accountsOf(number)))).flat(),
      );
      const once = new Map(accounts.map((account) => [account.accountId, account]));
      return toPayerAccounts(db, bankId, [...once.values()]);
    },
  };
}

/** Asks the core for a request that cannot be answered without it. */
async function ask<Answer>(
  core: CoreBank | undefined,
  question: (core: CoreBank) => Promise<Answer>,
): Promise<Answer> {
  if (core === undefined) throw paymentsProblems['core-away']();
  try {
    return await question(core);
  } catch (error) {
    if (error instanceof CoreFailure) throw paymentsProblems['core-away']({ retryAfterSeconds });
    throw error;
  }
}

async function toPayerAccounts(
  db: Reader,
  bankId: string,
  accounts: readonly CoreAccount[],
): Promise<readonly PayerAccount[]> {
  const customerNumbers = accounts.map(({ owner }) => owner);
  const survivors = await resolveSurvivors(db, { bankId, customerNumbers });
  return accounts.flatMap((account) => {
    const { accountId, bban, currencies, iban, owner, product, status } = account;
    const reference = referenceIn({ iban, bban });
    if (reference === undefined) return [];
    return [
      { accountId, reference, name: product, currencies, status, owner: survivors.get(owner) ?? owner },
    ];
  });
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
