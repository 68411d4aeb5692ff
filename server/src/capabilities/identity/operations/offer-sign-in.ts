import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { Context } from '#platform/work/context.ts';
import { signInAbsoluteSeconds } from '../domain/policy.ts';
import { firstState, type SignInState } from '../domain/sign-in/state.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findSignIn, insertSignIn } from '../store/sign-ins.store.ts';
import { sealState } from './seal-state.ts';

type Ctx = Context & IdentityPorts;

/** What a browser keeps of a sign-in. */
export interface HeldSignIn {
  readonly signInId: string;
  readonly secret: string;
}

/** Another instance's clock may be ahead of ours. */
const clockToleranceSeconds = 10;
const idBytes = 32;
/** The id begins with the kind of sign-in and the second it was offered at; the rest is random. */
const kinds = { usual: 0, reset: 1 } as const;
const secondsBytes = 4;

/**
 * Offers a sign-in to a browser that shows the bank's page. Nothing is stored: the secret of the first step and the
 * challenge of a passkey are derived from the id, and the id says when it was made. Anybody may ask for the page as often
 * as they like; a row is written when the first form comes.
 */
export function offerSignIn(ctx: Ctx, { isReset }: { readonly isReset: boolean }): HeldSignIn {
  const id = randomBytes(idBytes);
  id.writeUInt8(isReset ? kinds.reset : kinds.usual, 0);
  id.writeUInt32BE(secondsOf(ctx), 1);
  const signInId = id.toString('base64url');
  return { signInId, secret: secretOf(ctx, signInId) };
}

/** Returns the first state of a sign-in that was offered to this browser and has no row yet. */
export async function findOffered(ctx: Ctx, held: HeldSignIn): Promise<SignInState | undefined> {
  const offer = readOffer(ctx, held);
  if (offer === undefined) return undefined;
  const { signInId } = held;
  const row = await findSignIn(ctx.db, { bankId: ctx.bankId, signInId });
  return row === undefined ? offeredState(ctx, signInId, offer) : undefined;
}

/** Stores a sign-in that was offered to this browser, once: an id that was used has a row for as long as its offer holds. */
export async function storeOffered(ctx: Ctx, held: HeldSignIn): Promise<void> {
  const offer = readOffer(ctx, held);
  if (offer === undefined) return;
  const { bankId, clock, db, identityVault } = ctx;
  const { secret, signInId } = held;
  await insertSignIn(db, {
    bankId,
    signInId,
    tieHash: identityVault.secretHash(secret),
    sealedState: sealState(ctx, signInId, await offeredState(ctx, signInId, offer)),
    expiresAt: offer.offeredAt.add({ seconds: signInAbsoluteSeconds + clockToleranceSeconds }),
    now: clock.now(),
  });
}

interface Offer {
  readonly isReset: boolean;
  readonly offeredAt: Temporal.Instant;
}

/** Reads the id of an offer; nothing unless the secret is ours and the offer still holds. */
function readOffer(ctx: Ctx, { secret, signInId }: HeldSignIn): Offer | undefined {
  const id = Buffer.from(signInId, 'base64url');
  const isOurs = equalBytes(Buffer.from(secret), Buffer.from(secretOf(ctx, signInId)));
  if (!isOurs || id.length !== idBytes) return undefined;
  const seconds = id.readUIntBE(1, secondsBytes);
  const age = secondsOf(ctx) - seconds;
  if (age < -clockToleranceSeconds || age >= signInAbsoluteSeconds) return undefined;
  return {
    isReset: id.readUInt8(0) === kinds.reset,
    offeredAt: Temporal.Instant.fromEpochMilliseconds(seconds * 1_000),
  };
}

async function offeredState(ctx: Ctx, signInId: string, { isReset }: Offer): Promise<SignInState> {
  const bytes = derived(ctx, [signInId, 'passkey-challenge']);
  const { challenge, options } = await ctx.passkeys.beginUse(undefined, Buffer.from(bytes, 'base64url'));
  return firstState(
    { assurance: 'sca', codesSent: 0 },
    { challenge, options, ...(isReset ? { step: 'temporary-password' as const } : {}) },
  );
}

function secretOf(ctx: Ctx, signInId: string): string {
  return derived(ctx, [signInId]);
}

/** Later steps derive theirs from three parts, so none of these is one of theirs. */
function derived({ bankId, identityVault }: Ctx, parts: readonly string[]): string {
  return identityVault.derivedSecret(bankId, 'next-step', parts);
}

function secondsOf({ clock }: Ctx): number {
  return Math.floor(clock.now().epochMilliseconds / 1_000);
}
