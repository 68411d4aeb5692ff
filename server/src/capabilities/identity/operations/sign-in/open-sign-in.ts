import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { signInAbsoluteSeconds } from '../../domain/policy.ts';
import { type SignInStart, startOf } from '../../domain/sign-in/state.ts';
import { normalizeUsername } from '../../domain/username.ts';
import type { PreparedDeviceCode } from '../../ports/device-codes.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { encryptState } from '../../steps/sign-in/live-sign-in.ts';
import { upsertSignIn, upsertSignInAndCommit } from '../../store/sign-ins.store.ts';
import { findUser } from '../../store/users.store.ts';

type Ctx = Context & IdentityPorts;

/** A sign-in to start. */
export interface OpenSignIn {
  /** Unguessable, or bound to one browser by other means. */
  readonly signInId: string;
  readonly assurance: '1fa' | 'sca';
  /** A username that the client already knows. */
  readonly username?: string | undefined;
  /** The signed-in user who needs a second factor. */
  readonly steppingUp?: string | undefined;
  /** The methods with which that user signed in. RFC 8176 */
  readonly steppingUpMethods?: readonly string[] | undefined;
  /** Starts with a temporary password. */
  readonly isReset?: boolean;
  /** Token about a verified code of a device: the sign-in is that of its user. A text that is none is ignored. */
  readonly deviceToken?: string | undefined;
}

/** Starts a sign-in and returns the secret that the browser needs for its next step. */
export async function openSignIn(ctx: Ctx, request: OpenSignIn): Promise<string> {
  const { bankId, clock, db, deviceCodes, identityVault } = ctx;
  const { assurance, deviceToken, signInId } = request;
  const secret = identityVault.newSecret();
  const now = clock.now();
  const [start, prepared] = await Promise.all([
    startFor(ctx, request),
    deviceToken === undefined ? undefined : deviceCodes.prepare(ctx, deviceToken),
  ]);
  const rowOf = (begun: SignInStart): Parameters<typeof upsertSignIn>[1] => ({
    bankId,
    signInId,
    bindingHash: identityVault.secretHash(secret),
    sealedState: encryptState(ctx, signInId, { state: startOf(assurance, begun) }),
    expiresAt: now.add({ seconds: signInAbsoluteSeconds }),
    now,
  });
  if (prepared === undefined) await upsertSignInAndCommit(db, rowOf(start));
  else
    await runCommand(ctx, async (work) => {
      upsertSignIn(work, rowOf((await startWithCode(ctx, work, prepared)) ?? start));
    });
  return secret;
}

async function startFor(ctx: Ctx, request: OpenSignIn): Promise<SignInStart> {
  const { isReset = false, steppingUp, steppingUpMethods: methods, username } = request;
  const user = steppingUp === undefined ? undefined : await findUser(ctx.db, ctx, steppingUp);
  if (user !== undefined) return { kind: 'step-up', username: user.username, userId: user.userId, methods };
  if (isReset) return { kind: 'reset' };
  const { challenge, options } = await ctx.passkeys.beginUse(undefined);
  const known = username === undefined ? undefined : normalizeUsername(username);
  return { kind: 'usual', challenge, options, username: known };
}

/** Uses the token; undefined if it does not count, which leaves an ordinary sign-in. SPEC 10.13 */
async function startWithCode(
  ctx: Ctx,
  work: Work,
  { consume, userId }: PreparedDeviceCode,
): Promise<SignInStart | undefined> {
  const [deviceCode, user] = await Promise.all([consume(work), findUser(work, ctx, userId)]);
  const isCounted = deviceCode !== undefined && user !== undefined && user.state !== 'closed';
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'offline-login', after: isCounted ? 'exchanged' : 'refused' }],
  });
  return isCounted ? { kind: 'device-code', username: user.username, userId, deviceCode } : undefined;
}
