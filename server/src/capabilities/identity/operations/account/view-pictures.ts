import type { Context } from '#platform/work/context.ts';
import type { AccountView } from '../../domain/account-view.ts';
import { picturesOffered } from '../../domain/picture.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { SignedInUser } from '../../steps/own-user.ts';
import { hintPictureUrl, offeredPicture } from '../../steps/pictures.ts';

type Ctx = Context & IdentityPorts;

/** Offers the pictures that the signed-in user may choose: patterns that no one else can compute. */
export function viewPictures(ctx: Ctx, { user }: SignedInUser): AccountView {
  const choices = Array.from({ length: picturesOffered }, (_, choice) => choice);
  return {
    kind: 'choose-picture',
    currentUrl: hintPictureUrl(ctx, user.username, user),
    pictures: choices.map((choice) => ({
      choice,
      image: `data:image/png;base64,${offeredPicture(ctx, user, choice).toString('base64')}`,
    })),
  };
}
