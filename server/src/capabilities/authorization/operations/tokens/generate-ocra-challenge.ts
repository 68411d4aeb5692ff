import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { hasScope, refuseOtherUser } from '../../steps/callers.ts';
import { findChallengeTarget, makeChallenge, type OcraChallenge } from '../../steps/challenges.ts';

/** Purpose of a challenge. */
export interface GenerateOcraChallenge {
  readonly userName: string;
  /** Absent: random digits. */
  readonly signatureData: string | undefined;
}

/**
 * Creates a challenge for the devices of a user. With signature data the digits are derived from it, and a right
 * response later authorizes exactly this data. An unknown user gets a dummy challenge, which no response passes.
 */
export async function generateOcraChallenge(
  ctx: Context & AuthorizationPorts,
  { signatureData, userName }: GenerateOcraChallenge,
): Promise<OcraChallenge> {
  refuseOtherUser(ctx.caller, userName);
  const target = await findChallengeTarget(ctx, userName);
  if (target.isDummy && hasScope(ctx.caller, 'authorization.user-lookup')) throw problems['no-such-user']();
  return makeChallenge(ctx, target, signatureData);
}
