import type { Context } from '#platform/work/context.ts';
import type { HeldSignIn } from '../operations/offer-sign-in.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { insertSignIn } from '../store/sign-ins.store.ts';
import { readOffer } from './read-offer.ts';
import { sealState } from './seal-state.ts';

/** Stores a sign-in that was offered to this browser, once: an id that was used has a row for as long as its offer holds. */
export async function storeOffered(ctx: Context & IdentityPorts, held: HeldSignIn): Promise<void> {
  const offer = await readOffer(ctx, held);
  if (offer === undefined) return;
  const { bankId, clock, db, identityVault } = ctx;
  const { secret, signInId } = held;
  await insertSignIn(db, {
    bankId,
    signInId,
    tieHash: identityVault.secretHash(secret),
    sealedState: sealState(ctx, signInId, offer.state),
    expiresAt: offer.expiresAt,
    now: clock.now(),
  });
}
