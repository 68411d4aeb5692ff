import { findOwnUser, type OwnUser } from '#capabilities/identity/index.ts';
import { type OwnProfile, profileOf } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { stateAt } from '../domain/change-request.ts';
import { actionStateAt } from '../domain/pending-action.ts';
import { shownActionsMax, shownRequestsMax } from '../domain/policy.ts';
import { isClaimed, tutorials } from '../domain/tutorials.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { type ChangeRequest, listChangeRequests } from '../store/change-requests.store.ts';
import {
  type ClientPreference,
  findPreference,
  listClaims,
  type StoredClaim,
} from '../store/client-preferences.store.ts';
import { listActions, type PendingAction } from '../store/pending-actions.store.ts';
import type { Client, ShownAction, ShownRequest } from './client.ts';
import { listOwnDevices, type OwnDevice } from './devices/own-devices.ts';
import { type OwnClient, partyContext } from './own-client.ts';
import { listRestrictions, type ShownRestriction } from './restrictions/list-restrictions.ts';

type Ctx = Context & ClientPorts;

/** Requests that were closed are shown for this long. */
const shownHours = 30 * 24;

/** The rows that a client consists of. */
export interface ClientRows {
  readonly profile: OwnProfile;
  readonly user: OwnUser;
  readonly preference: ClientPreference;
  readonly devices: readonly OwnDevice[];
  readonly restrictions: readonly ShownRestriction[];
  readonly actions: readonly PendingAction[];
  readonly requests: readonly ChangeRequest[];
  readonly claims: readonly StoredClaim[];
}

/** Reads everything of a client. A token may outlive its user or the record of its customer. */
export async function loadClientRows(ctx: Ctx, db: Reader, own: OwnClient): Promise<ClientRows> {
  const { bankId, clientVault, clock, identity } = ctx;
  const { customer, customerNumber } = own;
  const { deviceId, userId } = customer;
  const now = clock.now();
  const since = now.subtract({ hours: shownHours });
  const [profile, user, preference, devices, restrictions, actions, requests, claims] = await Promise.all([
    profileOf(partyContext(ctx, own), db, customerNumber),
    findOwnUser({ ...ctx, ...identity }, db, userId),
    findPreference(db, clientVault, { bankId, userId }),
    listOwnDevices(ctx, db, { bankId, userId, current: deviceId, now }),
    listRestrictions(ctx, db, { clientNumber: customerNumber }),
    listActions(db, { bankId, customerNumber, userId, limit: shownActionsMax }),
    listChangeRequests(db, { bankId, customerNumber, since, limit: shownRequestsMax }),
    listClaims(db, { bankId, userId }),
  ]);
  if (user === undefined) throw standardProblems.unauthorized();
  if (profile === undefined) throw standardProblems['not-found']();
  return { profile, user, preference, devices, restrictions, actions, requests, claims };
}

/** Returns what the rows of a client show at this time. */
export function clientOf(ctx: Ctx, rows: ClientRows): Client {
  const { bankId, clock, identity } = ctx;
  const now = clock.now();
  const bankZone = identity.identityFacts.of(bankId).timeZone;
  const { claims, devices, preference, profile, restrictions, user } = rows;
  return {
    bankId,
    profile,
    user,
    displayName: preference.displayName ?? profile.displayName,
    timeZone: preference.timeZone ?? bankZone,
    language: profile.preferredLanguage ?? user.language,
    // The contacts with which the user signs in count; without them, what staff have entered.
    email: user.email ?? profile.email,
    mobilePhone: user.phone ?? profile.mobilePhone,
    pictureUrl: profile.pictureUrl ?? user.profilePictureUrl,
    devices,
    restrictions,
    actions: rows.actions.flatMap((action) => shownAction(action, { now, bankZone })),
    requests: rows.requests.map((request): ShownRequest => ({ ...request, state: stateAt(request, now) })),
    tutorials: tutorials.map((tutorial) => ({
      ...tutorial,
      isClaimed: isClaimed(tutorial, claims),
      claimedAt: isClaimed(tutorial, claims)
        ? claims.find(({ tutorialId }) => tutorialId === tutorial.tutorialId)?.claimedAt
        : undefined,
    })),
  };
}

function shownAction(
  action: PendingAction,
  { bankZone, now }: { readonly now: ReturnType<Context['clock']['now']>; readonly bankZone: string },
): readonly ShownAction[] {
  const state = actionStateAt(action, now);
  if (state !== 'pending') return [];
  const { actionId, dueAt, isMandatory, kind } = action;
  return [{ actionId, kind, isMandatory, state, dueDate: dueAt.toZonedDateTimeISO(bankZone).toPlainDate() }];
}
