import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface Scope {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
}

const endOpen = statement<Scope>('write')(({ bankId, listMax, now }) =>
  rawQuery(sql<{ done: number }>`
    update sca.authorisation
       set expires_at = least(expires_at, ${now}), ends_at = ${now}, row_version = row_version + 1
     where bank_id = ${bankId} and ctid = any(array(
       select ctid from sca.authorisation
        where bank_id = ${bankId} and ends_at > ${now} order by ends_at limit ${listMax} for update))
    returning 1 as done`),
);

/** Lets the time of all open authorisations end now; returns how many. The job for expiry records it. */
export async function expireAllAuthorisations(work: Writer, scope: Scope): Promise<number> {
  return (await work.executeAll(endOpen(scope))).length;
}
