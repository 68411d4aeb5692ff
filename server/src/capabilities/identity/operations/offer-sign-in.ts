import { randomBytes } from 'node:crypto';
import type { Context } from '#platform/work/context.ts';
import { offerIdBytes, writeOfferId } from '../domain/sign-in/offer-id.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { offerSecret } from '../steps/offer-secret.ts';

/** What a browser keeps of a sign-in. */
export interface HeldSignIn {
  readonly signInId: string;
  readonly secret: string;
}

/**
 * Offers a sign-in to a browser that shows the bank's page. Nothing is stored: the secret of the first step and the
 * challenge of a passkey are derived from the id, and the id says when it was made. Anybody may ask for the page as often
 * as they like; a row is written when the first form comes.
 */
export function offerSignIn(
  ctx: Context & IdentityPorts,
  { isReset }: { readonly isReset: boolean },
): HeldSignIn {
  const offeredAtSeconds = Math.floor(ctx.clock.now().epochMilliseconds / 1_000);
  const signInId = writeOfferId(randomBytes(offerIdBytes), { isReset, offeredAtSeconds });
  return { signInId, secret: offerSecret(ctx, signInId, 'first-step') };
}
