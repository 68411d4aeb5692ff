import { Temporal } from 'temporal-polyfill';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { Context } from '#platform/work/context.ts';
import { signInAbsoluteSeconds } from '../../domain/policy.ts';
import { readOfferId } from '../../domain/sign-in/offer-id.ts';
import { type SignInState, startOf } from '../../domain/sign-in/state.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findSignIn, insertSignIn } from '../../store/sign-ins.store.ts';
import { encryptState } from './live-sign-in.ts';

/** The id of a sign-in, and the secret of its next step, as a browser stores them. */
export interface SignInHandle {
  readonly signInId: string;
  readonly secret: string;
}

/**
 * Derives a secret of an offered sign-in from its id. Later steps derive theirs from three parts, so they never
 * collide.
 */
export function offerSecret(
  { bankId, identityVault }: Context & IdentityPorts,
  signInId: string,
  what: 'first-step' | 'passkey-challenge',
): string {
  return identityVault.derivedSecret(bankId, 'next-step', [signInId, what]);
}

/** The clock of another instance may be ahead. */
const clockToleranceSeconds = 10;

/** An offered sign-in without a row. */
export interface Offer {
  readonly state: SignInState;
  /** Until then a row prevents a second sign-in under the same id. */
  readonly expiresAt: Temporal.Instant;
}

/** Verifies the secret of an offer and returns the offer; undefined if the secret is wrong or the offer has expired. */
async function readOffer(
  ctx: Context & IdentityPorts,
  { secret, signInId }: SignInHandle,
): Promise<Offer | undefined> {
  const isGenuine = equalBytes(Buffer.from(secret), Buffer.from(offerSecret(ctx, signInId, 'first-step')));
  const id = isGenuine ? readOfferId(signInId) : undefined;
  if (id === undefined) return undefined;
  const ageSeconds = ctx.clock.now().epochMilliseconds / 1_000 - id.offeredAtSeconds;
  if (ageSeconds < -clockToleranceSeconds || ageSeconds >= signInAbsoluteSeconds) return undefined;
  const endsAt = id.offeredAtSeconds + signInAbsoluteSeconds + clockToleranceSeconds;
  const bytes = Buffer.from(offerSecret(ctx, signInId, 'passkey-challenge'), 'base64url');
  const { challenge, options } = await ctx.passkeys.beginUse(undefined, bytes);
  return {
    state: startOf('sca', id.isReset ? { kind: 'reset' } : { kind: 'usual', challenge, options }),
    expiresAt: Temporal.Instant.fromEpochMilliseconds(endsAt * 1_000),
  };
}

/** Returns the initial state of a sign-in that was offered to this browser and has no row yet. */
export async function findOffered(
  ctx: Context & IdentityPorts,
  handle: SignInHandle,
): Promise<SignInState | undefined> {
  const offer = await readOffer(ctx, handle);
  if (offer === undefined) return undefined;
  const row = await findSignIn(ctx.db, { bankId: ctx.bankId, signInId: handle.signInId });
  return row === undefined ? offer.state : undefined;
}

/** Stores a sign-in that was offered to this browser, once: a used id has a row until its offer expires. */
export async function storeOffered(ctx: Context & IdentityPorts, handle: SignInHandle): Promise<void> {
  const offer = await readOffer(ctx, handle);
  if (offer === undefined) return;
  const { bankId, clock, db, identityVault } = ctx;
  const { secret, signInId } = handle;
  await insertSignIn(db, {
    bankId,
    signInId,
    bindingHash: identityVault.secretHash(secret),
    sealedState: encryptState(ctx, signInId, { state: offer.state }),
    expiresAt: offer.expiresAt,
    now: clock.now(),
  });
}
