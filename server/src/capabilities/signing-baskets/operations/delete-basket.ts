import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isOpen } from '../domain/basket.ts';
import type { BasketsPorts } from '../ports/baskets-ports.ts';
import { problems } from '../problems.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { loadOwnBasket, type NamedBasket } from '../steps/load-basket.ts';
import { lockBasket } from '../store/baskets.store.ts';

/**
 * Deletes a basket, so that its members can be approved alone or grouped again. The row lock decides between a deletion
 * and the first signature. SPEC 001: not after that.
 */
export async function deleteBasket(ctx: Context & BasketsPorts, named: NamedBasket): Promise<void> {
  const { bankId } = ctx;
  const found = await prepareCommand(ctx, () => loadOwnBasket(ctx, named));
  // One that has lapsed blocks nothing and stays as it ended.
  if (found.status === 'RJCT' || found.status === 'CANC') return;
  await runCommand(ctx, async (work) => {
    const basket = await lockBasket(work, { bankId, basketId: found.basketId });
    if (basket === undefined) throw problems['basket-unknown']();
    const after = applyEvent(ctx, work, { basket, event: { kind: 'deleted' } });
    if (after === undefined && (isOpen(basket.status) || basket.status === 'ACTC'))
      throw problems['basket-signed']();
    auditChange(work, basket, after ?? basket);
  });
}
