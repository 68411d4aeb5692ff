import type { Subject, SubjectApproval, Subjects } from '#capabilities/sca/index.ts';
import { areDoubtful, isDoubtful } from '#capabilities/sca/index.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { laterOf } from '#platform/kernel/instants.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type BasketStatus, isOpen } from '../domain/basket.ts';
import type { Member } from '../domain/members.ts';
import { lockBasket, moveMembers } from '../store/baskets.store.ts';
import { updateNotifiedBasket } from '../store/notified-baskets.store.ts';
import { applyEvent } from './apply-event.ts';
import {
  asOfNow,
  type BasketNow,
  byId,
  isGrouped,
  lockMembers,
  type MemberSubjects,
  refOf,
} from './describe-members.ts';
import { basketOrder } from './grouping.ts';
import { listBasketTransfers } from './list-basket-transfers.ts';
import { readBasket } from './read-basket.ts';

/** What approvals need of baskets. */
export interface BasketParts {
  readonly clock: Clock;
  /** Payments and consents as if they were in no basket: a basket moves them itself. */
  readonly members: MemberSubjects;
}

/**
 * Baskets as approvals see them. A basket is approved as a whole, and each member is signed under its own rule: only
 * `authorised` moves them, in the transaction that records the signatures.
 */
export function createBasketSubjects(parts: BasketParts): Subjects {
  const { clock, members: subjects } = parts;
  return {
    async describe(db, bankId, { id }) {
      const now = isUuid(id) ? await readBasket(parts, db, { bankId, basketId: id }) : undefined;
      return now && knownSubject(now);
    },
    async lock(work, bankId, { id }) {
      const basket = await lockBasket(work, { bankId, basketId: id });
      if (basket === undefined) return undefined;
      const described = await lockMembers(subjects, work, { bankId, basket });
      return knownSubject(asOfNow(basket, described, clock.now()));
    },
    async listTransfers(db, bankId, { id }, page) {
      const now = isUuid(id) ? await readBasket(parts, db, { bankId, basketId: id }) : undefined;
      return now && listBasketTransfers(subjects, now.subjects, { bankId, db, page });
    },
    async accountsFor() {
      // Every member names its accounts.
      return [];
    },
    async choose() {
      return undefined;
    },
    authorised: (work, bankId, { id }, approval) =>
      moveApproved(parts, work, { bankId, basketId: id, approval }),
    markNotified: (work, bankId, { id }) => updateNotifiedBasket(work, { bankId, basketId: id }),
    async failed() {
      // Stays open for another authorisation until its time is over.
    },
  };
}

/** A basket whose members are all erased is unknown. */
function knownSubject(now: BasketNow): Subject | undefined {
  return now.subjects.length === 0 ? undefined : toSubject(now);
}

/** Returns a basket as approvals see it: what still waits for signatures is approved. */
export function toSubject({ basket, owner, subjects }: BasketNow): Subject {
  const { basketId, expiresAt, organisationId, status, thirdPartyName } = basket;
  return {
    ref: { kind: 'signing-basket', id: basketId },
    organisationId,
    thirdPartyName,
    owner: undefined,
    ...owner,
    leavesOpen: undefined,
    order: basketOrder(basketId, subjects),
    isShownByBank: subjects.some(hasUntoldDoubt),
    ...omitUndefined({ hasNotifications: basket.hasNotifications }),
    state: subjectState(status),
    expiresAt,
  };
}

/** A third party has room for the result of one payee, not for those of all members, and none for those of a bulk in one. */
function hasUntoldDoubt({ isPayeeUntold, order }: Subject): boolean {
  if (isPayeeUntold !== true || order === undefined) return false;
  if (order.kind === 'bulk-payment') return areDoubtful(order.payees);
  return 'transfer' in order && isDoubtful(order.transfer.payeeCheck);
}

function subjectState(status: BasketStatus): Subject['state'] {
  if (isOpen(status)) return 'open';
  return status === 'RJCT' ? 'over' : 'done';
}

interface Move {
  readonly bankId: string;
  readonly basketId: string;
  readonly approval: SubjectApproval;
}

async function moveApproved(
  { clock, members: subjects }: BasketParts,
  work: Work,
  { approval, bankId, basketId }: Move,
): Promise<void> {
  const basket = await lockBasket(work, { bankId, basketId });
  if (basket === undefined) throw new Error(`basket ${basketId} is gone`);
  const { extent, members: extents, ...signed } = approval;
  if (extents === undefined) throw new Error(`the members of basket ${basketId} were not signed`);
  const complete: Member[] = [];
  for (const member of basket.members.filter(isGrouped).toSorted(byId)) {
    const reached = extents.get(member.id);
    // Signed before by the same customer: it waits for others.
    if (reached === undefined) continue;
    await subjects[member.kind].authorised(work, bankId, refOf(member), { ...signed, extent: reached });
    if (reached.kind === 'fully') complete.push(member);
  }
  moveMembers(work, { bankId, basketId }, { members: complete, state: 'authorised' });
  const waiting = basket.members.filter((member) => isGrouped(member) && !complete.includes(member));
  const isComplete = waiting.length === 0;
  const after = applyEvent({ bankId, clock }, work, {
    basket: { ...basket, members: waiting },
    event: { kind: 'approved', extent: isComplete ? 'fully' : 'partly' },
    ...(extent.kind === 'partly' ? { expiresAt: laterOf(basket.expiresAt, extent.collectedUntil) } : {}),
  });
  if (after === undefined) throw new Error(`basket ${basketId} takes no approval in ${basket.status}`);
}
