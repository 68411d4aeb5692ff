import { recordChange } from '#capabilities/tpp-notifications/index.ts';
import { followResource, type Phase } from '#capabilities/tpp-quotas/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type BasketEvent, type BasketStatus, isOpen, nextStatus } from '../domain/basket.ts';
import { isEndingKept } from '../domain/endings.ts';
import { basketChanged, basketEnded } from '../events.ts';
import { type BasketHead, moveMembers, type StoredBasket, updateBasket } from '../store/baskets.store.ts';
import { isGrouped } from './describe-members.ts';

/**
 * Applies an event to a locked basket, saves and announces it: the only code that changes the state of a basket. The end
 * of a basket releases the members that are not authorised. Returns undefined if the event changes nothing. The caller
 * audits its command.
 */
export function applyEvent(
  { bankId, clock }: Pick<Context, 'bankId' | 'clock'>,
  work: Work,
  {
    basket,
    event,
    expiresAt = basket.expiresAt,
  }: {
    readonly basket: StoredBasket;
    readonly event: BasketEvent;
    readonly expiresAt?: BasketHead['expiresAt'];
  },
): StoredBasket | undefined {
  const status = nextStatus(basket.status, event);
  if (status === undefined) return undefined;
  const { basketId } = basket;
  const after = { ...basket, status, expiresAt, modifiedAt: clock.now() };
  updateBasket(work, bankId, after);
  if (!isOpen(status))
    moveMembers(work, { bankId, basketId }, { members: basket.members.filter(isGrouped), state: 'released' });
  work.emit(basketChanged(after));
  if (after.hasNotifications === true)
    recordChange({ bankId, clock }, work, {
      resource: { kind: 'signing-basket', id: basketId },
      change: { kind: 'transactionStatus', status, isLast: !isOpen(status) },
    });
  followResource({ bankId, clock }, work, {
    id: basketId,
    before: phaseOf(basket.status),
    after: phaseOf(status),
    expiresAt,
  });
  if (!isOpen(status) && isEndingKept(event)) work.emit(basketEnded(after));
  return after;
}

/** How far the approval of a basket is. */
function phaseOf(status: BasketStatus): Phase {
  if (status === 'RCVD') return 'unsigned';
  if (status === 'PATC') return 'partly-signed';
  return status === 'ACTC' ? 'approved' : 'ended';
}

/** Audits a change of state. */
export function auditChange(work: Work, before: BasketHead, after: BasketHead): void {
  work.audit({
    aggregateKind: 'signing-basket',
    aggregateId: after.basketId,
    changes: [{ field: 'status', before: before.status, after: after.status }],
  });
}
