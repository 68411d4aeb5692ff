import type { Temporal } from 'temporal-polyfill';

export const pendingActionKinds = [
  'accept-terms',
  'confirm-personal-data',
  'complete-kyc',
  'renew-id-document',
  'confirm-tax-status',
  'verify-email',
  'verify-phone',
  'pair-device',
  'sign-document',
  'sign-payment',
  'read-notice',
  'change-password',
] as const;
export type PendingActionKind = (typeof pendingActionKinds)[number];

export const pendingActionStates = ['pending', 'completed', 'declined', 'expired', 'cancelled'] as const;
export type PendingActionState = (typeof pendingActionStates)[number];

export const actionResults = ['accepted', 'declined', 'done'] as const;
export type ActionResult = (typeof actionResults)[number];

/** What a kind of action needs from the customer. */
interface ActionRule {
  readonly assurance: '1fa' | 'sca';
  /** The result that completes it. */
  readonly completedBy: 'accepted' | 'done';
  /** Whether it may be declined where it is not mandatory. */
  readonly mayDecline: boolean;
  /** Staff may request it; the others have causes of their own. */
  readonly isRequestable: boolean;
}

const done = { assurance: '1fa', completedBy: 'done', mayDecline: false, isRequestable: false } as const;

// GAP: which result completes which kind, which may be declined, and what each needs. ADR-0096
export const actionRules: Readonly<Record<PendingActionKind, ActionRule>> = {
  'accept-terms': { ...done, completedBy: 'accepted', mayDecline: true },
  'confirm-personal-data': { ...done, assurance: 'sca', isRequestable: true },
  'complete-kyc': { ...done, isRequestable: true },
  'renew-id-document': { ...done, isRequestable: true },
  'confirm-tax-status': { ...done, assurance: 'sca', isRequestable: true },
  'verify-email': done,
  'verify-phone': done,
  'pair-device': { ...done, isRequestable: true, mayDecline: true },
  'sign-document': { ...done, assurance: 'sca' },
  'sign-payment': { ...done, assurance: 'sca', mayDecline: true },
  'read-notice': { ...done, isRequestable: true },
  'change-password': done,
};

/** Kinds whose fact the server can check, and that staff may request. */
export const requestableKinds: readonly PendingActionKind[] = pendingActionKinds.filter(
  (kind) => actionRules[kind].isRequestable,
);

/** How an action ends. */
export type ActionEvent = 'completed' | 'declined' | 'time-over' | 'cancelled';

/** Returns the state after an event; undefined for a closed action. SPEC 10.12 */
export function nextActionState(
  state: PendingActionState,
  event: ActionEvent,
): PendingActionState | undefined {
  switch (state) {
    case 'pending':
      return event === 'time-over' ? 'expired' : event;
    case 'completed':
    case 'declined':
    case 'expired':
    case 'cancelled':
      return undefined;
  }
}

interface ActionTimes {
  readonly state: PendingActionState;
  readonly isMandatory: boolean;
  readonly dueAt: Temporal.Instant;
}

/** Returns the state that a reader sees: an action that is not mandatory expires; a mandatory one stays, overdue. */
export function actionStateAt(action: ActionTimes, now: Temporal.Instant): PendingActionState {
  return action.state === 'pending' && !action.isMandatory && isPastDue(action, now)
    ? 'expired'
    : action.state;
}

export function isPastDue({ dueAt }: Pick<ActionTimes, 'dueAt'>, now: Temporal.Instant): boolean {
  return dueAt.epochMilliseconds <= now.epochMilliseconds;
}

/** Returns what a result does to a pending action; undefined if the kind does not allow it. */
export function eventOfResult(
  { isMandatory, kind }: { readonly kind: PendingActionKind; readonly isMandatory: boolean },
  result: ActionResult | undefined,
): 'completed' | 'declined' | undefined {
  const { completedBy, mayDecline } = actionRules[kind];
  if (result === undefined || result === completedBy) return 'completed';
  return result === 'declined' && mayDecline && !isMandatory ? 'declined' : undefined;
}

/** Whether a closed action has this result already, so that a repeated request changes nothing. */
export function hasResult(
  { kind, state }: { readonly kind: PendingActionKind; readonly state: PendingActionState },
  result: ActionResult | undefined,
): boolean {
  if (state === 'completed') return result === undefined || result === actionRules[kind].completedBy;
  return state === 'declined' && result === 'declined';
}
