import { callerId } from '#platform/auth/caller.ts';
import { refuseTokenOfResource } from '#platform/auth/third-party-token.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { BasketsPorts } from '../ports/baskets-ports.ts';
import { problems } from '../problems.ts';
import type { StoredBasket } from '../store/baskets.store.ts';
import { readBasket } from './read-basket.ts';

/** Names a basket. */
export interface NamedBasket {
  readonly basketId: string;
}

/**
 * Returns a basket of the calling third party as it is now. One of another third party does not exist for it. No token
 * stands for a basket, so one for a payment or a consent does not reach it.
 */
export async function loadOwnBasket(
  ctx: Context & BasketsPorts,
  { basketId }: NamedBasket,
): Promise<StoredBasket> {
  const { bankId, caller, clock, db } = ctx;
  refuseTokenOfResource(caller);
  const parts = { clock, members: ctx.basketMembers };
  const now = isUuid(basketId) ? await readBasket(parts, db, { bankId, basketId }) : undefined;
  if (now === undefined || now.basket.organisationId !== callerId(caller)) throw problems['basket-unknown']();
  return now.basket;
}
