import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { AttachmentHead } from '../domain/content.ts';
import type { ContactMedium } from '../domain/literals.ts';
import type { CorrespondenceVault } from './correspondence-vault.ts';
import { rawQuery } from './tables.ts';

interface HeadRow {
  readonly content_id: string;
  readonly attachment_id: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly sealed_name: Buffer;
}

const heads = statement<{ readonly bankId: string; readonly contentIds: readonly string[] }>()(
  ({ bankId, contentIds }) =>
    rawQuery(sql<HeadRow>`
      select content_id, attachment_id, content_type, size_bytes, sealed_name
        from correspondence.attachment
       where bank_id = ${bankId} and content_id = any(${contentIds}::uuid[])
       order by content_id, ordinal`),
);

/** Lists attachment metadata of these contents, by content and in order, without the bytes. */
export async function listAttachmentHeads(
  db: Reader,
  vault: CorrespondenceVault,
  { bankId, contentIds }: { readonly bankId: string; readonly contentIds: readonly string[] },
): Promise<ReadonlyMap<string, readonly AttachmentHead[]>> {
  if (contentIds.length === 0) return new Map();
  const rows = await db.rows(heads({ bankId, contentIds }));
  return Map.groupBy(
    rows.map((row) => ({ contentId: row.content_id, ...headOf(vault, bankId, row) })),
    ({ contentId }) => contentId,
  );
}

/** Scope of an attachment request: a customer's mailbox, what an application delivers or sent, or everything for staff. */
export type AttachmentVisibility =
  | { readonly kind: 'own'; readonly own: readonly string[] }
  | {
      readonly kind: 'application';
      /** Media that it delivers. */
      readonly media: readonly ContactMedium[];
      /** Its own name, if it sends messages. */
      readonly senderId: string | null;
    }
  | { readonly kind: 'all' };

interface FileCriteria {
  readonly bankId: string;
  readonly attachmentId: string;
  readonly visibility: AttachmentVisibility['kind'];
  readonly own: readonly string[];
  readonly media: readonly ContactMedium[];
  readonly senderId: string | null;
  readonly now: Temporal.Instant;
}

const find = statement<FileCriteria>()((criteria) =>
  rawQuery(sql<HeadRow & { readonly sealed: Buffer }>`
    select content_id, attachment_id, content_type, size_bytes, sealed_name, sealed
      from correspondence.attachment attachment
     where bank_id = ${criteria.bankId} and attachment_id = ${criteria.attachmentId}::uuid
       and case ${criteria.visibility}::text
             when 'all' then true
             when 'own' then exists (
               select from correspondence.mailbox_message message
                where message.bank_id = attachment.bank_id and message.content_id = attachment.content_id
                  and message.customer_number = any(${criteria.own}::text[])
                  and message.received_at <= ${criteria.now}::timestamptz)
             when 'application' then exists (
               select from correspondence.communication communication
                where communication.bank_id = attachment.bank_id
                  and communication.content_id = attachment.content_id
                  and (communication.medium = any(${criteria.media}::text[])
                       or communication.sender_id = ${criteria.senderId}::text))
             else false
           end`),
);

/** An attachment with its bytes. */
export interface AttachmentFile extends AttachmentHead {
  readonly content: Buffer;
}

/** Finds an attachment within the scope; a foreign one is not found. */
export async function findAttachment(
  db: Reader,
  vault: CorrespondenceVault,
  criteria: {
    readonly bankId: string;
    readonly attachmentId: string;
    readonly visibility: AttachmentVisibility;
    readonly now: Temporal.Instant;
  },
): Promise<AttachmentFile | undefined> {
  const { attachmentId, bankId, now, visibility } = criteria;
  const row = await db.first(
    find({
      bankId,
      attachmentId,
      now,
      visibility: visibility.kind,
      own: visibility.kind === 'own' ? visibility.own : [],
      media: visibility.kind === 'application' ? visibility.media : [],
      senderId: visibility.kind === 'application' ? visibility.senderId : null,
    }),
  );
  if (row === undefined) return undefined;
  const content = vault.openAttachment(bankId, row.attachment_id, { column: 'sealed', sealed: row.sealed });
  return { ...headOf(vault, bankId, row), content };
}

function headOf(vault: CorrespondenceVault, bankId: string, row: HeadRow): AttachmentHead {
  const { attachment_id: attachmentId, sealed_name: sealed } = row;
  return {
    attachmentId,
    name: vault.openAttachment(bankId, attachmentId, { column: 'sealed_name', sealed }).toString(),
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
  };
}
