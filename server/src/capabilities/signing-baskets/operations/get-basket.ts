import type { Context } from '#platform/work/context.ts';
import type { BasketsPorts } from '../ports/baskets-ports.ts';
import { loadOwnBasket, type NamedBasket } from '../steps/load-basket.ts';
import type { StoredBasket } from '../store/baskets.store.ts';

/** Returns a basket to the third party that made it, also after its end. */
export function getBasket(ctx: Context & BasketsPorts, named: NamedBasket): Promise<StoredBasket> {
  return loadOwnBasket(ctx, named);
}
