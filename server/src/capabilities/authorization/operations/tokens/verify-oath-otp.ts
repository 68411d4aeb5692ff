import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AttemptState } from '../../domain/attempt-state.ts';
import { verifyTokens } from '../../domain/oath/tokens.ts';
import { events } from '../../events.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { clientOf, hasScope } from '../../steps/callers.ts';
import { lockoutProblem, reportFailure } from '../../steps/lockouts.ts';
import { openSeeds } from '../../steps/seeds.ts';
import { type TokenState, verifyTokenCode } from '../../steps/token-codes.ts';
import { clearAttempt, reserveAttempt } from '../../store/attempts.store.ts';
import {
  listTokens,
  lockTokens,
  markSuccess,
  type OathToken,
  updateToken,
} from '../../store/oath-tokens.store.ts';

/** A presented code of a token. */
export interface VerifyOathOtp {
  readonly userName: string;
  readonly otp: string;
}

type Ports = AuthorizationPorts;

const usable = ['active', 'awaiting-confirmation'] as const;

/**
 * Verifies a code of a token. Counters never decrease, so no code is accepted twice; an unknown user costs as much work
 * as a user with one token.
 */
export async function verifyOathOtp(ctx: Context & Ports, { otp, userName }: VerifyOathOtp): Promise<void> {
  const { authorizationVault: vault, bankId, caller, clock, db, users } = ctx;
  await ctx.seedVault.ready(bankId);
  const user = await users.find(db, { bankId, name: userName });
  const mayLookUp = hasScope(caller, 'authorization.user-lookup');
  if (user === undefined && mayLookUp) throw problems['no-such-user']();
  const subject = user?.userId ?? vault.unknownUserKey(bankId, `user ${userName}`);
  const criteria = { bankId, userId: subject, statuses: usable };
  const listed = await listTokens(db, criteria);
  const seeds = await openSeeds(
    ctx,
    listed.filter(({ kind }) => kind !== 'ocra'),
  );
  const now = clock.now();
  await runCommand(ctx, async (work) => {
    const attemptState = await reserveAttempt(work, { bankId, subject, now });
    if (attemptState === undefined) throw await lockoutProblem(work, { bankId, subject, now });
    const tokens = await lockTokens(work, criteria);
    const isActive = user?.status === 'active';
    const verdict = verifyTokens<string, TokenState>(
      verifyTokenCode({ tokens, seeds, otp, now, dummy: ctx.seedVault.dummy }),
    );
    const acceptedBy = isActive ? verdict.acceptedBy : undefined;
    for (const { state, tokenId } of verdict.changes) updateToken(work, { bankId, tokenId, now, ...state });
    if (acceptedBy !== undefined) {
      const isFound = verdict.changes.some(({ state }) => isFoundAgain(tokens, acceptedBy, state));
      const counter = counterAfter(tokens, acceptedBy, verdict.changes);
      return accept(ctx, work, { subject, tokenId: acceptedBy, isFound, counter });
    }
    refuse(ctx, work, { attemptState, subject });
    const isReplay = isActive && verdict.kind === 'replayed' && mayLookUp;
    work.rejectAfterCommit(isReplay ? problems['replayed-otp']() : problems['bad-otp']());
  });
}

function accept(
  ctx: Context,
  work: Work,
  passed: {
    readonly subject: string;
    readonly tokenId: string;
    readonly isFound: boolean;
    readonly counter: number | undefined;
  },
): void {
  const { bankId, caller, clock } = ctx;
  const { counter, isFound, subject, tokenId } = passed;
  const now = clock.now();
  markSuccess(work, { bankId, tokenId, clientId: clientOf(caller), now });
  clearAttempt(work, { bankId, subject, now });
  const about = { 'user-id': subject, reference: tokenId };
  work.emit(eventOf(events.oathVerified, subject, about));
  if (isFound) work.emit(eventOf(events.oathResynchronized, subject, about));
  // The ledger prevents a restored backup from accepting the code again.
  if (counter !== undefined) work.emit(eventOf(events.counterUsed, tokenId, { reason: String(counter) }));
  work.audit({
    aggregateKind: 'user',
    aggregateId: subject,
    changes: [{ field: 'oath-otp', after: 'verified' }],
  });
}

/** Returns the lowest acceptable counter after a code; undefined for time tokens. */
function counterAfter(
  tokens: readonly OathToken[],
  tokenId: string,
  changes: readonly { readonly tokenId: string; readonly state: TokenState }[],
): number | undefined {
  const isEvent = tokens.some((token) => token.tokenId === tokenId && token.kind === 'hotp');
  return isEvent ? changes.find((change) => change.tokenId === tokenId)?.state.counter : undefined;
}

/** Returns whether the code completed a resync: it directly follows one that was refused as too far away. */
function isFoundAgain(tokens: readonly OathToken[], tokenId: string, after: TokenState): boolean {
  const before = tokens.find((token) => token.tokenId === tokenId);
  if (before === undefined || after.counter === undefined) return false;
  const accepted = before.kind === 'hotp' ? after.counter - 1 : after.counter;
  const resync = before.kind === 'hotp' ? before.hotp.resync : before.totp.resync;
  return resync !== undefined && accepted === resync.counter + 1;
}

function refuse(
  ctx: Context & Ports,
  work: Work,
  failed: { readonly attemptState: AttemptState; readonly subject: string },
): void {
  const { attemptState, subject } = failed;
  work.emit(eventOf(events.oathRefused, subject, { 'user-id': subject }));
  reportFailure(ctx, work, { attemptState, subject });
  work.audit({ aggregateKind: 'user', aggregateId: subject, changes: [], problem: 'bad-otp' });
}
