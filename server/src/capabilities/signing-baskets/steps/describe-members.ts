import type { Temporal } from 'temporal-polyfill';
import type { Subject, SubjectsByKind } from '#capabilities/sca/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isOpen, nextStatus } from '../domain/basket.ts';
import { type BasketOwner, type Member, type MemberRef, ownerOf } from '../domain/members.ts';
import type { StoredBasket } from '../store/basket-rows.ts';
import { memberOrder } from './grouping.ts';

/** The resources that baskets group, as approvals see them while they are in none. */
export type MemberSubjects = Required<Pick<SubjectsByKind, MemberRef['kind']>>;

/** A resource that waits in a basket, and what its capability says of it. */
export interface DescribedMember {
  readonly member: Member;
  readonly subject: Subject | undefined;
}

/**
 * Reads the resources of a basket, in its order: while it is open those that wait for signatures, because only they are
 * still approved.
 */
export async function describeMembers(
  subjects: MemberSubjects,
  db: Reader,
  { bankId, basket }: BasketOfBank,
): Promise<readonly DescribedMember[]> {
  return Promise.all(
    approvedIn(basket).map(async (member) => ({
      member,
      subject: await subjects[member.kind].describe(db, bankId, refOf(member)),
    })),
  );
}

/** Locks them by id, as every command does that locks several resources; returns them in the order of the basket. */
export async function lockMembers(
  subjects: MemberSubjects,
  work: Work,
  { bankId, basket }: BasketOfBank,
): Promise<readonly DescribedMember[]> {
  const members = approvedIn(basket);
  const locked = new Map<Member, Subject | undefined>();
  for (const member of members.toSorted(byId))
    locked.set(member, await subjects[member.kind].lock(work, bankId, refOf(member)));
  return members.map((member) => ({ member, subject: locked.get(member) }));
}

interface BasketOfBank {
  readonly bankId: string;
  readonly basket: StoredBasket;
}

function approvedIn({ members, status }: StoredBasket): readonly Member[] {
  return isOpen(status) ? members.filter(isGrouped) : members;
}

export function isGrouped({ state }: Member): boolean {
  return state === 'grouped';
}

export function refOf({ id, kind }: MemberRef): MemberRef {
  return { kind, id };
}

export function byId(one: MemberRef, other: MemberRef): number {
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

/** A basket as it is now, with what its open members can be approved as. */
export interface BasketNow {
  readonly basket: StoredBasket;
  readonly owner: BasketOwner | undefined;
  readonly subjects: readonly Subject[];
}

/**
 * Returns a basket as it is now. One whose time is over is rejected, and so is one of which a member ended alone or
 * belongs to another customer now: what is approved is what was grouped, whether or not a job has recorded the end.
 */
export function asOfNow(
  basket: StoredBasket,
  described: readonly DescribedMember[],
  now: Temporal.Instant,
): BasketNow {
  const subjects = described.flatMap(({ subject }) => subject ?? []);
  const owner = ownerOf(subjects);
  const canComplete =
    owner !== undefined &&
    described.length > 0 &&
    subjects.length === described.length &&
    subjects.every((subject) => subject.state === 'open' && memberOrder(subject) !== undefined);
  const isOver = basket.expiresAt.epochNanoseconds <= now.epochNanoseconds || !canComplete;
  const status = isOpen(basket.status) && isOver ? nextStatus(basket.status, { kind: 'lapsed' }) : undefined;
  return { basket: status === undefined ? basket : { ...basket, status }, owner, subjects };
}
