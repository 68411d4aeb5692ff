import type { Context } from '#platform/work/context.ts';
import type { User } from '../domain/user.ts';
import { dummyPictureId } from '../engine/pictures/dummy-picture-id.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { pictureUrl } from './picture-url.ts';

/** Where the hint picture of a name is found. Somebody who has set none has the one of somebody who does not exist. */
export function hintPictureUrl(
  ctx: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityFacts' | 'identityVault'>,
  username: string,
  user: Pick<User, 'hintPictureId'> | undefined,
): string {
  const { bankId, identityVault } = ctx;
  // Made for everybody, so that it takes as long for whom it is not needed.
  const dummy = dummyPictureId(identityVault, bankId, username);
  return pictureUrl(ctx, user?.hintPictureId ?? dummy);
}
