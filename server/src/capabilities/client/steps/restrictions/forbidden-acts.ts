import type { Temporal } from 'temporal-polyfill';
import { listPartyNumbers } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { type ForbiddenAct, forbiddenBy } from '../../domain/restrictions/effects.ts';
import { listActiveHeads } from '../../store/restrictions.store.ts';

interface AskedClients {
  readonly bankId: string;
  readonly customerNumbers: readonly string[];
  readonly now: Temporal.Instant;
}

/**
 * Lists what restrictions of the whole client forbid, by customer number; customers without such restrictions are absent.
 * Restrictions that concern only some accounts, cards or devices forbid no user anything: what they concern is checked
 * where it is used.
 */
export async function listForbiddenActs(
  db: Reader,
  { bankId, customerNumbers, now }: AskedClients,
): Promise<ReadonlyMap<string, ReadonlySet<ForbiddenAct>>> {
  const distinct = [...new Set(customerNumbers)];
  // Users and restrictions of a merged client follow the merge at different times.
  const numbers = await Promise.all(
    distinct.map((customerNumber) => listPartyNumbers(db, { bankId, customerNumber })),
  );
  const clientNumbers = [...new Set(numbers.flat())];
  const heads = await listActiveHeads(db, { bankId, clientNumbers, now });
  const entries = distinct.map((customerNumber, index): [string, ReadonlySet<ForbiddenAct>] => {
    const own = heads.filter((one) => !one.isScoped && numbers[index]?.includes(one.clientNumber));
    return [customerNumber, new Set(own.flatMap(({ kind }) => forbiddenBy(kind)))];
  });
  return new Map(entries.filter(([, acts]) => acts.size > 0));
}

/** A user who wants to do something. */
interface AskedUser {
  readonly bankId: string;
  readonly userId: string;
  readonly customerNumber: string | undefined;
  readonly act: ForbiddenAct;
  readonly now: Temporal.Instant;
}

/** Returns whether a restriction forbids a user something. The same work is done for a user without a client. */
export async function isForbidden(
  db: Reader,
  { act, bankId, customerNumber, now, userId }: AskedUser,
): Promise<boolean> {
  const number = customerNumber ?? userId;
  const forbidden = await listForbiddenActs(db, { bankId, customerNumbers: [number], now });
  return forbidden.get(number)?.has(act) === true;
}
