import { faultAt } from '#dialects/channel/field-errors.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { pictureSizeMaxBytes } from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/** A picture of ours that has a name and no owner yet. */
export interface MadePicture {
  readonly pictureId: string;
  readonly content: Buffer;
  readonly contentType: string;
}

export interface GivenPicture {
  readonly url: string;
  readonly field: 'hint-picture-url' | 'picture-url';
  /** Whose picture it becomes: one of theirs is made at a time. */
  readonly owner: string;
}

/** Paints the picture at an address in the bank's content store anew; refuses what is none, at the field it came in. */
export async function makePicture(
  { bankId, ids, pictureCraft, pictureSource }: Context & IdentityPorts,
  { field, owner, url }: GivenPicture,
): Promise<MadePicture> {
  const bytes = await pictureSource.read(bankId, url, pictureSizeMaxBytes);
  const picture = bytes === undefined ? undefined : await pictureCraft.remake(bytes, `${bankId} ${owner}`);
  if (picture === undefined) throw standardProblems.invalid({ faults: [faultAt([field], 'format')] });
  // By the address, which nobody else knows: the customer number in its name would tell whose picture it is.
  const pictureId = ids.handle(virtualShard(bankId, url));
  return { pictureId, content: picture.bytes, contentType: picture.contentType };
}
