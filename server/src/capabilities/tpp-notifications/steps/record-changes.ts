import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ResourceKind, ResourceRef, StatusChange } from '../domain/notification.ts';
import { insertChange } from '../store/notifications.store.ts';
import { deleteSubscriptions, upsertSubscription } from '../store/subscriptions.store.ts';
import type { AcceptedNotifications } from './accept-address.ts';

/**
 * Stores the address that a third party named for a resource, in the transaction that creates the resource or starts an
 * authorisation of it. It replaces an earlier one, also for messages that wait. Writes nothing if none was named. The
 * resource itself remembers whether there is one (`hasNotifications`).
 */
export function registerResource(
  { bankId, caller, clock }: Pick<Context, 'bankId' | 'caller' | 'clock'>,
  work: Work,
  resource: ResourceRef,
  accepted: AcceptedNotifications,
): void {
  if (accepted.kind !== 'accepted') return;
  const { address, contents } = accepted;
  const organisationId = callerId(caller);
  upsertSubscription(work, { bankId, resource, organisationId, address, contents, now: clock.now() });
}

/** A change of the status of a resource, or of one of its authorisations. */
export interface RecordedChange {
  readonly resource: ResourceRef;
  readonly change: StatusChange;
}

/**
 * Records a change for the third party, in the transaction that makes it. Call it only for resources with an address: for
 * the others it would be a statement in vain.
 */
export function recordChange(
  { bankId, clock }: Pick<Context, 'bankId' | 'clock'>,
  work: Work,
  { change, resource }: RecordedChange,
): void {
  insertChange(work, { bankId, resource, change, now: clock.now() });
}

/** Deletes addresses and messages of resources, in the transaction that deletes the resources. */
export function forgetResources(
  work: Work,
  resources: {
    readonly bankId: string;
    readonly kind: ResourceKind;
    readonly resourceIds: readonly string[];
  },
): void {
  if (resources.resourceIds.length > 0) deleteSubscriptions(work, resources);
}
