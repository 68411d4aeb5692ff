import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { Context } from '#platform/work/context.ts';
import { signInIdleSeconds } from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findSignIn, touchSignIn } from '../store/sign-ins.store.ts';
import { type LiveSignIn, liveOf } from './live-of.ts';

export interface ReadSignIn {
  readonly signInId: string;
  readonly secret: string;
  /** Looking is activity. */
  readonly isLooking?: boolean;
}

/** The sign-in of a browser that has the secret of its last step; nothing when it is over, idle, or another's. */
export async function readSignIn(
  ctx: Context & IdentityPorts,
  { isLooking = false, secret, signInId }: ReadSignIn,
): Promise<LiveSignIn | undefined> {
  const { bankId, clock, db, identityVault } = ctx;
  const key = { bankId, signInId };
  const now = clock.now();
  const tieHash = identityVault.secretHash(secret);
  const looked = { ...key, tieHash, idleSeconds: signInIdleSeconds, now };
  const row = await (isLooking ? touchSignIn(db, looked) : findSignIn(db, key));
  if (row === undefined || row.endedAt !== undefined || !equalBytes(row.tieHash, tieHash)) return undefined;
  const nowMs = now.epochMilliseconds;
  const isIdle = nowMs > row.touchedAt.epochMilliseconds + signInIdleSeconds * 1_000;
  if (isIdle || nowMs >= row.expiresAt.epochMilliseconds) return undefined;
  return liveOf(ctx, row);
}
