import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type Claim, everything, runGrouped } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { factorBlockReason } from '../../domain/code-limits.ts';
import type { OtpChannel, SensitiveAction } from '../../domain/literals.ts';
import { isPassed, proofLifetimeOf, stateOf } from '../../domain/otp.ts';
import { personKey } from '../../domain/sends/canonical-recipient.ts';
import { verificationEvent } from '../../events.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { clientOf } from '../../steps/callers.ts';
import { reportFailure } from '../../steps/lockouts.ts';
import { recordSendUse } from '../../steps/sends.ts';
import { clearAttempt, findLockoutSeconds } from '../../store/attempts.store.ts';
import {
  type Attempt,
  findVerification,
  markVerified,
  type ReservedAttempt,
  reserveOtpAttempt,
} from '../../store/otp-verifications.store.ts';

/** A presented code. */
export interface VerifyOtp {
  readonly channel: OtpChannel;
  readonly verificationId: string;
  readonly otp: string;
}

/**
 * Verifies a code. The attempt is counted for the code and for the user before the comparison, and stays counted when
 * the code is wrong; the response is sent after the commit.
 */
export async function verifyOtp(ctx: Context & AuthorizationPorts, command: VerifyOtp): Promise<void> {
  const { authorizationVault: vault, bankId, caller, clock } = ctx;
  const { channel, otp, verificationId } = command;
  const now = clock.now();
  const attempt = { bankId, verificationId, clientId: clientOf(caller), channel, digits: otp.length, now };
  const grouping = { groups: ctx.commandGroups, key: verificationId };
  await runGrouped(ctx, grouping, async (work, claim) => {
    const reserved = await reserveOtpAttempt(work, attempt);
    // The code was counted but the user is locked out: run alone, both are rolled back together.
    if (reserved !== undefined && reserved.attemptState === undefined) claim(everything);
    if (reserved?.attemptState === undefined) throw await refusalOf(work, attempt, claim);
    claim(reserved.subject);
    const isRight = vault.isCode(reserved.codeHash, { bankId, id: verificationId, code: otp });
    if (isRight && !reserved.isDummy && (await isStillActive(ctx, work, reserved)))
      accept(ctx, work, { attempt, reserved });
    else refuse(ctx, work, { attempt, reserved });
  });
}

/**
 * Returns whether the user of a code is still active. A user who was suspended since then proves nothing; a pending
 * user may prove a contact to become active.
 */
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
  const { action, destination, recipientIndex, sentAt, subject, userId } = reserved;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `other` has the usual lifetime as well
  const proofUntil = now.add(proofLifetimeOf(action as SensitiveAction));
  markVerified(work, { bankId, verificationId, now, proofUntil });
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
  work.audit(changed(verificationId, 'verified'));
}

/** Messages to a user are counted for the user as well; see `CodeTarget`. */
function personIndexes(
  { authorizationVault: vault, bankId }: Context & AuthorizationPorts,
  { channel, userId }: { readonly channel: OtpChannel; readonly userId: string | undefined },
): readonly Buffer[] {
  return userId === undefined ? [] : [vault.recipientIndex(bankId, channel, personKey(userId))];
}

/** Refuses a code. A dummy verification is refused like a wrong code, whatever code is presented. */
function refuse(ctx: Context & AuthorizationPorts, work: Work, { attempt, reserved }: CheckedAttempt): void {
  const { channel, verificationId } = attempt;
  const { action, attemptState, isLastAttempt, subject, userId } = reserved;
  const facts = { verificationId, userId, channel, action };
  work.emit(verificationEvent('otpRefused', facts));
  if (isLastAttempt) work.emit(verificationEvent('otpExhausted', facts));
  if (attemptState !== undefined) reportFailure(ctx, work, { attemptState, subject });
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

/** Returns why no attempt is possible. Verifications of another client or channel are reported as unknown. */
async function refusalOf(work: Work, attempt: Attempt, claim: Claim): Promise<Problem> {
  const known = await findVerification(work, attempt);
  if (known === undefined) return problems['no-such-verification']();
  // In a group the user may only look locked out, because another attempt of the group is still undecided.
  claim(known.subject);
  const { bankId, now } = attempt;
  const seconds = await findLockoutSeconds(work, { bankId, subject: known.subject, now });
  if (seconds !== undefined)
    return standardProblems['too-many-requests']({ retryAfterSeconds: seconds, reason: factorBlockReason });
  const state = stateOf(known, now);
  if (isPassed(state)) return problems['replayed-otp']();
  if (state === 'in-progress' && known.digits !== attempt.digits) {
    rejectFieldErrors([fieldErrorAt(['otp'], 'pattern')]);
  }
  return problems['no-such-verification']();
}
