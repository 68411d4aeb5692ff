import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Content } from '../domain/content.ts';
import type { CorrespondenceVault } from './correspondence-vault.ts';
import { rawQuery, tables } from './tables.ts';

/** Content of a message with its attachments, to be inserted. */
export interface NewContent {
  readonly bankId: string;
  readonly contentId: string;
  readonly content: Content;
  readonly createdAt: Temporal.Instant;
  /** The content must be purged at this time. */
  readonly purgeAt: Temporal.Instant;
  readonly attachments: readonly NewAttachment[];
}

export interface NewAttachment {
  readonly attachmentId: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

const insert = statement<{
  readonly bankId: string;
  readonly contentId: string;
  readonly sealed: Buffer;
  readonly createdAt: Temporal.Instant;
  readonly purgeAt: Temporal.Instant;
}>('write')((row) =>
  tables.insertInto('content').values({
    bank_id: row.bankId,
    content_id: row.contentId,
    sealed: row.sealed,
    purge_at: row.purgeAt,
    created_at: row.createdAt,
  }),
);

const insertFile = statement<{
  readonly bankId: string;
  readonly attachmentId: string;
  readonly contentId: string;
  readonly ordinal: number;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sealedName: Buffer;
  readonly sealed: Buffer;
}>('write')((row) =>
  tables.insertInto('attachment').values({
    bank_id: row.bankId,
    attachment_id: row.attachmentId,
    content_id: row.contentId,
    ordinal: row.ordinal,
    content_type: row.contentType,
    size_bytes: row.sizeBytes,
    sealed_name: row.sealedName,
    sealed: row.sealed,
  }),
);

export function insertContent(work: Writer, vault: CorrespondenceVault, newContent: NewContent): void {
  const { attachments, bankId, content, contentId, createdAt, purgeAt } = newContent;
  work.write(
    insert({
      bankId,
      contentId,
      createdAt,
      purgeAt,
      sealed: vault.sealContent(bankId, contentId, content),
    }),
  );
  for (const [ordinal, { attachmentId, bytes, contentType, name }] of attachments.entries()) {
    work.write(
      insertFile({
        bankId,
        attachmentId,
        contentId,
        ordinal,
        contentType,
        sizeBytes: bytes.length,
        sealedName: vault.sealAttachment(bankId, attachmentId, {
          column: 'sealed_name',
          plain: Buffer.from(name),
        }),
        sealed: vault.sealAttachment(bankId, attachmentId, { column: 'sealed', plain: bytes }),
      }),
    );
  }
}

const list = statement<{ readonly bankId: string; readonly ids: readonly string[] }>()(({ bankId, ids }) =>
  rawQuery(sql<{ content_id: string; sealed: Buffer }>`
    select content_id, sealed from correspondence.content
     where bank_id = ${bankId} and content_id = any(${ids}::uuid[])`),
);

/** Finds the contents of these messages; purged ones are absent. */
export async function listContents(
  db: Reader,
  vault: CorrespondenceVault,
  { bankId, ids }: { readonly bankId: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, Content>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(list({ bankId, ids }));
  return new Map(
    rows.map(({ content_id: id, sealed }) => [id, vault.openContent(bankId, id, sealed)] as const),
  );
}
