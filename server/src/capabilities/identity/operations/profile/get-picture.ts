import { lruCache } from '#platform/kernel/lru-cache.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { dummyPicture } from '../../domain/picture.ts';
import { patternPng } from '../../engine/pictures/dummy-picture.ts';
import { isDummyPictureId } from '../../engine/pictures/dummy-picture-id.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { Picture } from '../../ports/pictures.ts';
import { findPicture } from '../../store/pictures.store.ts';

/** A picture by its address; the caller is anonymous. */
export interface GetPicture {
  readonly bankId: string;
  readonly pictureId: string;
}

/** Returns the picture of a user, or the dummy picture in its place. Not found for an unknown bank. */
export async function getPicture(
  { database, identityVault }: Context & IdentityPorts,
  { bankId, pictureId }: GetPicture,
): Promise<Picture> {
  const picture = await findPicture(database.forBank(bankId), { bankId, pictureId });
  const isDummy = isDummyPictureId(identityVault, bankId, pictureId);
  if (picture === undefined && !isDummy) throw standardProblems['not-found']();
  // Rendered in both cases: the response time must not reveal whether the user exists.
  const dummy = renderedFor(identityVault.dummySeed(bankId, 'painting', pictureId));
  return picture ?? { bytes: dummy, contentType: 'image/png' };
}

const paintingsMax = 500;
const paintings = lruCache<Buffer>(paintingsMax);

/** Caches pictures: rendering blocks the event loop for milliseconds. */
function renderedFor(seed: Buffer): Buffer {
  const key = seed.toString('base64url');
  const known = paintings.get(key);
  if (known !== undefined) return known;
  const painted = patternPng(dummyPicture(seed));
  paintings.set(key, painted);
  return painted;
}
