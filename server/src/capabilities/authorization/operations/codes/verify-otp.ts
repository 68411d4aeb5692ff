import type { Temporal } from 'temporal-polyfill';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { runGrouped } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { FactorVerdict } from '../../domain/factor-verdict.ts';
import type { OtpChannel } from '../../domain/literals.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { clientOf } from '../../steps/callers.ts';
import { lockedOut } from '../../steps/lockouts.ts';
import { tryCode } from '../../steps/otp-attempts.ts';

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
  const { bankId, caller, clock } = ctx;
  const { channel, otp, verificationId } = command;
  const now = clock.now();
  const attempt = { bankId, verificationId, clientId: clientOf(caller), channel, digits: otp.length, now };
  const grouping = { groups: ctx.commandGroups, key: verificationId };
  await runGrouped(ctx, grouping, async (work, claim) => {
    const outcome = await tryCode(ctx, work, { attempt, otp, written: 'at-commit', claim });
    switch (outcome.kind) {
      case 'right':
        return audit(work, verificationId, 'verified');
      case 'wrong':
        audit(work, verificationId, outcome.attemptsLeft === 0 ? 'exhausted' : 'in-progress');
        return work.rejectAfterCommit(problems['bad-otp']());
      case 'other-length':
        return rejectFieldErrors([fieldErrorAt(['otp'], 'pattern')]);
      case 'over':
        throw problemOf(outcome, attempt);
    }
  });
}

function problemOf(
  over: Extract<FactorVerdict, { kind: 'over' }>,
  { now }: { readonly now: Temporal.Instant },
): Problem {
  if (over.why === 'locked-out') return lockedOut(over.until, now);
  return over.why === 'used' ? problems['replayed-otp']() : problems['no-such-verification']();
}

function audit(work: Work, verificationId: string, state: string): void {
  work.audit({
    aggregateKind: 'verification',
    aggregateId: verificationId,
    changes: [{ field: 'state', after: state }],
  });
}
