import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { type OpenedTokens, openTokens } from '../../steps/token-attempts.ts';

/** Opens the active tokens of a user, before the command that verifies one of their codes begins. */
export function prepareSignInCode(
  ctx: Context & AuthorizationPorts,
  { userName }: { readonly userName: string },
): Promise<OpenedTokens> {
  return openTokens(ctx, { userName, statuses: ['active'] });
}
