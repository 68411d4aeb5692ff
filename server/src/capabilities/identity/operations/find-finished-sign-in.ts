import type { Context } from '#platform/work/context.ts';
import { signInIdleSeconds } from '../domain/policy.ts';
import type { Finished } from '../domain/sign-in/finished.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { finishedAgain } from '../steps/finished-again.ts';
import type { Visitor } from '../steps/sign-in-transition.ts';
import { consumeRepeat } from '../store/submitted-forms.store.ts';

/** The answer to a browser that has signed in a moment ago, and asks for the page it had before. Counts as a repeat. */
export async function findFinishedSignIn(
  ctx: Context & IdentityPorts,
  {
    secret,
    signInId,
    visitor,
  }: { readonly signInId: string; readonly secret: string; readonly visitor: Visitor },
): Promise<Finished | undefined> {
  const { bankId, clock, db, identityVault } = ctx;
  const tieHash = identityVault.secretHash(secret);
  const now = clock.now();
  const row = await consumeRepeat(db, { bankId, signInId, tieHash, idleSeconds: signInIdleSeconds, now });
  return row?.endedAt === undefined ? undefined : finishedAgain(ctx, { visitor, secrets: [secret] }, row);
}
