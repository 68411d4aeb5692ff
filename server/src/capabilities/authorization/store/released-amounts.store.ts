import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type Currency, isCurrency } from '#platform/kernel/currency.ts';
import type { AuthorizationVault } from './authorization-vault.ts';
import { rawQuery } from './tables.ts';

/** Names resources of a bank by their kinds and ids, in the same order. */
interface NamedResources {
  readonly resourceKinds: readonly string[];
  readonly resourceIds: readonly string[];
}

interface SumCriteria extends NamedResources {
  readonly bankId: string;
  /** Each account under the current and the earlier index keys. */
  readonly accountIndexes: readonly Buffer[];
  readonly positions: readonly number[];
  readonly days: readonly number[];
  readonly now: Temporal.Instant;
}

/** What was released from one of the accounts within one of the windows, in one currency. */
export interface ReleasedSum {
  readonly account: string;
  readonly days: number;
  readonly currency: Currency;
  readonly minor: bigint;
}

const sumUp = statement<SumCriteria>()(
  ({ accountIndexes, bankId, days, now, positions, resourceIds, resourceKinds }) =>
    rawQuery(sql<{ position: number; days: number; currency: string; minor: string }>`
    select a.position, w.days, r.currency, sum(r.minor)::text as minor
      from unnest(${accountIndexes}::bytea[], ${positions}::integer[]) as a (account_index, position)
     cross join unnest(${days}::integer[]) as w (days)
      join "authorization".released_amount r
        on r.bank_id = ${bankId} and r.account_index = a.account_index
       and r.released_at > ${now}::timestamptz - make_interval(hours => 24 * w.days)
     where not exists (select from unnest(${resourceKinds}::text[], ${resourceIds}::text[]) as own (kind, id)
                        where own.kind = r.resource_kind and own.id = r.resource_id)
     group by a.position, w.days, r.currency`),
);

/** Sums what was released from accounts within each of several windows, without the named resources. */
export async function listReleasedSums(
  db: Reader,
  vault: AuthorizationVault,
  {
    accounts,
    ...criteria
  }: Pick<SumCriteria, 'bankId' | 'days' | 'now' | 'resourceIds' | 'resourceKinds'> & {
    readonly accounts: readonly string[];
  },
): Promise<readonly ReleasedSum[]> {
  const indexed = accounts.flatMap((account, position) =>
    vault.accountIndexes(criteria.bankId, account).map((index) => ({ index, position })),
  );
  const rows = await db.rows(
    sumUp({
      ...criteria,
      accountIndexes: indexed.map(({ index }) => index),
      positions: indexed.map(({ position }) => position),
    }),
  );
  return rows.map(({ currency, days, minor, position }) => {
    const account = accounts[position];
    if (account === undefined || !isCurrency(currency)) throw new Error('a released amount cannot be read');
    return { account, days, currency, minor: BigInt(minor) };
  });
}

interface NewAmount {
  readonly bankId: string;
  readonly resourceKind: string;
  readonly resourceId: string;
  readonly accountIndex: Buffer;
  readonly currency: string;
  readonly minor: bigint;
  readonly now: Temporal.Instant;
}

const insert = statement<NewAmount>('write')((row) =>
  rawQuery(sql`
    insert into "authorization".released_amount
      (bank_id, resource_kind, resource_id, account_index, currency, minor, released_at)
    values (${row.bankId}, ${row.resourceKind}, ${row.resourceId}, ${row.accountIndex}, ${row.currency}, ${row.minor}, ${row.now})
    on conflict on constraint released_amount_pkey do update set minor = excluded.minor, released_at = excluded.released_at`),
);

/** Records what a resource releases from one account in one currency. */
export function upsertReleasedAmount(work: Writer, amount: NewAmount): void {
  work.write(insert(amount));
}

interface OneResource {
  readonly bankId: string;
  readonly resourceKind: string;
  readonly resourceId: string;
}

const remove = statement<OneResource>('write')(({ bankId, resourceId, resourceKind }) =>
  rawQuery(sql`
    delete from "authorization".released_amount
     where bank_id = ${bankId} and resource_kind = ${resourceKind} and resource_id = ${resourceId}`),
);

/** Deletes what was recorded for a resource that is not released after all. */
export function deleteReleasedAmounts(work: Writer, resource: OneResource): void {
  work.write(remove(resource));
}

interface PurgeScope {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}

const purge = statement<PurgeScope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ resource_id: string }>`
    delete from "authorization".released_amount where bank_id = ${bankId} and ctid = any(array(
      select ctid from "authorization".released_amount
       where bank_id = ${bankId} and released_at < ${before} order by released_at limit ${listMax}))
    returning resource_id`),
);

/** Purges amounts that no window reaches any more; returns how many. */
export async function purgeReleasedAmounts(work: Writer, scope: PurgeScope): Promise<number> {
  return (await work.executeAll(purge(scope))).length;
}
