import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { problems } from '../problems.ts';
import { rawQuery } from './tables.ts';

/** A published version of the terms. */
export interface TermsVersion {
  readonly version: string;
  readonly publishedAt: Temporal.Instant;
  readonly dueDays: number;
  readonly isMandatory: boolean;
}

const newest = statement<{ readonly bankId: string }>()(({ bankId }) =>
  rawQuery(sql<{ version: string; published_at: Temporal.Instant; due_days: number; is_mandatory: boolean }>`
    select version, published_at, due_days, is_mandatory from client.terms_version
     where bank_id = ${bankId} order by published_at desc limit 1`),
);

/** Finds the version of the terms that counts. */
export async function findTerms(db: Reader, bankId: string): Promise<TermsVersion | undefined> {
  const row = await db.first(newest({ bankId }));
  return (
    row && {
      version: row.version,
      publishedAt: row.published_at,
      dueDays: row.due_days,
      isMandatory: row.is_mandatory,
    }
  );
}

const insert = statement<TermsVersion & { readonly bankId: string }>('write')((row) =>
  rawQuery(sql`
    insert into client.terms_version (bank_id, version, published_at, due_days, is_mandatory, row_version, created_at,
      modified_at)
    values (${row.bankId}, ${row.version}, ${row.publishedAt}, ${row.dueDays}, ${row.isMandatory}, 1, ${row.publishedAt},
      ${row.publishedAt})`),
);

export function insertTerms(work: Writer, bankId: string, terms: TermsVersion): void {
  work.write(insert({ bankId, ...terms }), {
    constraints: { terms_version_pkey: problems['terms-already-published'] },
  });
}
