import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

interface OpenScope {
  readonly bankId: string;
  readonly owner: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
}

/** An open collection with the users who signed its present payload. */
export interface OpenCollectionRow {
  readonly resource_kind: string;
  readonly resource_id: string;
  readonly initiator: string | null;
  readonly signed_by: readonly string[];
  readonly created_at: Temporal.Instant;
  readonly expires_at: Temporal.Instant;
}

// "is true" keeps the time out of the search, and so the index on the end of those of all owners: while statistics know no
// open collection, the planner took it.
const open = statement<OpenScope>()(({ bankId, listMax, now, owner }) =>
  rawQuery(sql<OpenCollectionRow>`
    select c.resource_kind, c.resource_id, c.initiator, c.created_at, c.expires_at,
           array(select s.user_id from "authorization".signature s
                  where s.bank_id = c.bank_id and s.collection_id = c.collection_id and s.digest = c.digest
                    and s.state = 'valid'
                  order by s.position) as signed_by
      from "authorization".signature_collection c
     where c.bank_id = ${bankId} and c.owner = ${owner} and c.state = 'open'
       and (c.expires_at > ${now}) is true
     order by c.expires_at, c.collection_id limit ${listMax}`),
);

/** Lists open collections of an owner, those that expire first at the front. */
export async function listOpenOfOwner(db: Reader, scope: OpenScope): Promise<readonly OpenCollectionRow[]> {
  return db.rows(open(scope));
}
