import { type Claim, everything } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type AttemptState, lockedUntilAfter } from '../domain/attempt-state.ts';
import type { FactorVerdict, WrongFactor } from '../domain/factor-verdict.ts';
import type { OtpChannel, SensitiveAction } from '../domain/literals.ts';
import { overReason, proofLifetimeOf, stateOf } from '../domain/otp.ts';
import { personKey } from '../domain/sends/canonical-recipient.ts';
import { verificationEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { clearAttempt, findLockoutSeconds } from '../store/attempts.store.ts';
import {
  type Attempt,
  findVerification,
  markVerified,
  markVerifiedNow,
  type ReservedAttempt,
  reserveOtpAttempt,
} from '../store/otp-verifications.store.ts';
import { reportFailure } from './lockouts.ts';
import { recordSendUse } from './sends.ts';

type Ports = AuthorizationPorts;

/** A presented code, and the verification that it belongs to. */
export interface PresentedCode {
  readonly attempt: Attempt;
  readonly otp: string;
  /** When a success is written: with the other writes of the command, or at once, if the command consumes the code. */
  readonly written: 'at-commit' | 'at-once';
  readonly claim: Claim;
}

/** Outcome of a presented code; one of another length than the sent one is wrong and is not counted. */
export type CodeOutcome = FactorVerdict | { readonly kind: 'other-length'; readonly attemptsLeft: number };

/**
 * Verifies a code in the command of the caller. The attempt is counted for the code and for the user before the
 * comparison, and stays counted when the code is wrong.
 */
export async function tryCode(
  ctx: Context & Ports,
  work: Work,
  presented: PresentedCode,
): Promise<CodeOutcome> {
  const { authorizationVault: vault, bankId } = ctx;
  const { attempt, claim, otp } = presented;
  const reserved = await reserveOtpAttempt(work, attempt);
  // The code was counted but the user is locked out. A grouped command runs alone, so that it can roll back; in a command
  // of another capability the code, which the lockout outlives, has one attempt less.
  if (reserved !== undefined && reserved.attemptState === undefined) claim(everything);
  if (reserved?.attemptState === undefined) return findReason(work, attempt, claim);
  claim(reserved.subject);
  const isRight = vault.isCode(reserved.codeHash, { bankId, id: attempt.verificationId, code: otp });
  if (!isRight || reserved.isDummy || !(await isStillActive(ctx, work, reserved)))
    return refuse(ctx, work, { attempt, reserved, attemptState: reserved.attemptState });
  await accept(ctx, work, { presented, reserved });
  return { kind: 'right' };
}

/**
 * Returns whether the user of a code is still active. A user who was suspended since then proves nothing; a pending
 * user may prove a contact to become active.
 */
async function isStillActive(
  { bankId, users }: Context & Ports,
  work: Work,
  { action, userId }: ReservedAttempt,
): Promise<boolean> {
  if (userId === undefined) return true;
  const status = (await users.find(work, { bankId, name: userId }))?.status;
  return status === 'active' || (status === 'pending' && action === 'contact-change');
}

async function accept(
  ctx: Context & Ports,
  work: Work,
  { presented, reserved }: { readonly presented: PresentedCode; readonly reserved: ReservedAttempt },
): Promise<void> {
  const { bankId, channel, clientId, now, verificationId } = presented.attempt;
  const { action, destination, recipientIndex, sentAt, subject, userId } = reserved;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `other` has the usual lifetime as well
  const proofUntil = now.add(proofLifetimeOf(action as SensitiveAction));
  const verified = { bankId, verificationId, now, proofUntil };
  if (presented.written === 'at-once') await markVerifiedNow(work, verified);
  else markVerified(work, verified);
  clearAttempt(work, { bankId, subject, now });
  const recipientIndexes = [recipientIndex, ...personIndexes(ctx, { channel, userId })];
  recordSendUse(ctx, work, {
    destination,
    clientId,
    sentAt,
    recipientIndexes,
    isRegistered: userId !== undefined,
  });
  work.emit(verificationEvent('otpVerified', { verificationId, userId, channel, action }));
}

/** Messages to a user are counted for the user as well; see `CodeTarget`. */
function personIndexes(
  { authorizationVault: vault, bankId }: Context & Ports,
  { channel, userId }: { readonly channel: OtpChannel; readonly userId: string | undefined },
): readonly Buffer[] {
  return userId === undefined ? [] : [vault.recipientIndex(bankId, channel, personKey(userId))];
}

interface RefusedAttempt {
  readonly attempt: Attempt;
  readonly reserved: ReservedAttempt;
  readonly attemptState: AttemptState;
}

/** Refuses a code. A dummy verification is refused like a wrong code, whatever code is presented. */
function refuse(
  ctx: Context & Ports,
  work: Work,
  { attempt, attemptState, reserved }: RefusedAttempt,
): WrongFactor {
  const { channel, now, verificationId } = attempt;
  const { action, attemptsLeft, subject, userId } = reserved;
  const facts = { verificationId, userId, channel, action };
  work.emit(verificationEvent('otpRefused', facts));
  if (attemptsLeft === 0) work.emit(verificationEvent('otpExhausted', facts));
  reportFailure(ctx, work, { attemptState, subject });
  return { kind: 'wrong', attemptsLeft, lockedUntil: lockedUntilAfter(attemptState, now) };
}

/** Returns why no attempt is possible. Verifications of another client or channel are reported as unknown. */
async function findReason(work: Work, attempt: Attempt, claim: Claim): Promise<CodeOutcome> {
  const known = await findVerification(work, attempt);
  if (known === undefined) return { kind: 'over', why: 'unknown' };
  // In a group the user may only look locked out, because another attempt of the group is still undecided.
  claim(known.subject);
  const { bankId, now } = attempt;
  const seconds = await findLockoutSeconds(work, { bankId, subject: known.subject, now });
  if (seconds !== undefined) return { kind: 'over', why: 'locked-out', until: now.add({ seconds }) };
  const state = stateOf(known, now);
  if (state === 'in-progress' && known.digits !== attempt.digits)
    return { kind: 'other-length', attemptsLeft: known.attemptsMax - known.attempts };
  return { kind: 'over', why: overReason(state) };
}
