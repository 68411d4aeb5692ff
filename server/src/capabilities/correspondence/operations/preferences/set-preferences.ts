import { isDeepStrictEqual } from 'node:util';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { notificationGroup } from '../../domain/notification-groups.ts';
import {
  changedPreference,
  describePreference,
  isChange,
  type PreferenceRequest,
  type StoredPreference,
} from '../../domain/preferences.ts';
import { events } from '../../events.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { problems } from '../../problems.ts';
import { ownNumbers } from '../../steps/callers.ts';
import { requireContacts } from '../../steps/recipients.ts';
import { listPreferences, lockPreferences, upsertPreference } from '../../store/preferences.store.ts';

/** A preference change and its owner; without a number, the caller. */
export interface OwnRequest extends PreferenceRequest {
  readonly customerNumber?: string;
}

type RequestsByOwner = ReadonlyMap<string, readonly PreferenceRequest[]>;

/** Changes notification preferences: all changes apply, or none. */
export async function setPreferences(
  ctx: Context & CorrespondencePorts,
  requests: readonly OwnRequest[],
): Promise<void> {
  const byOwner = requestsByOwner(ctx.caller, requests);
  await requireAccounts(ctx, byOwner);
  for (const [customerNumber, own] of byOwner)
    await requireContacts(ctx, customerNumber, new Set(own.flatMap(({ turnedOn = [] }) => turnedOn)));
  await runCommand(ctx, async (work) => {
    const changes: Change[] = [];
    // Always in the same order: two users who act for each other's organization would deadlock.
    for (const customerNumber of [...byOwner.keys()].toSorted())
      changes.push(
        ...(await applyRequests(ctx, work, { customerNumber, requests: byOwner.get(customerNumber) ?? [] })),
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

/** Locks a customer's preferences and saves what changed. */
async function applyRequests(
  { bankId, clock }: Context,
  work: Work,
  {
    customerNumber,
    requests,
  }: { readonly customerNumber: string; readonly requests: readonly PreferenceRequest[] },
): Promise<readonly Change[]> {
  const owner = { bankId, customerNumber };
  const [, stored] = await Promise.all([lockPreferences(work, owner), listPreferences(work, owner)]);
  const changes: Change[] = [];
  let current = stored;
  for (const request of requests) {
    const before = current.find((one) => isSameTarget(one, request));
    const after = preferenceAfter(current, request);
    current = [...current.filter((one) => one !== before), after];
    if (isDeepStrictEqual(before, after)) continue;
    upsertPreference(work, owner, { preference: after, now: clock.now() });
    changes.push({ customerNumber, before, after });
  }
  const groups = [...new Set(changes.map(({ after }) => after.groupId))];
  if (groups.length > 0)
    work.emit(
      eventOf(events.preferencesChanged, customerNumber, { 'customer-number': customerNumber, groups }),
    );
  return changes;
}

function preferenceAfter(current: readonly StoredPreference[], request: PreferenceRequest): StoredPreference {
  const after = changedPreference(notificationGroup(request.groupId), current, request);
  if (after === 'preference-not-changeable') throw problems[after]();
  return after;
}

/** Resolves the owner of a change; a foreign customer number is reported as not found. */
function requestsByOwner(caller: Caller, requests: readonly OwnRequest[]): RequestsByOwner {
  const own = ownNumbers(caller);
  const owned = requests.map(({ customerNumber = own[0], ...request }) => ({ customerNumber, request }));
  const keys = owned.map(({ customerNumber, request }) =>
    JSON.stringify([customerNumber, request.groupId, request.accountId]),
  );
  rejectFieldErrors(
    keys.flatMap((key, index) =>
      keys.indexOf(key) < index ? [fieldErrorAt(['items', index], 'duplicate')] : [],
    ),
  );
  const byOwner = new Map<string, PreferenceRequest[]>();
  for (const { customerNumber, request } of owned) {
    if (customerNumber === undefined || !own.includes(customerNumber)) throw standardProblems['not-found']();
    byOwner.set(customerNumber, [...(byOwner.get(customerNumber) ?? []), request]);
  }
  return new Map([...byOwner].map(([number, all]) => [number, all.filter(isChange).toSorted(generalFirst)]));
}

/** A change for all accounts also applies to single accounts, unless the request changes those too. */
function generalFirst(one: PreferenceRequest, other: PreferenceRequest): number {
  return Number(one.accountId !== undefined) - Number(other.accountId !== undefined);
}

function isSameTarget(one: StoredPreference, request: PreferenceRequest): boolean {
  return one.groupId === request.groupId && one.accountId === request.accountId;
}

async function requireAccounts(
  { accountHoldings, bankId }: Context & CorrespondencePorts,
  requests: RequestsByOwner,
): Promise<void> {
  for (const [customerNumber, own] of requests) {
    const accountIds = new Set(
      own.map(({ accountId }) => accountId).filter((accountId) => accountId !== undefined),
    );
    const holdings = await Promise.all(
      [...accountIds].map((accountId) => accountHoldings.holds(bankId, customerNumber, accountId)),
    );
    if (holdings.includes(false)) throw problems['account-not-found']();
  }
}
