import type { Context } from '#platform/work/context.ts';
import { signInAbsoluteSeconds } from '../../domain/policy.ts';
import { firstState, type SignInState } from '../../domain/sign-in/state.ts';
import { normalizeUsername } from '../../domain/username.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { encryptState } from '../../steps/sign-in/state.ts';
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
  const { signInId } = request;
  await upsertSignIn(db, {
    bankId,
    signInId,
    bindingHash: identityVault.secretHash(secret),
    sealedState: encryptState(ctx, signInId, await stateFor(ctx, request)),
    expiresAt: now.add({ seconds: signInAbsoluteSeconds }),
    now,
  });
  return secret;
}

async function stateFor(ctx: Context & IdentityPorts, request: OpenSignIn): Promise<SignInState> {
  const { assurance, isReset = false, steppingUp, username } = request;
  const empty = { assurance, codesSent: 0 };
  const user = steppingUp === undefined ? undefined : await findUser(ctx.db, ctx, steppingUp);
  if (user !== undefined) {
    const { userId, username: own } = user;
    return firstState(empty, { step: 'method', username: own, userId, first: { kind: 'session' } });
  }
  const { challenge, options } = await ctx.passkeys.beginUse(undefined);
  const known = username === undefined ? undefined : normalizeUsername(username);
  return firstState(empty, {
    challenge,
    options,
    ...(known === undefined ? {} : { username: known }),
    ...(isReset ? { step: 'temporary-password' as const } : {}),
  });
}
