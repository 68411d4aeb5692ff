import type { Temporal } from 'temporal-polyfill';

export const changeRequestKinds = [
  'email',
  'mobile-phone',
  'legal-address',
  'surname',
  'tax-residency',
  'id-document',
] as const;
export type ChangeRequestKind = (typeof changeRequestKinds)[number];

/** Kinds that a code proves; the others are reviewed by staff. */
export type ProvenKind = 'email' | 'mobile-phone';

/**
 * `created`: a code is to be sent. `expired` is also the state of an open request whose time is over, before the job
 * records it. SPEC 10.11
 */
export const changeRequestStates = [
  'created',
  'code-sent',
  'in-review',
  'applied',
  'cancelled',
  'expired',
  'rejected',
  'failed',
] as const;
export type ChangeRequestState = (typeof changeRequestStates)[number];

/** What happens to a request. */
export const changeRequestEvents = [
  'code-requested',
  'code-sent',
  'code-not-sent',
  'confirmed',
  'attempts-used',
  'approved',
  'rejected',
  'cancelled',
  'time-over',
] as const;
export type ChangeRequestEvent = (typeof changeRequestEvents)[number];

const open: ReadonlySet<ChangeRequestState> = new Set(['created', 'code-sent', 'in-review']);

export function isOpen(state: ChangeRequestState): boolean {
  return open.has(state);
}

/** Returns the state after an event; undefined if the event is not possible in this state. */
export function nextState(
  state: ChangeRequestState,
  event: ChangeRequestEvent,
): ChangeRequestState | undefined {
  switch (state) {
    case 'created':
      return ofCreated(event);
    case 'code-sent':
      return ofCodeSent(event);
    case 'in-review':
      return ofReview(event);
    case 'applied':
    case 'cancelled':
    case 'expired':
    case 'rejected':
    case 'failed':
      return undefined;
  }
}

function ofCreated(event: ChangeRequestEvent): ChangeRequestState | undefined {
  if (event === 'code-sent') return 'code-sent';
  if (event === 'code-not-sent') return 'failed';
  return ended(event);
}

function ofCodeSent(event: ChangeRequestEvent): ChangeRequestState | undefined {
  if (event === 'code-requested') return 'created';
  if (event === 'confirmed') return 'applied';
  if (event === 'attempts-used') return 'failed';
  return ended(event);
}

function ofReview(event: ChangeRequestEvent): ChangeRequestState | undefined {
  if (event === 'approved') return 'applied';
  if (event === 'rejected') return 'rejected';
  return ended(event);
}

function ended(event: ChangeRequestEvent): ChangeRequestState | undefined {
  if (event === 'cancelled') return 'cancelled';
  return event === 'time-over' ? 'expired' : undefined;
}

/** Returns the state that a reader sees: an open request expires by its time, whether or not it is recorded. */
export function stateAt(
  { expiresAt, state }: { readonly state: ChangeRequestState; readonly expiresAt: Temporal.Instant },
  now: Temporal.Instant,
): ChangeRequestState {
  return isOpen(state) && expiresAt.epochMilliseconds <= now.epochMilliseconds ? 'expired' : state;
}

export function isProvenByCode(kind: ChangeRequestKind): kind is ProvenKind {
  return kind === 'email' || kind === 'mobile-phone';
}

/** Whether a user asked for the same result before, so that a repeated request changes nothing. */
export function isRepeat(state: ChangeRequestState, action: 'confirm' | 'cancel'): boolean {
  return state === (action === 'confirm' ? 'applied' : 'cancelled');
}
