import type { Subject, Subjects } from '#capabilities/sca/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { isOpen } from '../domain/basket.ts';
import type { MemberKind } from '../domain/members.ts';
import { findBasketOf } from '../store/baskets.store.ts';
import type { MemberSubjects } from './describe-members.ts';
import { readBasket } from './read-basket.ts';

/** The resources that baskets group, and when. */
export interface GuardedParts {
  readonly clock: Clock;
  readonly members: MemberSubjects;
}

/**
 * Returns the resources of a kind as approvals see them alone: one in an open basket takes no authorisation of its own,
 * nor does one that started before. SPEC xs2a 1.7
 */
export function guardMembers(kind: MemberKind, parts: GuardedParts): Subjects {
  const inner = parts.members[kind];
  return {
    ...inner,
    describe: async (db, bankId, ref) =>
      guarded(parts, db, { bankId, kind, subject: await inner.describe(db, bankId, ref) }),
    // The row of the resource is locked, as it is while a basket is made: one of the two sees the other.
    lock: async (work, bankId, ref) =>
      guarded(parts, work, { bankId, kind, subject: await inner.lock(work, bankId, ref) }),
  };
}

async function guarded(
  parts: GuardedParts,
  db: Reader,
  {
    bankId,
    kind,
    subject,
  }: { readonly bankId: string; readonly kind: MemberKind; readonly subject: Subject | undefined },
): Promise<Subject | undefined> {
  if (subject?.state !== 'open') return subject;
  const basketId = await findBasketOf(db, { bankId, kind, id: subject.ref.id });
  const now = basketId === undefined ? undefined : await readBasket(parts, db, { bankId, basketId });
  return now !== undefined && isOpen(now.basket.status) ? { ...subject, state: 'grouped' } : subject;
}
