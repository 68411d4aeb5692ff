import { Temporal } from 'temporal-polyfill';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { Context } from '#platform/work/context.ts';
import { signInAbsoluteSeconds } from '../domain/policy.ts';
import { readOfferId } from '../domain/sign-in/offer-id.ts';
import { firstState, type SignInState } from '../domain/sign-in/state.ts';
import type { HeldSignIn } from '../operations/offer-sign-in.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { offerSecret } from './offer-secret.ts';

/** Another instance's clock may be ahead of ours. */
const clockToleranceSeconds = 10;

/** A sign-in that was offered. */
export interface Offer {
  readonly state: SignInState;
  /** Until then a row keeps the id from being begun anew. */
  readonly expiresAt: Temporal.Instant;
}

/** Returns the offer that a browser has; nothing unless the secret is ours and the offer still holds. */
export async function readOffer(
  ctx: Context & IdentityPorts,
  { secret, signInId }: HeldSignIn,
): Promise<Offer | undefined> {
  const isOurs = equalBytes(Buffer.from(secret), Buffer.from(offerSecret(ctx, signInId, 'first-step')));
  const id = isOurs ? readOfferId(signInId) : undefined;
  if (id === undefined) return undefined;
  const ageSeconds = ctx.clock.now().epochMilliseconds / 1_000 - id.offeredAtSeconds;
  if (ageSeconds < -clockToleranceSeconds || ageSeconds >= signInAbsoluteSeconds) return undefined;
  const endsAt = id.offeredAtSeconds + signInAbsoluteSeconds + clockToleranceSeconds;
  const bytes = Buffer.from(offerSecret(ctx, signInId, 'passkey-challenge'), 'base64url');
  const { challenge, options } = await ctx.passkeys.beginUse(undefined, bytes);
  return {
    state: firstState(
      { assurance: 'sca', codesSent: 0 },
      { challenge, options, ...(id.isReset ? { step: 'temporary-password' as const } : {}) },
    ),
    expiresAt: Temporal.Instant.fromEpochMilliseconds(endsAt * 1_000),
  };
}
