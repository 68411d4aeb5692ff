import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type Claim, everything, runGrouped } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { factorBlockReason } from '../domain/code-limits.ts';
import type { OtpChannel, SensitiveAction } from '../domain/literals.ts';
import { isPassed, proofLifetimeOf, stateOf } from '../domain/otp.ts';
import { personKey } from '../domain/sends/canonical-recipient.ts';
import { verificationEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { problems } from '../problems.ts';
import { clientOf } from '../steps/client-of.ts';
import { recordSendUse } from '../steps/record-send-use.ts';
import { reportFailure } from '../steps/report-failure.ts';
import { blockedForSeconds, clearAttempt } from '../store/attempts.store.ts';
import {
  type Attempt,
  findVerification,
  markVerified,
  type ReservedAttempt,
  reserveOtpAttempt,
} from '../store/otp-verifications.store.ts';

/** A code that somebody was sent. */
export interface VerifyOtp {
  readonly channel: OtpChannel;
  readonly verificationId: string;
  readonly otp: string;
}

/**
 * Judges a code. The attempt is counted before anything is compared, at the code and at the person, and stays counted
 * when the code is wrong; nothing is told before that is saved.
 */
export async function verifyOtp(ctx: Context & AuthorizationPorts, asked: VerifyOtp): Promise<void> {
  const { authorizationVault: vault, bankId, caller, clock } = ctx;
  const { channel, otp, verificationId } = asked;
  const now = clock.now();
  const attempt = { bankId, verificationId, clientId: clientOf(caller), channel, digits: otp.length, now };
  const grouping = { groups: ctx.commandGroups, key: verificationId };
  await runGrouped(ctx, grouping, async (work, claim) => {
    const reserved = await reserveOtpAttempt(work, attempt);
    // The code was counted and the person is blocked: alone, both are taken back together.
    if (reserved !== undefined && reserved.guard === undefined) claim(everything);
    if (reserved?.guard === undefined) throw await refusalOf(work, attempt, claim);
    claim(reserved.subject);
    const isRight = vault.isCode(reserved.codeDigest, { bankId, id: verificationId, code: otp });
    if (isRight && !reserved.isDummy && (await isStillActive(ctx, work, reserved)))
      accept(ctx, work, { attempt, reserved });
    else refuse(ctx, work, { attempt, reserved });
  });
}

/** Whoever was suspended since the code was sent proves nothing with it. A new user proves a contact to become active. */
async function isStillActive(
  { bankId, users }: Context & AuthorizationPorts,
  work: Work,
  { action, userId }: ReservedAttempt,
): Promise<boolean> {
  if (userId === undefined) return true;
  const status = (await users.find(work, { bankId, name: userId }))?.status;
  return status === 'active' || (status === 'pending' && action === 'contact-change');
}

interface CheckedAttempt {
  readonly attempt: Attempt;
  readonly reserved: ReservedAttempt;
}

function accept(ctx: Context & AuthorizationPorts, work: Work, { attempt, reserved }: CheckedAttempt): void {
  const { bankId, channel, clientId, now, verificationId } = attempt;
  const { action, place, recipientIndex, sentAt, subject, userId } = reserved;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `other` has the usual lifetime as well
  const proofUntil = now.add(proofLifetimeOf(action as SensitiveAction));
  markVerified(work, { bankId, verificationId, now, proofUntil });
  clearAttempt(work, { bankId, subject, now });
  const recipientIndexes = [recipientIndex, ...personIndexes(ctx, { channel, userId })];
  recordSendUse(ctx, work, { place, clientId, sentAt, recipientIndexes, isRegistered: userId !== undefined });
  work.emit(verificationEvent('otpVerified', { verificationId, userId, channel, action }));
  work.audit(changed(verificationId, 'verified'));
}

/** Messages to a user are counted at the person as well; see `CodeTarget`. */
function personIndexes(
  { authorizationVault: vault, bankId }: Context & AuthorizationPorts,
  { channel, userId }: { readonly channel: OtpChannel; readonly userId: string | undefined },
): readonly Buffer[] {
  return userId === undefined ? [] : [vault.recipientIndex(bankId, channel, personKey(userId))];
}

/** A decoy is refused like a wrong code, whatever is typed. */
function refuse(ctx: Context & AuthorizationPorts, work: Work, { attempt, reserved }: CheckedAttempt): void {
  const { channel, verificationId } = attempt;
  const { action, guard, isLastAttempt, subject, userId } = reserved;
  const told = { verificationId, userId, channel, action };
  work.emit(verificationEvent('otpRefused', told));
  if (isLastAttempt) work.emit(verificationEvent('otpExhausted', told));
  if (guard !== undefined) reportFailure(ctx, work, { guard, subject });
  work.audit(changed(verificationId, isLastAttempt ? 'exhausted' : 'in-progress'));
  work.rejectAfterCommit(problems['bad-otp']());
}

function changed(
  verificationId: string,
  state: string,
): { aggregateKind: string; aggregateId: string; changes: readonly { field: string; after: string }[] } {
  return {
    aggregateKind: 'verification',
    aggregateId: verificationId,
    changes: [{ field: 'state', after: state }],
  };
}

/** Why no attempt could be made. What another client or channel has is as unknown as what never was. */
async function refusalOf(work: Work, attempt: Attempt, claim: Claim): Promise<Problem> {
  const known = await findVerification(work, attempt);
  if (known === undefined) return problems['no-such-verification']();
  // In a group the guard may only look closed, because somebody else's attempt is not decided yet.
  claim(known.subject);
  const { bankId, now } = attempt;
  const seconds = await blockedForSeconds(work, { bankId, subject: known.subject, now });
  if (seconds !== undefined)
    return standardProblems['too-many-requests']({ retryAfterSeconds: seconds, reason: factorBlockReason });
  const state = stateOf(known, now);
  if (isPassed(state)) return problems['replayed-otp']();
  if (state === 'in-progress' && known.digits !== attempt.digits) {
    refuseFaults([faultAt(['otp'], 'pattern')]);
  }
  return problems['no-such-verification']();
}
