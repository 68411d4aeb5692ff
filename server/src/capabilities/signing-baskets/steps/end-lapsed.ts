import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isOpen } from '../domain/basket.ts';
import type { BasketsPorts } from '../ports/baskets-ports.ts';
import { lockBasket } from '../store/baskets.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';
import { asOfNow, describeMembers } from './describe-members.ts';

/** Records the end of a basket that can never be authorised, and releases its members; any other one stays as it is. */
export async function endLapsed(
  ctx: Context & Pick<BasketsPorts, 'basketMembers'>,
  basketId: string,
): Promise<void> {
  const { basketMembers, bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const basket = await lockBasket(work, { bankId, basketId });
    if (basket === undefined) throw new Error(`basket ${basketId} is gone`);
    // The members are not locked: what has ended stays ended.
    const described = await describeMembers(basketMembers, work, { bankId, basket });
    const { status } = asOfNow(basket, described, clock.now()).basket;
    const after = isOpen(status) ? undefined : applyEvent(ctx, work, { basket, event: { kind: 'lapsed' } });
    auditChange(work, basket, after ?? basket);
  });
}
