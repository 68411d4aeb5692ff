import {
  type ApprovalRequest,
  explicitStart,
  nameCustomerOfNew,
  type ResourceStart,
  type Subject,
} from '#capabilities/sca/index.ts';
import {
  type AcceptedNotifications,
  acceptNotifications,
  type NotificationRequest,
  notifiedMember,
  registerResource,
} from '#capabilities/tpp-notifications/index.ts';
import { type NewResource, withinQuotas } from '#capabilities/tpp-quotas/index.ts';
import { callerId, thirdPartyName } from '#platform/auth/caller.ts';
import type { Reader } from '#platform/db/reader.ts';
import { isUuid, virtualShard } from '#platform/kernel/ids.ts';
import { earlierOf } from '#platform/kernel/instants.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { BasketStatus } from '../domain/basket.ts';
import { type MemberRef, ownerOf } from '../domain/members.ts';
import { basketCreated } from '../events.ts';
import type { BasketsPorts } from '../ports/baskets-ports.ts';
import { problems } from '../problems.ts';
import { toSubject } from '../steps/basket-subjects.ts';
import { refuseFaultyList, refuseFaultyMembers } from '../steps/check-members.ts';
import { byId } from '../steps/describe-members.ts';
import { endLapsed } from '../steps/end-lapsed.ts';
import { areMixable } from '../steps/grouping.ts';
import { findBasketOf, insertBasket, type StoredBasket } from '../store/baskets.store.ts';

/** Resources that a third party groups, in its order. */
export interface CreateBasket {
  readonly members: readonly MemberRef[];
  readonly approval: ApprovalRequest;
  /** Undefined: not said. */
  readonly isExplicitPreferred: boolean | undefined;
  readonly notifications: NotificationRequest;
}

export interface CreatedBasket {
  readonly basketId: string;
  readonly status: BasketStatus;
  readonly start: ResourceStart;
  readonly notifications: AcceptedNotifications;
}

/**
 * Groups payments and consents of a third party, which one customer then approves together. Each is locked while it is
 * grouped, so that none is approved alone in the same moment. SPEC xs2a 1.7
 */
export async function createBasket(
  ctx: Context & BasketsPorts,
  command: CreateBasket,
): Promise<CreatedBasket> {
  const { bankId } = ctx;
  const { areSupported, entriesMax } = ctx.basketsChoices.of(bankId);
  if (!areSupported) throw problems['baskets-not-supported']();
  refuseMissingRole(ctx, command);
  refuseFaultyList(command, entriesMax);
  const notifications = acceptNotifications(ctx, command.notifications);
  const approval = await prepareCommand(ctx, async () => {
    const named = await nameCustomerOfNew(ctx, command.approval);
    await releaseLapsed(ctx, command.members);
    return named;
  });
  const resource = basketResource(ctx, command.members);
  return withinQuotas(ctx, resource, () =>
    saveBasket(ctx, command, { approval, basketId: resource.id, notifications }),
  );
}

interface BasketToSave {
  readonly approval: ApprovalRequest;
  readonly basketId: string;
  readonly notifications: AcceptedNotifications;
}

async function saveBasket(
  ctx: Context & BasketsPorts,
  { members }: CreateBasket,
  { approval, basketId, notifications }: BasketToSave,
): Promise<CreatedBasket> {
  const { bankId } = ctx;
  return runCommand(ctx, async (work) => {
    const subjects = await lockSubjects(ctx, work, members);
    if (!areMixable(subjects)) throw problems['mix-not-supported']();
    const basket = { ...newBasket(ctx, { basketId, members }, subjects), ...notifiedMember(notifications) };
    const { status } = basket;
    insertBasket(work, bankId, basket);
    registerResource(ctx, work, { kind: 'signing-basket', id: basketId }, notifications);
    const owner = ownerOf(subjects);
    const start = explicitStart(ctx, approval, toSubject({ basket, owner, subjects }));
    work.emit(basketCreated(basket));
    work.audit({
      aggregateKind: 'signing-basket',
      aggregateId: basketId,
      changes: [
        { field: 'status', after: status },
        { field: 'members', after: subjects.length },
      ],
    });
    return { basketId, status, start, notifications };
  });
}

/** A basket as the quotas of its third party count it. Its id has the shard of its first member, which is that of the owner. */
function basketResource(
  { basketsChoices, bankId, caller, clock, ids }: Context & BasketsPorts,
  [first]: readonly MemberRef[],
): NewResource {
  const { unconfirmedLifeMs } = basketsChoices.of(bankId);
  return {
    kind: 'signing-basket',
    id: ids.uuid(virtualShard(bankId, first?.id ?? callerId(caller))),
    accountId: undefined,
    contentBytes: 0,
    expiresAt: clock.now().add({ milliseconds: unconfirmedLifeMs }),
  };
}

/** SPEC xs2a 1.1: the role of every resource that is grouped. */
function refuseMissingRole({ caller }: Context, { members }: CreateBasket): void {
  const roles = caller.kind === 'tpp' ? caller.roles : [];
  const needed = members.map(({ kind }) => (kind === 'payment' ? ('PSP_PI' as const) : ('PSP_AI' as const)));
  if (needed.some((role) => !roles.includes(role))) throw standardProblems['role-invalid']();
}

/** A basket that can never be authorised blocks nothing, also while no job has recorded its end. */
async function releaseLapsed(ctx: Context & BasketsPorts, members: readonly MemberRef[]): Promise<void> {
  const { bankId, db } = ctx;
  const found = await Promise.all(
    members.map(({ id, kind }) => findBasketOfMember(db, { bankId, id, kind })),
  );
  // The key of the request belongs to the basket that is made.
  for (const basketId of new Set(found.flatMap((id) => id ?? [])))
    await endLapsed({ ...ctx, idempotency: undefined }, basketId);
}

function findBasketOfMember(
  db: Reader,
  member: MemberRef & { readonly bankId: string },
): Promise<string | undefined> {
  return isUuid(member.id) ? findBasketOf(db, member) : Promise.resolve(undefined);
}

/** Locks the resources by id, and returns them in the order of the request. */
async function lockSubjects(
  ctx: Context & BasketsPorts,
  work: Work,
  members: readonly MemberRef[],
): Promise<readonly Subject[]> {
  const { bankId, caller, subjects } = ctx;
  const locked = new Map<MemberRef, Subject | undefined>();
  for (const member of members.toSorted(byId))
    locked.set(
      member,
      isUuid(member.id) ? await subjects[member.kind]?.lock(work, bankId, member) : undefined,
    );
  return refuseFaultyMembers(members, locked, callerId(caller));
}

function newBasket(
  { bankId, basketsChoices, caller, clock }: Context & BasketsPorts,
  { basketId, members }: Pick<StoredBasket, 'basketId'> & Pick<CreateBasket, 'members'>,
  subjects: readonly Subject[],
): StoredBasket {
  const now = clock.now();
  const organisationId = callerId(caller);
  const { unconfirmedLifeMs } = basketsChoices.of(bankId);
  return {
    basketId,
    organisationId,
    thirdPartyName: thirdPartyName(caller),
    status: 'RCVD',
    // A basket without one of its members could not be authorised.
    expiresAt: subjects
      .map(({ expiresAt }) => expiresAt)
      .reduce(earlierOf, now.add({ milliseconds: unconfirmedLifeMs })),
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1n,
    members: members.map(({ id, kind }) => ({ id, kind, state: 'grouped' })),
  };
}
