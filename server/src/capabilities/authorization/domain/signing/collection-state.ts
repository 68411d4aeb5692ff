import type { Temporal } from 'temporal-polyfill';

/** SPEC channel-interfaces 10.8. */
export const collectionStates = ['open', 'fulfilled', 'used', 'expired', 'cancelled'] as const;
export type CollectionState = (typeof collectionStates)[number];

/**
 * Returns whether the signatures of a collection no longer count: it was cancelled, or expired before it was complete.
 */
export function isOver(
  { expiresAt, state }: { readonly state: CollectionState; readonly expiresAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  if (state === 'expired' || state === 'cancelled') return true;
  return state === 'open' && expiresAt.epochNanoseconds <= now.epochNanoseconds;
}

/** Events of a collection: `fell-short` is a new payload hash or a voided signature. */
export type CollectionEvent = 'was-fulfilled' | 'fell-short' | 'was-executed' | 'ran-out' | 'was-cancelled';

type Moves = Readonly<Partial<Record<CollectionState, CollectionState>>>;

const moves: Readonly<Record<CollectionEvent, Moves>> = {
  'was-fulfilled': { open: 'fulfilled' },
  'fell-short': { open: 'open', fulfilled: 'open' },
  'was-executed': { fulfilled: 'used' },
  'ran-out': { open: 'expired' },
  'was-cancelled': {
    open: 'cancelled',
    fulfilled: 'cancelled',
    expired: 'cancelled',
    cancelled: 'cancelled',
  },
};

/** Returns the state after an event; undefined when the event is not possible in this state. */
export function nextCollectionState(
  state: CollectionState,
  event: CollectionEvent,
): CollectionState | undefined {
  return moves[event][state];
}
