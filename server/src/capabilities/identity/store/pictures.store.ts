import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Picture } from '../ports/pictures.ts';
import { tables } from './tables.ts';

export type PictureKind = 'profile' | 'hint';

interface PictureKey {
  readonly bankId: string;
  readonly pictureId: string;
}

const find = statement<PictureKey>()(({ bankId, pictureId }) =>
  tables
    .selectFrom('picture')
    .select(['content', 'content_type'])
    .where('bank_id', '=', bankId)
    .where('picture_id', '=', pictureId),
);

export async function findPicture(db: Reader, key: PictureKey): Promise<Picture | undefined> {
  const row = await db.first(find(key));
  if (row === undefined) return undefined;
  return {
    bytes: row.content,
    contentType: row.content_type === 'image/jpeg' ? 'image/jpeg' : 'image/png',
  };
}

interface NewPicture extends PictureKey {
  readonly userId: string;
  readonly kind: PictureKind;
  readonly content: Buffer;
  readonly contentType: string;
  readonly now: Temporal.Instant;
}

const insert = statement<NewPicture>('write')((row) =>
  tables.insertInto('picture').values({
    bank_id: row.bankId,
    picture_id: row.pictureId,
    user_id: row.userId,
    kind: row.kind,
    content: row.content,
    content_type: row.contentType,
    created_at: row.now,
  }),
);

export function insertPicture(work: Writer, picture: NewPicture): void {
  work.write(insert(picture));
}

const removeOld = statement<Pick<NewPicture, 'bankId' | 'userId' | 'kind'>>('write')(
  ({ bankId, kind, userId }) =>
    tables
      .deleteFrom('picture')
      .where('bank_id', '=', bankId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind),
);

/** Replaces the previous picture. */
export function replacePicture(work: Writer, picture: NewPicture): void {
  work.write(removeOld(picture));
  insertPicture(work, picture);
}
