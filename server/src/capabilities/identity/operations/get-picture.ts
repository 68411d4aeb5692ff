import { lruCache } from '#platform/kernel/lru-cache.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { dummyPicture } from '../domain/picture.ts';
import { patternPng } from '../engine/pictures/dummy-picture.ts';
import { isDummyPictureId } from '../engine/pictures/dummy-picture-id.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import type { Picture } from '../ports/pictures.ts';
import { findPicture } from '../store/pictures.store.ts';

/** A picture by its address; whoever asks has no name and no bank. */
export interface GetPicture {
  readonly bankId: string;
  readonly pictureId: string;
}

/** Gives a picture that somebody has set, or the one that stands in for it. A bank that is not ours has neither. */
export async function getPicture(
  { database, identityVault }: Context & IdentityPorts,
  { bankId, pictureId }: GetPicture,
): Promise<Picture> {
  const picture = await findPicture(database.forBank(bankId), { bankId, pictureId });
  const isDummy = isDummyPictureId(identityVault, bankId, pictureId);
  if (picture === undefined && !isDummy) throw standardProblems['not-found']();
  // Painted in either case: how long it takes must not tell whether there is somebody.
  const dummy = paintedFor(identityVault.dummySeed(bankId, 'painting', pictureId));
  return picture ?? { bytes: dummy, contentType: 'image/png' };
}

const paintingsMax = 500;
const paintings = lruCache<Buffer>(paintingsMax);

/** Painting takes milliseconds in which nobody else is served, so whoever asks again and again is given the same one. */
function paintedFor(seed: Buffer): Buffer {
  const key = seed.toString('base64url');
  const known = paintings.get(key);
  if (known !== undefined) return known;
  const painted = patternPng(dummyPicture(seed));
  paintings.set(key, painted);
  return painted;
}
