import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { AuthorizationVault } from './authorization-vault.ts';
import { intactCollectionsOf, type StoredCollection } from './collections.store.ts';
import type { SignatureCollectionTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

interface RecallCriteria {
  readonly bankId: string;
  readonly owners: readonly string[];
  readonly userIds: readonly string[];
  readonly resourceKinds: readonly string[];
}

const recallable = statement<RecallCriteria>('lock')(({ bankId, owners, resourceKinds, userIds }) =>
  rawQuery(sql<SignatureCollectionTable>`
    select c.* from "authorization".signature_collection c
     where c.bank_id = ${bankId} and c.resource_kind = any(${resourceKinds}::text[]) and c.state in ('open', 'fulfilled')
       and c.collection_id in (
         select collection_id from "authorization".signature_collection
          where bank_id = ${bankId} and owner = any(${owners}::text[]) and state in ('open', 'fulfilled')
         union
         select collection_id from "authorization".signature
          where bank_id = ${bankId} and user_id = any(${userIds}::text[]) and state = 'valid' and not is_settled
         union
         select collection_id from "authorization".signature
          where bank_id = ${bankId} and on_behalf_of = any(${userIds}::text[]) and state = 'valid' and not is_settled)
     order by c.collection_id for update of c`),
);

/** Locks collections of these owners, and those with a signature of these users, that were not executed yet. */
export async function lockRecallable(
  work: Writer,
  vault: AuthorizationVault,
  criteria: RecallCriteria,
): Promise<readonly StoredCollection[]> {
  return intactCollectionsOf(vault, await work.lockAll(recallable(criteria)));
}

interface SignedCriteria {
  readonly bankId: string;
  readonly userIds: readonly string[];
  readonly resourceKind: string;
  readonly since: Temporal.Instant;
  readonly listMax: number;
}

const signedSince = statement<SignedCriteria>()(({ bankId, listMax, resourceKind, since, userIds }) =>
  rawQuery(sql<{ resource_id: string }>`
    select distinct c.resource_id from "authorization".signature s
      join "authorization".signature_collection c on c.bank_id = s.bank_id and c.collection_id = s.collection_id
     where s.bank_id = ${bankId} and s.user_id = any(${userIds}::text[]) and s.state = 'valid'
       and s.signed_at >= ${since} and c.resource_kind = ${resourceKind} and c.state = 'used'
     order by c.resource_id limit ${listMax}`),
);

/** Lists the resources of one kind that users signed since a time and that were executed. */
export async function listExecutedSince(db: Reader, criteria: SignedCriteria): Promise<readonly string[]> {
  return (await db.rows(signedSince(criteria))).map((row) => row.resource_id);
}
