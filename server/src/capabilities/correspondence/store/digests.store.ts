import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { type Slots, statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import {
  type CommunicationRow,
  communicationOf,
  isQueued,
  type StoredCommunication,
} from './communication-rows.ts';
import { rawQuery } from './tables.ts';

interface DueScope {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly count: number;
  /** Digests to skip because they failed before. */
  readonly except: readonly string[];
}

const keys = statement<DueScope>()(({ bankId, count, except, now }) =>
  rawQuery(sql<{ digest_key: string }>`
      select digest_key from correspondence.open_communication
       where bank_id = ${bankId} and status = 'queued' and digest_key is not null and due_at <= ${now}
         and digest_key not in (select unnest(${except}::text[]))
       order by due_at limit ${count}`),
);

/** Lists due digests, and whether these are all. Reads `count` messages, of which many may belong to one digest. */
export async function listDueDigests(
  db: Reader,
  scope: DueScope,
): Promise<{ readonly keys: readonly string[]; readonly areAll: boolean }> {
  const messages = await db.rows(keys(scope));
  return {
    keys: [...new Set(messages.map(({ digest_key: key }) => key))],
    areAll: messages.length < scope.count,
  };
}

interface Digest {
  readonly bankId: string;
  readonly key: string;
  readonly now: Temporal.Instant;
}

/** In the order of their creation. */
const parts = ({ bankId, key, now }: Slots<Digest>): RawBuilder<CommunicationRow> => sql<CommunicationRow>`
  select * from correspondence.communication c
   where c.bank_id = ${bankId}
     and c.communication_id = any (array(select unnest(correspondence.digest_parts(${bankId}, ${key}, ${now}))))
     and ${isQueued} and c.digest_key = ${key}
   order by c.position`;

const listParts = statement<Digest>()((digest) => rawQuery(parts(digest)));
const lockParts = statement<Digest>('lock')((digest) =>
  rawQuery(sql<CommunicationRow>`${parts(digest)} for update`),
);

/** Lists the parts of one digest. */
export async function listDigest(db: Reader, digest: Digest): Promise<readonly StoredCommunication[]> {
  return (await db.rows(listParts(digest))).map(communicationOf);
}

/** Locks and lists the parts of one digest. */
export async function lockDigest(work: Writer, digest: Digest): Promise<readonly StoredCommunication[]> {
  return (await work.lockAll(lockParts(digest))).map(communicationOf);
}

const release = statement<{ readonly bankId: string; readonly ids: readonly string[] }>('write')(
  ({ bankId, ids }) =>
    rawQuery(sql`
    update correspondence.communication c set digest_key = null, row_version = c.row_version + 1
     where c.bank_id = ${bankId} and c.communication_id = any(${ids}::uuid[]) and ${isQueued}`),
);

/** Releases the parts, to be sent separately. */
export function releaseFromDigest(work: Writer, bankId: string, ids: readonly string[]): void {
  work.write(release({ bankId, ids }));
}
