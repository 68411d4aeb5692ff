import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { tables } from './tables.ts';

/** One state of a published profile. */
export interface ProfileVersion {
  readonly version: number;
  readonly digest: Buffer;
  readonly effectiveFrom: Temporal.Instant;
}

const findNewest = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables
    .selectFrom('xs2a_profile_version')
    .select(['version', 'digest', 'effective_from'])
    .where('bank_id', '=', bankId)
    .orderBy('version', 'desc')
    .limit(1),
);

/** Finds the version that the process before this one published. */
export async function findNewestVersion(db: Reader, bankId: string): Promise<ProfileVersion | undefined> {
  const row = await db.first(findNewest({ bankId }));
  return row && { version: row.version, digest: row.digest, effectiveFrom: row.effective_from };
}

interface NewVersion extends ProfileVersion {
  readonly bankId: string;
  readonly options: Readonly<Record<string, unknown>>;
}

const insert = statement<NewVersion>('write')((row) =>
  tables.insertInto('xs2a_profile_version').values({
    bank_id: row.bankId,
    version: row.version,
    digest: row.digest,
    options: row.options,
    effective_from: row.effectiveFrom,
  }),
);

/** Inserts a version; of two processes that insert the same number one gets `conflict`. */
export function insertVersion(work: Writer, version: NewVersion): void {
  work.write(insert(version), {
    constraints: { xs2a_profile_version_pkey: standardProblems.conflict },
  });
}
