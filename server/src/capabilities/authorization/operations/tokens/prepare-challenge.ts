import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { type OpenedChallenge, openChallenge } from '../../steps/ocra-attempts.ts';

/**
 * Opens the devices that may answer a challenge, for `verifyChallenge`. Their seeds may be stored remotely, so this
 * happens before a command begins. For an unknown challenge the result is empty, and no response is right.
 */
export async function prepareChallenge(
  ctx: Context & AuthorizationPorts,
  { challengeId }: { readonly challengeId: string },
): Promise<OpenedChallenge> {
  return openChallenge(ctx, challengeId);
}
