import type { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AttemptState } from '../domain/attempt-state.ts';
import { verifyTokens } from '../domain/oath/tokens.ts';
import { events } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import { clearAttempt, findLockoutSeconds, reserveAttempt } from '../store/attempts.store.ts';
import {
  activateDeviceTokens,
  listTokens,
  lockTokens,
  markSuccess,
  type OathToken,
  updateToken,
} from '../store/oath-tokens.store.ts';
import { clientOf } from './callers.ts';
import { reportFailure } from './lockouts.ts';
import { openSeeds } from './seeds.ts';
import { type TokenState, verifyTokenCode } from './token-codes.ts';

type Ctx = Context & AuthorizationPorts;

/** Tokens whose codes count: for a sign-in only those of confirmed devices. */
export type UsableTokens = readonly ('active' | 'awaiting-confirmation')[];

/** The tokens of a user with their seeds; for an unknown user the key that attempts are counted under. */
export interface OpenedTokens {
  readonly user: User | undefined;
  readonly subject: string;
  readonly statuses: UsableTokens;
  readonly seeds: ReadonlyMap<string, Secret<Uint8Array>>;
}

/** Opens the tokens of a user before a command begins, because their seeds may be stored remotely. */
export async function openTokens(
  ctx: Ctx,
  { statuses, userName }: { readonly userName: string; readonly statuses: UsableTokens },
): Promise<OpenedTokens> {
  const { authorizationVault: vault, bankId, db, users } = ctx;
  await ctx.seedVault.ready(bankId);
  const user = await users.find(db, { bankId, name: userName });
  const subject = user?.userId ?? vault.unknownUserKey(bankId, `user ${userName}`);
  const listed = await listTokens(db, { bankId, userId: subject, statuses });
  const seeds = await openSeeds(
    ctx,
    listed.filter(({ kind }) => kind !== 'ocra'),
  );
  return { user, subject, statuses, seeds };
}

/** A presented code. */
export interface PresentedCode {
  readonly opened: OpenedTokens;
  readonly otp: string;
  /** Whether the success may prove a signature later, or is used up by the command itself. */
  readonly leaves: 'proof' | 'nothing';
}

/** The result of a presented code. */
export type TokenVerdict =
  | { readonly kind: 'right'; readonly deviceId: string | undefined }
  | { readonly kind: 'wrong' | 'replayed' }
  | { readonly kind: 'locked-out'; readonly retryAfterSeconds: number };

/**
 * Verifies a code of a token in the command of the caller. Counters never decrease, so no code is accepted twice; an
 * unknown user costs as much work as a user with one token. The attempt is counted before the comparison. The caller
 * audits its own command.
 */
export async function tryTokenCode(
  ctx: Ctx,
  work: Work,
  { leaves, opened, otp }: PresentedCode,
): Promise<TokenVerdict> {
  const { bankId, clock } = ctx;
  const { seeds, statuses, subject, user } = opened;
  const now = clock.now();
  const attemptState = await reserveAttempt(work, { bankId, subject, now });
  if (attemptState === undefined)
    return {
      kind: 'locked-out',
      retryAfterSeconds: (await findLockoutSeconds(work, { bankId, subject, now })) ?? 1,
    };
  const tokens = await lockTokens(work, { bankId, userId: subject, statuses });
  const verdict = verifyTokens<string, TokenState>(
    verifyTokenCode({ tokens, seeds, otp, now, dummy: ctx.seedVault.dummy }),
  );
  const isActive = user?.status === 'active';
  const accepted = isActive ? tokens.find(({ tokenId }) => tokenId === verdict.acceptedBy) : undefined;
  for (const { state, tokenId } of verdict.changes) updateToken(work, { bankId, tokenId, now, ...state });
  if (accepted !== undefined && (await confirmToken(ctx, work, accepted))) {
    accept(ctx, work, { subject, leaves, token: accepted, changes: verdict.changes });
    return { kind: 'right', deviceId: accepted.deviceId };
  }
  refuse(ctx, work, { attemptState, subject });
  return { kind: isActive && verdict.kind === 'replayed' ? 'replayed' : 'wrong' };
}

/**
 * Confirms a token by its first code: that of a device confirms the pairing and all its tokens, and counts only while the
 * pairing waits for it. Returns whether the code counts.
 */
async function confirmToken(ctx: Ctx, work: Work, token: OathToken): Promise<boolean> {
  const { bankId, clock, devicePairings } = ctx;
  const { deviceId, status, userId } = token;
  if (status === 'active' || deviceId === undefined || userId === undefined) return true;
  if (!(await devicePairings.confirm(ctx, work, { userId, deviceId }))) return false;
  activateDeviceTokens(work, { bankId, userId, deviceId, now: clock.now() });
  return true;
}

interface AcceptedCode extends Pick<PresentedCode, 'leaves'> {
  readonly subject: string;
  readonly token: OathToken;
  readonly changes: readonly { readonly tokenId: string; readonly state: TokenState }[];
}

function accept(ctx: Context, work: Work, { changes, leaves, subject, token }: AcceptedCode): void {
  const { bankId, caller, clock } = ctx;
  const { tokenId } = token;
  const now = clock.now();
  markSuccess(work, {
    bankId,
    tokenId,
    clientId: clientOf(caller),
    consumedAt: leaves === 'proof' ? null : now,
    now,
  });
  clearAttempt(work, { bankId, subject, now });
  const about = { 'user-id': subject, reference: tokenId };
  work.emit(eventOf(events.oathVerified, subject, about));
  work.count({ what: 'code', channel: 'token', outcome: 'verified' });
  const after = changes.find((change) => change.tokenId === tokenId)?.state;
  if (after !== undefined && isFoundAgain(token, after))
    work.emit(eventOf(events.oathResynchronized, subject, about));
  // The ledger prevents a restored backup from accepting the code again.
  if (token.kind === 'hotp' && after?.counter !== undefined)
    work.emit(eventOf(events.counterUsed, tokenId, { reason: String(after.counter) }));
}

/** Returns whether the code completed a resync: it directly follows one that was refused as too far away. */
function isFoundAgain(before: OathToken, after: TokenState): boolean {
  if (after.counter === undefined) return false;
  const accepted = before.kind === 'hotp' ? after.counter - 1 : after.counter;
  const resync = before.kind === 'hotp' ? before.hotp.resync : before.totp.resync;
  return resync !== undefined && accepted === resync.counter + 1;
}

function refuse(
  ctx: Ctx,
  work: Work,
  failed: { readonly attemptState: AttemptState; readonly subject: string },
): void {
  const { attemptState, subject } = failed;
  work.emit(eventOf(events.oathRefused, subject, { 'user-id': subject }));
  work.count({ what: 'code', channel: 'token', outcome: 'refused' });
  reportFailure(ctx, work, { attemptState, subject });
}
