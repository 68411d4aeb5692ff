import { randomBytes } from 'node:crypto';
import type { Context } from '#platform/work/context.ts';
import { offerIdBytes, writeOfferId } from '../../domain/sign-in/offer-id.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { offerSecret, type SignInHandle } from '../../steps/sign-in/offer.ts';

/**
 * Offers a sign-in to a browser that shows the bank's page. Stores nothing: the secret of the first step and the
 * challenge of a passkey are derived from the id, and the id contains the time. The page can therefore be requested
 * without limit; a row is written when the first form is submitted.
 */
export function offerSignIn(
  ctx: Context & IdentityPorts,
  { isReset }: { readonly isReset: boolean },
): SignInHandle {
  const offeredAtSeconds = Math.floor(ctx.clock.now().epochMilliseconds / 1_000);
  const signInId = writeOfferId(randomBytes(offerIdBytes), { isReset, offeredAtSeconds });
  return { signInId, secret: offerSecret(ctx, signInId, 'first-step') };
}
