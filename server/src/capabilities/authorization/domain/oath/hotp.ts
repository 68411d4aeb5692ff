import {
  matchesAmong,
  type OathOutcome,
  type Presented,
  type RememberedResync,
  remember,
  stillRemembered,
} from './outcome.ts';
import { hotpLookAhead, hotpLookBehind, hotpResyncWindow } from './policy.ts';

/** State of an event token. */
export interface HotpState {
  /** The lowest counter whose code may still be accepted; it never decreases. */
  readonly next: number;
  readonly resync: RememberedResync | undefined;
}

/** Number of codes computed for one verification, whatever the outcome. */
export const hotpComputations = hotpLookBehind + 1 + hotpResyncWindow + 1;

/**
 * Verifies the code of an event token. A code up to the look-ahead is accepted. A code further ahead is bad and
 * remembered; then the code of the next counter is accepted. Every acceptance advances the counter past the accepted
 * one, so no code is accepted twice, also not after a resync.
 *
 * GAP: whether a counter that was skipped counts as used. It does, because its code will never be accepted again and
 * the user must enter a newer one, which is what `replayed-otp` says. ADR-0036
 */
export function verifyHotp(state: HotpState, { matches, now }: Presented): OathOutcome<HotpState> {
  const { next } = state;
  const resync = stillRemembered(state.resync, now);
  const [used] = matchesAmong(next - hotpLookBehind, next - 1, matches);
  const [near] = matchesAmong(next, next + hotpLookAhead, matches);
  const [far] = matchesAmong(next + hotpLookAhead + 1, next + hotpResyncWindow, matches);
  // Always one computation, for a code that cannot be accepted when no code is remembered.
  const following = (resync?.counter ?? next + hotpResyncWindow) + 1;
  const isFollowing = matches(following) && resync !== undefined;

  if (near !== undefined) return accepted(near);
  if (isFollowing) return accepted(following);
  if (used !== undefined) return { kind: 'replayed', state: { next, resync } };
  if (far !== undefined) return { kind: 'bad', state: { next, resync: remember(far, now) } };
  return { kind: 'bad', state: { next, resync } };
}

function accepted(counter: number): OathOutcome<HotpState> {
  return { kind: 'accepted', counter, state: { next: counter + 1, resync: undefined } };
}
