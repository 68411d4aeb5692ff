import type { Context } from '#platform/work/context.ts';
import type { BasketStatus } from '../domain/basket.ts';
import type { BasketsPorts } from '../ports/baskets-ports.ts';
import { loadOwnBasket, type NamedBasket } from '../steps/load-basket.ts';

/** Returns the status of a basket to the third party that made it, also after its end. */
export async function getBasketStatus(
  ctx: Context & BasketsPorts,
  named: NamedBasket,
): Promise<BasketStatus> {
  return (await loadOwnBasket(ctx, named)).status;
}
