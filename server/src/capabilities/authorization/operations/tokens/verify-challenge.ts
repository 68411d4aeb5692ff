import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ChallengeVerdict } from '../../domain/factor-verdict.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { type OpenedChallenge, tryResponse } from '../../steps/ocra-attempts.ts';

/** A presented response to a prepared challenge. */
export interface VerifyChallenge {
  readonly challenge: OpenedChallenge;
  readonly response: string;
}

/**
 * Verifies the response to a challenge in the command of the caller, under the same client that began it. A wrong
 * response does not throw: the counted attempt is committed with the changes of the caller. A right one can be consumed
 * in the same command. The caller audits its own command.
 */
export async function verifyChallenge(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { challenge, response }: VerifyChallenge,
): Promise<ChallengeVerdict> {
  return tryResponse(ctx, work, { challenge, responseCode: response, written: 'at-once' });
}
