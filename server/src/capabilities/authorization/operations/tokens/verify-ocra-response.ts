import type { Temporal } from 'temporal-polyfill';
import type { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { FactorVerdict } from '../../domain/factor-verdict.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { lockedOut } from '../../steps/lockouts.ts';
import { openChallenge, tryResponse } from '../../steps/ocra-attempts.ts';

/** A presented response of a device to a challenge. */
export interface VerifyOcraResponse {
  readonly challengeId: string;
  readonly responseCode: string;
}

/**
 * Verifies a response. The attempt is counted before the comparison; a right response authorizes the data of the
 * challenge.
 */
export async function verifyOcraResponse(
  ctx: Context & AuthorizationPorts,
  { challengeId, responseCode }: VerifyOcraResponse,
): Promise<void> {
  const challenge = await openChallenge(ctx, challengeId);
  await runCommand(ctx, async (work) => {
    const outcome = await tryResponse(ctx, work, { challenge, responseCode, written: 'at-commit' });
    if (outcome.kind === 'over') throw problemOf(outcome, ctx.clock.now());
    const aggregate = { aggregateKind: 'ocra-challenge', aggregateId: challengeId };
    if (outcome.kind === 'right')
      return work.audit({ ...aggregate, changes: [{ field: 'state', after: 'verified' }] });
    work.audit({ ...aggregate, changes: [], problem: 'bad-response' });
    work.rejectAfterCommit(problems['bad-response']());
  });
}

function problemOf(over: Extract<FactorVerdict, { kind: 'over' }>, now: Temporal.Instant): Problem {
  if (over.why === 'locked-out') return lockedOut(over.until, now);
  return over.why === 'used' ? problems['replayed-response']() : problems['no-such-challenge']();
}
