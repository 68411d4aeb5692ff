import Type from 'typebox';
import { eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { ChangeRequestState } from '../domain/change-request.ts';
import type { PendingActionState } from '../domain/pending-action.ts';

const source = '/api/v1';

// Own data. None names a value; the aggregate is the request, the action, the customer or the user.

const defineRequestEvent = eventFamily({
  source,
  aggregateKind: 'change-request',
  data: Type.Object({ changeRequestId: Type.String(), clientNumber: Type.String(), kind: Type.String() }),
});

const defineActionEvent = eventFamily({
  source,
  aggregateKind: 'pending-action',
  data: Type.Object({ actionId: Type.String(), clientNumber: Type.String(), kind: Type.String() }),
});

export const ownDataEvents = {
  dataUpdated: eventFamily({
    source,
    aggregateKind: 'client',
    data: Type.Object({ clientNumber: Type.String() }),
  })('client-data-updated', 'A customer changed own data.'),
  requestCreated: defineRequestEvent(
    'change-request-created',
    'A change was requested, or its code once more.',
  ),
  requestCodeSent: defineRequestEvent('change-request-code-sent', 'The code of a change was sent.'),
  requestApplied: defineRequestEvent('change-request-applied', 'A requested change was applied.'),
  requestCancelled: defineRequestEvent('change-request-cancelled', 'A requested change was cancelled.'),
  requestExpired: defineRequestEvent('change-request-expired', 'A requested change expired.'),
  requestRejected: defineRequestEvent('change-request-rejected', 'The bank rejected a requested change.'),
  requestFailed: defineRequestEvent('change-request-failed', 'A requested change failed: no code is left.'),
  actionCreated: defineActionEvent('pending-action-created', 'A customer has something to do.'),
  actionCompleted: defineActionEvent('pending-action-completed', 'A customer completed an action.'),
  actionDeclined: defineActionEvent('pending-action-declined', 'A customer declined an action.'),
  actionExpired: defineActionEvent('pending-action-expired', 'An action expired.'),
  actionCancelled: defineActionEvent('pending-action-cancelled', 'An action is no longer needed.'),
  tutorialClaimed: eventFamily({
    source,
    aggregateKind: 'user',
    data: Type.Object({ 'user-id': Type.String(), tutorialId: Type.String() }),
  })('tutorial-claim-updated', 'A user claimed a tutorial, or took the claim back.'),
} as const;

const eventsOfStates = {
  created: ownDataEvents.requestCreated,
  'code-sent': ownDataEvents.requestCodeSent,
  'in-review': ownDataEvents.requestCreated,
  applied: ownDataEvents.requestApplied,
  cancelled: ownDataEvents.requestCancelled,
  expired: ownDataEvents.requestExpired,
  rejected: ownDataEvents.requestRejected,
  failed: ownDataEvents.requestFailed,
} as const satisfies Readonly<Record<ChangeRequestState, object>>;

/** Returns the event of a request that has just got its state. */
export function requestEvent(request: {
  readonly changeRequestId: string;
  readonly customerNumber: string;
  readonly kind: string;
  readonly state: ChangeRequestState;
}): NewEvent {
  const { changeRequestId, customerNumber, kind, state } = request;
  return eventOf(eventsOfStates[state], changeRequestId, {
    changeRequestId,
    clientNumber: customerNumber,
    kind,
  });
}

const eventsOfActions = {
  pending: ownDataEvents.actionCreated,
  completed: ownDataEvents.actionCompleted,
  declined: ownDataEvents.actionDeclined,
  expired: ownDataEvents.actionExpired,
  cancelled: ownDataEvents.actionCancelled,
} as const satisfies Readonly<Record<PendingActionState, object>>;

/** Returns the event of an action that has just got its state. */
export function actionEvent(
  action: { readonly actionId: string; readonly customerNumber: string; readonly kind: string },
  state: PendingActionState,
): NewEvent {
  const { actionId, customerNumber, kind } = action;
  return eventOf(eventsOfActions[state], actionId, { actionId, clientNumber: customerNumber, kind });
}

export function dataUpdated(clientNumber: string): NewEvent {
  return eventOf(ownDataEvents.dataUpdated, clientNumber, { clientNumber });
}

export function tutorialClaimed(userId: string, tutorialId: string): NewEvent {
  return eventOf(ownDataEvents.tutorialClaimed, userId, { 'user-id': userId, tutorialId });
}
