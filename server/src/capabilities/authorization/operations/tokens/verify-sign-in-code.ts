import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { type OpenedTokens, type TokenVerdict, tryTokenCode } from '../../steps/token-attempts.ts';

/** Verifies a code of a token in the command of the caller, which uses up the success. */
export function verifySignInCode(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { opened, otp }: { readonly opened: OpenedTokens; readonly otp: string },
): Promise<TokenVerdict> {
  return tryTokenCode(ctx, work, { opened, otp, leaves: 'nothing' });
}
