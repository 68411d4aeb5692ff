import type { Context } from '#platform/work/context.ts';
import { signInAbsoluteSeconds } from '../domain/policy.ts';
import { firstState, type SignInState } from '../domain/sign-in/state.ts';
import { normalizeUsername } from '../domain/username.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { sealState } from '../steps/seal-state.ts';
import { beginSignIn } from '../store/sign-ins.store.ts';
import { findUser } from '../store/users.store.ts';

/** Somebody begins to sign in. */
export interface OpenSignIn {
  /** Unguessable, or known to the one browser only by other means. */
  readonly signInId: string;
  readonly assurance: '1fa' | 'sca';
  /** A name that somebody else knows already. */
  readonly username?: string | undefined;
  /** Is signed in, and has to prove more. */
  readonly steppingUp?: string | undefined;
  /** Begins with a temporary password. */
  readonly isReset?: boolean;
}

/** Begins a sign-in; the answer is the secret that the browser keeps for its next step. */
export async function openSignIn(ctx: Context & IdentityPorts, asked: OpenSignIn): Promise<string> {
  const { bankId, clock, db, identityVault } = ctx;
  const secret = identityVault.newSecret();
  const now = clock.now();
  const { signInId } = asked;
  await beginSignIn(db, {
    bankId,
    signInId,
    tieHash: identityVault.secretHash(secret),
    sealedState: sealState(ctx, signInId, await stateFor(ctx, asked)),
    expiresAt: now.add({ seconds: signInAbsoluteSeconds }),
    now,
  });
  return secret;
}

async function stateFor(ctx: Context & IdentityPorts, asked: OpenSignIn): Promise<SignInState> {
  const { assurance, isReset = false, steppingUp, username } = asked;
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
