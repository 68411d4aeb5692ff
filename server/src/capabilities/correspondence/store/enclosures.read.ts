import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Enclosure } from '../ports/channel.ts';
import type { CorrespondenceVault } from './correspondence-vault.ts';
import { rawQuery } from './tables.ts';

const list = statement<{ readonly bankId: string; readonly contentId: string }>()(({ bankId, contentId }) =>
  rawQuery(sql<{ attachment_id: string; content_type: string; sealed_name: Buffer; sealed: Buffer }>`
    select attachment_id, content_type, sealed_name, sealed from correspondence.attachment
     where bank_id = ${bankId} and content_id = ${contentId} order by ordinal`),
);

/** Lists the attachments of one message with their bytes, for sending. */
export async function listEnclosures(
  db: Reader,
  vault: CorrespondenceVault,
  { bankId, contentId }: { readonly bankId: string; readonly contentId: string },
): Promise<readonly Enclosure[]> {
  const rows = await db.rows(list({ bankId, contentId }));
  return rows.map(({ attachment_id: id, content_type: contentType, sealed, sealed_name: sealedName }) => ({
    name: vault.openAttachment(bankId, id, { column: 'sealed_name', sealed: sealedName }).toString(),
    contentType,
    content: vault.openAttachment(bankId, id, { column: 'sealed', sealed }),
  }));
}
