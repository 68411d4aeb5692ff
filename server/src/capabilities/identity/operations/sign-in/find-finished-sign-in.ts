import type { Context } from '#platform/work/context.ts';
import { signInIdleSeconds } from '../../domain/policy.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { BrowserInfo } from '../../steps/sign-in/live-sign-in.ts';
import { repeatFinished } from '../../steps/sign-in/result.ts';
import { consumeRepeat } from '../../store/sign-ins.store.ts';

/**
 * Returns the result of a sign-in to a browser that has just signed in and requests the previous page. Counts as a
 * repeat.
 */
export async function findFinishedSignIn(
  ctx: Context & IdentityPorts,
  {
    secret,
    signInId,
    browserInfo,
  }: { readonly signInId: string; readonly secret: string; readonly browserInfo: BrowserInfo },
): Promise<Finished | undefined> {
  const { bankId, clock, db, identityVault } = ctx;
  const bindingHash = identityVault.secretHash(secret);
  const now = clock.now();
  const row = await consumeRepeat(db, { bankId, signInId, bindingHash, idleSeconds: signInIdleSeconds, now });
  return row?.endedAt === undefined
    ? undefined
    : repeatFinished(ctx, { browserInfo, secrets: [secret] }, row);
}
