import type { Temporal } from 'temporal-polyfill';
import {
  type CodeMatch,
  matchesAmong,
  type OathOutcome,
  type Presented,
  type RememberedResync,
  remember,
  stillRemembered,
} from './outcome.ts';
import { hotpResyncWindow, totpDriftMaxSteps, totpWindowSteps } from './policy.ts';

/** Where a time token stands. */
export interface TotpState {
  /** Only steps above it are accepted; undefined for a token that never was used. */
  readonly lastStep: number | undefined;
  /** How many steps the token's clock is ahead of ours. */
  readonly drift: number;
  /** The side on which the last accepted code stood within its window. */
  readonly lean: Lean;
  readonly resync: RememberedResync | undefined;
}

/** Before, at or behind the middle. */
export type Lean = -1 | 0 | 1;

/** A token nobody has used yet. */
export const newTotpState: TotpState = { lastStep: undefined, drift: 0, lean: 0, resync: undefined };

/** How many codes are computed for one judgement, whatever it comes to. */
export const totpComputations = 2 * totpWindowSteps + 1 + (2 * hotpResyncWindow + 1) + 1 + 1;

/** The time step of a moment, counted from 1970 as RFC 6238 has it. */
export function stepAt(now: Temporal.Instant, stepSeconds: number): number {
  return Math.floor(now.epochMilliseconds / (stepSeconds * 1000));
}

/** A presented code together with the length of the token's steps. */
export interface PresentedInTime extends Presented {
  readonly stepSeconds: number;
}

/**
 * Judges the code of a time token. One within the window around the token's own clock is accepted when its step is
 * above the last accepted one. One further away, back or ahead, is bad and remembered, and accepted is then the one
 * directly behind it, which also tells how far the clock is off.
 *
 * GAP: which codes of a time token are replayed. Those of used steps within the window, and that of the last accepted
 * step for as long as there is none after it; a step that was passed over counts as used, as with events. ADR-0036
 */
export function verifyTotp(state: TotpState, presented: PresentedInTime): OathOutcome<TotpState> {
  const step = stepAt(presented.now, presented.stepSeconds);
  const current = { ...state, resync: stillRemembered(state.resync, presented.now) };
  const { near, following, isUsed, far } = compare(current, presented.matches, step);
  if (near !== undefined) return accepted(near, learned(state, near - step));
  if (following !== undefined) return accepted(following, resynced(following - step));
  if (isUsed) return { kind: 'replayed', state: current };
  if (far === undefined) return { kind: 'bad', state: current };
  return { kind: 'bad', state: { ...current, resync: remember(far, presented.now) } };
}

interface Comparison {
  readonly near: number | undefined;
  readonly following: number | undefined;
  readonly isUsed: boolean;
  readonly far: number | undefined;
}

/** Every comparison there is, before anything is decided. */
function compare({ lastStep, drift, resync }: TotpState, matches: CodeMatch, step: number): Comparison {
  const middle = step + drift;
  const inWindow = matchesAmong(middle - totpWindowSteps, middle + totpWindowSteps, matches);
  const around = matchesAmong(step - hotpResyncWindow, step + hotpResyncWindow, matches);
  const isLast = matches(lastStep ?? 0) && lastStep !== undefined;
  // Always one computation, for a code that cannot be accepted when nothing is remembered.
  const next = (resync?.counter ?? step) + 1;
  const isNext = matches(next) && resync !== undefined;

  const isFresh = (candidate: number): boolean => candidate > (lastStep ?? -1);
  return {
    near: inWindow.find(isFresh),
    following: isNext && isFresh(next) ? next : undefined,
    isUsed: isLast || inWindow.length > 0,
    far: around.find(isFresh),
  };
}

type Clock = Pick<TotpState, 'drift' | 'lean'>;

function accepted(step: number, clock: Clock): OathOutcome<TotpState> {
  return { kind: 'accepted', counter: step, state: { ...clock, lastStep: step, resync: undefined } };
}

/**
 * The drift follows when two codes in a row stood on the same side of the middle. One alone may only have been typed
 * slowly: following it at once would shut out the next code of somebody whose clock is right. It is never followed
 * beyond the most that may be learned, and from further out, where a resync has put it, only back.
 */
function learned(state: Clock, offset: number): Clock {
  const lean = sideOf(offset - state.drift);
  if (lean === 0 || lean !== state.lean) return { drift: state.drift, lean };
  const drift = state.drift + lean;
  const limit = Math.max(totpDriftMaxSteps, Math.abs(state.drift));
  return Math.abs(drift) > limit ? { drift: state.drift, lean } : { drift, lean: 0 };
}

/**
 * Two codes in a row are proof, so the clock is taken for what they say.
 *
 * GAP: whether `totp-drift-max` also binds a resync. It does not, else a token whose clock is minutes off would need
 * two codes every time; the resync window binds it. ADR-0036
 */
function resynced(offset: number): Clock {
  return { drift: Math.min(hotpResyncWindow, Math.max(-hotpResyncWindow, offset)), lean: 0 };
}

function sideOf(distance: number): Lean {
  if (distance === 0) return 0;
  return distance < 0 ? -1 : 1;
}
