import type { Context } from '#platform/work/context.ts';
import type { SignInState } from '../domain/sign-in/state.ts';
import type { HeldSignIn } from '../operations/offer-sign-in.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findSignIn } from '../store/sign-ins.store.ts';
import { readOffer } from './read-offer.ts';

/** Returns the first state of a sign-in that was offered to this browser and has no row yet. */
export async function findOffered(
  ctx: Context & IdentityPorts,
  held: HeldSignIn,
): Promise<SignInState | undefined> {
  const offer = await readOffer(ctx, held);
  if (offer === undefined) return undefined;
  const row = await findSignIn(ctx.db, { bankId: ctx.bankId, signInId: held.signInId });
  return row === undefined ? offer.state : undefined;
}
