import { isDeepStrictEqual } from 'node:util';
import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { notificationGroup } from '../domain/notification-groups.ts';
import {
  asksForSomething,
  describePreference,
  type PreferenceRequest,
  type StoredPreference,
  wishedPreference,
} from '../domain/preferences.ts';
import { events } from '../events.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';
import { ownNumbers } from '../steps/own-numbers.ts';
import { requireContacts } from '../steps/require-contacts.ts';
import { listPreferences, lockPreferences, savePreference } from '../store/preferences.store.ts';

/** A wish, and whose it is; without a number the caller's own. */
export interface OwnRequest extends PreferenceRequest {
  readonly customerNumber?: string;
}

type Wishes = ReadonlyMap<string, readonly PreferenceRequest[]>;

/** Changes how customers are notified: all that is wished, or nothing. */
export async function setPreferences(
  ctx: Context & CorrespondencePorts,
  wishes: readonly OwnRequest[],
): Promise<void> {
  const byOwner = wishesByOwner(ctx.caller, wishes);
  await requireAccounts(ctx, byOwner);
  for (const [customerNumber, own] of byOwner)
    await requireContacts(ctx, customerNumber, new Set(own.flatMap(({ turnedOn = [] }) => turnedOn)));
  await runCommand(ctx, async (work) => {
    const changes: Change[] = [];
    // Always in the same order: two who act for each other's organization would wait for each other for ever.
    for (const customerNumber of [...byOwner.keys()].toSorted())
      changes.push(
        ...(await takeWishes(ctx, work, { customerNumber, wishes: byOwner.get(customerNumber) ?? [] })),
      );
    work.audit({
      aggregateKind: 'customer',
      aggregateId: [...byOwner.keys()][0] ?? ctx.origin.requestId,
      changes: changes.map(({ after, before, customerNumber }) => ({
        field: [customerNumber, after.groupId, after.accountId]
          .filter((part) => part !== undefined)
          .join(' '),
        before: before === undefined ? null : describePreference(before),
        after: describePreference(after),
      })),
    });
  });
}

interface Change {
  readonly customerNumber: string;
  readonly before: StoredPreference | undefined;
  readonly after: StoredPreference;
}

/** Holds a customer's preferences still, and enters what is different. */
async function takeWishes(
  { bankId, clock }: Context,
  work: Work,
  {
    customerNumber,
    wishes,
  }: { readonly customerNumber: string; readonly wishes: readonly PreferenceRequest[] },
): Promise<readonly Change[]> {
  const owner = { bankId, customerNumber };
  const [, stored] = await Promise.all([lockPreferences(work, owner), listPreferences(work, owner)]);
  const changes: Change[] = [];
  let current = stored;
  for (const wish of wishes) {
    const before = current.find((one) => isSameTarget(one, wish));
    const after = decided(current, wish);
    current = [...current.filter((one) => one !== before), after];
    if (isDeepStrictEqual(before, after)) continue;
    savePreference(work, owner, { preference: after, now: clock.now() });
    changes.push({ customerNumber, before, after });
  }
  const groups = [...new Set(changes.map(({ after }) => after.groupId))];
  if (groups.length > 0)
    work.emit(
      eventOf(events.preferencesChanged, customerNumber, { 'customer-number': customerNumber, groups }),
    );
  return changes;
}

function decided(current: readonly StoredPreference[], request: PreferenceRequest): StoredPreference {
  const after = wishedPreference(notificationGroup(request.groupId), current, request);
  if (after === 'preference-not-changeable') throw problems[after]();
  return after;
}

/** Whose wishes they are; of another one's customer number nothing is said but that it is not there. */
function wishesByOwner(caller: Caller, wishes: readonly OwnRequest[]): Wishes {
  const own = ownNumbers(caller);
  const owned = wishes.map(({ customerNumber = own[0], ...wish }) => ({ customerNumber, wish }));
  const keys = owned.map(({ customerNumber, wish }) =>
    JSON.stringify([customerNumber, wish.groupId, wish.accountId]),
  );
  refuseFaults(
    keys.flatMap((key, index) => (keys.indexOf(key) < index ? [faultAt(['items', index], 'duplicate')] : [])),
  );
  const byOwner = new Map<string, PreferenceRequest[]>();
  for (const { customerNumber, wish } of owned) {
    if (customerNumber === undefined || !own.includes(customerNumber)) throw standardProblems['not-found']();
    byOwner.set(customerNumber, [...(byOwner.get(customerNumber) ?? []), wish]);
  }
  return new Map(
    [...byOwner].map(([number, all]) => [number, all.filter(asksForSomething).toSorted(generalFirst)]),
  );
}

/** What is wished for all accounts holds for one of them, unless something else is wished for it. */
function generalFirst(one: PreferenceRequest, other: PreferenceRequest): number {
  return Number(one.accountId !== undefined) - Number(other.accountId !== undefined);
}

function isSameTarget(one: StoredPreference, request: PreferenceRequest): boolean {
  return one.groupId === request.groupId && one.accountId === request.accountId;
}

async function requireAccounts(
  { accountHoldings, bankId }: Context & CorrespondencePorts,
  wishes: Wishes,
): Promise<void> {
  for (const [customerNumber, own] of wishes) {
    const named = new Set(
      own.map(({ accountId }) => accountId).filter((accountId) => accountId !== undefined),
    );
    const held = await Promise.all(
      [...named].map((accountId) => accountHoldings.holds(bankId, customerNumber, accountId)),
    );
    if (held.includes(false)) throw problems['account-not-found']();
  }
}
