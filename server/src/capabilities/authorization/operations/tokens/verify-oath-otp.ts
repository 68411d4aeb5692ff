import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { hasScope } from '../../steps/callers.ts';
import { lockedOutFor } from '../../steps/lockouts.ts';
import { openTokens, tryTokenCode } from '../../steps/token-attempts.ts';

/** A presented code of a token. */
export interface VerifyOathOtp {
  readonly userName: string;
  readonly otp: string;
}

/** Verifies a code of a token; the first code of a new device confirms its pairing. */
export async function verifyOathOtp(
  ctx: Context & AuthorizationPorts,
  { otp, userName }: VerifyOathOtp,
): Promise<void> {
  const { caller } = ctx;
  const opened = await openTokens(ctx, { userName, statuses: ['active', 'awaiting-confirmation'] });
  const mayLookUp = hasScope(caller, 'authorization.user-lookup');
  if (opened.user === undefined && mayLookUp) throw problems['no-such-user']();
  await runCommand(ctx, async (work) => {
    const verdict = await tryTokenCode(ctx, work, { opened, otp, leaves: 'proof' });
    const audited = { aggregateKind: 'user', aggregateId: opened.subject };
    if (verdict.kind === 'right')
      return work.audit({ ...audited, changes: [{ field: 'oath-otp', after: 'verified' }] });
    if (verdict.kind === 'locked-out') throw lockedOutFor(verdict.retryAfterSeconds);
    work.audit({ ...audited, changes: [], problem: 'bad-otp' });
    const isReplay = verdict.kind === 'replayed' && mayLookUp;
    work.rejectAfterCommit(isReplay ? problems['replayed-otp']() : problems['bad-otp']());
  });
}
