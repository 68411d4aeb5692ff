import { callerId } from '#platform/auth/caller.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { BasketsPorts } from '../ports/baskets-ports.ts';
import { problems } from '../problems.ts';
import { findBasket, type StoredBasket } from '../store/baskets.store.ts';
import { asOfNow, describeMembers } from './describe-members.ts';

/** Names a basket. */
export interface NamedBasket {
  readonly basketId: string;
}

/** Returns a basket of the calling third party as it is now. One of another third party does not exist for it. */
export async function loadOwnBasket(
  ctx: Context & BasketsPorts,
  { basketId }: NamedBasket,
): Promise<StoredBasket> {
  const { bankId, caller, clock, db } = ctx;
  const basket = isUuid(basketId) ? await findBasket(db, { bankId, basketId }) : undefined;
  if (basket === undefined || basket.organisationId !== callerId(caller)) throw problems['basket-unknown']();
  const described = await describeMembers(ctx.basketMembers, db, { bankId, basket });
  return asOfNow(basket, described, clock.now()).basket;
}
