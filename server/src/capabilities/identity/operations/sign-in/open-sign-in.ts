import type { Context } from '#platform/work/context.ts';
import { signInAbsoluteSeconds } from '../../domain/policy.ts';
import { type SignInStart, startOf } from '../../domain/sign-in/state.ts';
import { normalizeUsername } from '../../domain/username.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { encryptState } from '../../steps/sign-in/live-sign-in.ts';
import { upsertSignIn } from '../../store/sign-ins.store.ts';
import { findUser } from '../../store/users.store.ts';

/** A sign-in to start. */
export interface OpenSignIn {
  /** Unguessable, or bound to one browser by other means. */
  readonly signInId: string;
  readonly assurance: '1fa' | 'sca';
  /** A username that the client already knows. */
  readonly username?: string | undefined;
  /** The signed-in user who needs a second factor. */
  readonly steppingUp?: string | undefined;
  /** Starts with a temporary password. */
  readonly isReset?: boolean;
}

/** Starts a sign-in and returns the secret that the browser needs for its next step. */
export async function openSignIn(ctx: Context & IdentityPorts, request: OpenSignIn): Promise<string> {
  const { bankId, clock, db, identityVault } = ctx;
  const secret = identityVault.newSecret();
  const now = clock.now();
  const { assurance, signInId } = request;
  const state = startOf(assurance, await startFor(ctx, request));
  await upsertSignIn(db, {
    bankId,
    signInId,
    bindingHash: identityVault.secretHash(secret),
    sealedState: encryptState(ctx, signInId, { state }),
    expiresAt: now.add({ seconds: signInAbsoluteSeconds }),
    now,
  });
  return secret;
}

async function startFor(ctx: Context & IdentityPorts, request: OpenSignIn): Promise<SignInStart> {
  const { isReset = false, steppingUp, username } = request;
  const user = steppingUp === undefined ? undefined : await findUser(ctx.db, ctx, steppingUp);
  if (user !== undefined) return { kind: 'step-up', username: user.username, userId: user.userId };
  if (isReset) return { kind: 'reset' };
  const { challenge, options } = await ctx.passkeys.beginUse(undefined);
  const known = username === undefined ? undefined : normalizeUsername(username);
  return { kind: 'usual', challenge, options, username: known };
}
