import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { Context } from '#platform/work/context.ts';
import { signInIdleSeconds } from '../../domain/policy.ts';
import type { SignInState } from '../../domain/sign-in/state.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findSignIn, type StoredSignIn, touchSignIn } from '../../store/sign-ins.store.ts';
import { findNamedUser } from '../../store/users.store.ts';

/** Decrypts the state of a sign-in. */
export function decryptState(
  { bankId, identityVault }: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>,
  { sealedState, signInId }: StoredSignIn,
): SignInState {
  const decrypted: unknown = JSON.parse(
    identityVault.openText({ bankId, table: 'sign_in', rowId: signInId }, sealedState),
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- encrypted by the server, and decrypts only if unchanged
  return decrypted as SignInState;
}

/** Encrypts the state of a sign-in. */
export function encryptState(
  { bankId, identityVault }: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>,
  signInId: string,
  state: SignInState,
): Buffer {
  return identityVault.sealText({ bankId, table: 'sign_in', rowId: signInId }, JSON.stringify(state));
}

/** A sign-in that this browser may continue. */
export interface LiveSignIn {
  readonly signInId: string;
  readonly state: SignInState;
  readonly rowVersion: bigint;
}

/** Returns the decrypted sign-in of a row. */
export function toLiveSignIn(ctx: Context & IdentityPorts, row: StoredSignIn): LiveSignIn {
  return { signInId: row.signInId, state: decryptState(ctx, row), rowVersion: row.rowVersion };
}

export interface ReadSignIn {
  readonly signInId: string;
  readonly secret: string;
  /** Records the read as activity. */
  readonly isActivity?: boolean;
}

/**
 * Finds the sign-in of a browser by the secret of its last step; undefined when it has ended, is idle, or the secret
 * differs.
 */
export async function readSignIn(
  ctx: Context & IdentityPorts,
  { isActivity = false, secret, signInId }: ReadSignIn,
): Promise<LiveSignIn | undefined> {
  const { bankId, clock, db, identityVault } = ctx;
  const key = { bankId, signInId };
  const now = clock.now();
  const bindingHash = identityVault.secretHash(secret);
  const touched = { ...key, bindingHash, idleSeconds: signInIdleSeconds, now };
  const row = await (isActivity ? touchSignIn(db, touched) : findSignIn(db, key));
  if (row === undefined || row.endedAt !== undefined || !equalBytes(row.bindingHash, bindingHash))
    return undefined;
  const nowMs = now.epochMilliseconds;
  const isIdle = nowMs > row.touchedAt.epochMilliseconds + signInIdleSeconds * 1_000;
  if (isIdle || nowMs >= row.expiresAt.epochMilliseconds) return undefined;
  return toLiveSignIn(ctx, row);
}

/** Looks up a username. For an unknown one it does the same work and returns the username only. */
export async function lookUpUsername(
  { bankId, db }: Pick<Context, 'bankId' | 'db'>,
  username: string,
): Promise<Pick<SignInState, 'username' | 'userId'>> {
  const { userId } = await findNamedUser(db, { bankId, username });
  return userId === undefined ? { username } : { username, userId };
}
