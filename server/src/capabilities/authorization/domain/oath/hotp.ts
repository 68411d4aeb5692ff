import {
  matchesAmong,
  type OathOutcome,
  type Presented,
  type RememberedResync,
  remember,
  stillRemembered,
} from './outcome.ts';
import { hotpLookAhead, hotpLookBehind, hotpResyncWindow } from './policy.ts';

/** Where an event token stands. */
export interface HotpState {
  /** The lowest counter whose code may still be accepted; it only ever rises. */
  readonly next: number;
  readonly resync: RememberedResync | undefined;
}

/** How many codes are computed for one judgement, whatever it comes to. */
export const hotpComputations = hotpLookBehind + 1 + hotpResyncWindow + 1;

/**
 * Judges the code of an event token. One up to the look-ahead is accepted. One further ahead is bad and remembered,
 * and accepted is then the one directly behind it. Every acceptance moves the counter past the accepted one, so
 * nothing is accepted twice, a resync included.
 *
 * GAP: whether a counter that was skipped counts as used. It does, because its code will never be accepted again and
 * the user must take a newer one, which is what `replayed-otp` says. ADR-0036
 */
export function verifyHotp(state: HotpState, { matches, now }: Presented): OathOutcome<HotpState> {
  const { next } = state;
  const resync = stillRemembered(state.resync, now);
  const [used] = matchesAmong(next - hotpLookBehind, next - 1, matches);
  const [near] = matchesAmong(next, next + hotpLookAhead, matches);
  const [far] = matchesAmong(next + hotpLookAhead + 1, next + hotpResyncWindow, matches);
  // Always one computation, for a code that cannot be accepted when nothing is remembered.
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
