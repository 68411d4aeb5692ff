import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { findChallengeTarget, makeChallenge, type OcraChallenge } from '../../steps/challenges.ts';

/** An approval by a device. */
export interface BeginChallenge {
  /** Id of the user; a dummy id for an unknown one. */
  readonly userId: string;
  /** The text that is signed. */
  readonly signatureData: string;
}

/**
 * Creates a challenge over what a user approves. A challenge allows three attempts: the caller begins another one over
 * the same data, which replaces it, as long as the user is not locked out. For an unknown user, or one without a device,
 * the same work is done, and no response is right.
 */
export async function beginChallenge(
  ctx: Context & AuthorizationPorts,
  { signatureData, userId }: BeginChallenge,
): Promise<OcraChallenge> {
  return makeChallenge(ctx, await findChallengeTarget(ctx, userId), signatureData);
}
