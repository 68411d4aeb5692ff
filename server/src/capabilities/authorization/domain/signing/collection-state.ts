import type { Temporal } from 'temporal-polyfill';

/** SPEC channel-interfaces 10.8. */
export const collectionStates = ['open', 'fulfilled', 'used', 'expired', 'cancelled'] as const;
export type CollectionState = (typeof collectionStates)[number];

/** Whether signatures of a collection count no more: it was withdrawn, or was not complete in time. */
export function isOver(
  { expiresAt, state }: { readonly state: CollectionState; readonly expiresAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  if (state === 'expired' || state === 'cancelled') return true;
  return state === 'open' && expiresAt.epochNanoseconds <= now.epochNanoseconds;
}

/** What happens to a collection: `fell-short` is a new digest or a void signature. */
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

/** The state after an event; nothing when the event cannot happen in this state. */
export function nextCollectionState(
  state: CollectionState,
  event: CollectionEvent,
): CollectionState | undefined {
  return moves[event][state];
}
