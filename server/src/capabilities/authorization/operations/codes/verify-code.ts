import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { FactorVerdict } from '../../domain/factor-verdict.ts';
import type { OtpChannel } from '../../domain/literals.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { clientOf } from '../../steps/callers.ts';
import { tryCode } from '../../steps/otp-attempts.ts';

/**
 * Verifies a code in the command of the caller, under the same client that it was sent under. A wrong code does
 * not throw: the counted attempt is committed with the changes of the caller. A right one can be consumed in the same
 * command. A code of another length than the sent one is wrong and is not counted. The caller audits its own command.
 */
export async function verifyCode(
  ctx: Context & AuthorizationPorts,
  work: Work,
  {
    channel = 'sms',
    otp,
    verificationId,
  }: {
    readonly verificationId: string;
    readonly otp: string;
    /** By SMS unless said otherwise. */
    readonly channel?: OtpChannel;
  },
): Promise<FactorVerdict> {
  const { bankId, caller, clock } = ctx;
  const outcome = await tryCode(ctx, work, {
    attempt: {
      bankId,
      verificationId,
      clientId: clientOf(caller),
      channel,
      digits: otp.length,
      now: clock.now(),
    },
    otp,
    written: 'at-once',
    claim: () => undefined,
  });
  if (outcome.kind !== 'other-length') return outcome;
  return { kind: 'wrong', attemptsLeft: outcome.attemptsLeft, lockedUntil: undefined };
}
