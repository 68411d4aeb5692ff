import type { Temporal } from 'temporal-polyfill';
import { type CoreAccount, type CoreBank, CoreFailure } from '#capabilities/core-banking/index.ts';
import { listPartyNumbers, listPrincipals } from '#capabilities/party/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';

const retryAfterSeconds = 10;

/** Asks the core for a request that cannot be answered without it; the problem says that it is away. */
export async function askCore<Answer>(
  core: CoreBank | undefined,
  coreAway: ProblemFactory,
  question: (core: CoreBank) => Promise<Answer>,
): Promise<Answer> {
  if (core === undefined) throw coreAway();
  try {
    return await question(core);
  } catch (error) {
    if (error instanceof CoreFailure) throw coreAway({ retryAfterSeconds });
    throw error;
  }
}

/** The part of `CompositionDeps` that accounts need. */
export interface AccountsDeps {
  readonly bankOf: (bankId: string) => { readonly timeZone: string };
  readonly database: Database;
  readonly runtime: { readonly clock: Clock };
}

/** Returns the day at a bank. */
export function today({ bankOf, runtime: { clock } }: AccountsDeps, bankId: string): Temporal.PlainDate {
  return clock.now().toZonedDateTimeISO(bankOf(bankId).timeZone).toPlainDate();
}

/** A customer, and what it wants to do. */
interface Actor {
  readonly bankId: string;
  readonly customerNumber: string;
  readonly resourceKind: 'payment' | 'periodic-payment' | 'consent';
}

/** Returns the numbers under which the core has the accounts for which a customer may act: the own ones, and those of others by a mandate. */
export async function numbersFor(
  deps: AccountsDeps,
  db: Reader,
  { bankId, customerNumber, resourceKind }: Actor,
): Promise<readonly string[]> {
  const day = today(deps, bankId);
  const principals = await listPrincipals(db, { bankId, partyNumber: customerNumber, day, resourceKind });
  const numbers = await Promise.all(
    [customerNumber, ...principals].map((number) => listPartyNumbers(db, { bankId, customerNumber: number })),
  );
  return numbers.flat();
}

/** Lists the accounts that the core has under several numbers, each once: joint ones stand under the number of each holder. */
export async function accountsUnder(
  numbers: readonly string[],
  list: (number: string) => Promise<readonly CoreAccount[]>,
): Promise<readonly CoreAccount[]> {
  const found = (await Promise.all(numbers.map(list))).flat();
  return [...new Map(found.map((account) => [account.accountId, account])).values()];
}
