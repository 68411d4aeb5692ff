import { fieldErrorAt } from '#dialects/channel/field-errors.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { starterPicture } from '../domain/picture.ts';
import { pictureSizeMaxBytes } from '../domain/policy.ts';
import type { User } from '../domain/user.ts';
import { patternPng } from '../engine/pictures/dummy-picture.ts';
import { dummyPictureId } from '../engine/pictures/dummy-picture-id.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/** Returns the public address of a picture. */
export function pictureUrl(
  { bankId, identityFacts }: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityFacts'>,
  pictureId: string,
): string {
  return `${identityFacts.baseUrl}/v1/identity/pictures/${bankId}/${pictureId}`;
}

/**
 * Returns the address of the hint picture of a username. A user who has set none gets a dummy picture, like an unknown
 * user.
 */
export function hintPictureUrl(
  ctx: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityFacts' | 'identityVault'>,
  username: string,
  user: Pick<User, 'hintPictureId'> | undefined,
): string {
  const { bankId, identityVault } = ctx;
  // Computed in every case, so that it takes the same time.
  const dummy = dummyPictureId(identityVault, bankId, username);
  return pictureUrl(ctx, user?.hintPictureId ?? dummy);
}

/** A re-encoded picture with an id and no owner yet. */
export interface EncodedPicture {
  readonly pictureId: string;
  readonly content: Buffer;
  readonly contentType: string;
}

export interface PictureRequest {
  readonly url: string;
  readonly field: 'hint-picture-url' | 'picture-url';
  /** The future owner: one picture per owner is processed at a time. */
  readonly owner: string;
}

/** Re-encodes a picture from the bank's content store; an unusable one is a field error. */
export async function reencodePicture(
  { bankId, ids, pictureEncoder, pictureSource }: Context & IdentityPorts,
  { field, owner, url }: PictureRequest,
): Promise<EncodedPicture> {
  const bytes = await pictureSource.read(bankId, url, pictureSizeMaxBytes);
  const picture =
    bytes === undefined ? undefined : await pictureEncoder.reencode(bytes, `${bankId} ${owner}`);
  if (picture === undefined)
    throw standardProblems.invalid({ fieldErrors: [fieldErrorAt([field], 'format')] });
  // Sharded by the address, which is not public: the customer number in the id would reveal the owner.
  const pictureId = ids.handle(virtualShard(bankId, url));
  return { pictureId, content: picture.bytes, contentType: picture.contentType };
}

/** Returns one of the patterns that a user may choose from; only the key of the bank can compute them. */
export function offeredPicture(
  { bankId, identityVault }: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>,
  { userId }: Pick<User, 'userId'>,
  choice: number,
): Buffer {
  return patternPng(starterPicture(identityVault.dummySeed(bankId, 'offered pictures', userId), choice));
}
