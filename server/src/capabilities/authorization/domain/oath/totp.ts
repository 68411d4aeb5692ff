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

/** State of a time token. */
export interface TotpState {
  /** Only later steps are accepted; undefined for a token that was never used. */
  readonly lastStep: number | undefined;
  /** How many steps the clock of the token is ahead of the clock of the server. */
  readonly drift: number;
  /** Side of the window on which the last accepted code was. */
  readonly lean: Lean;
  readonly resync: RememberedResync | undefined;
}

/** Before, at or after the middle of the window. */
export type Lean = -1 | 0 | 1;

/** State of a token that was never used. */
export const newTotpState: TotpState = { lastStep: undefined, drift: 0, lean: 0, resync: undefined };

/** Number of codes computed for one verification, whatever the outcome. */
export const totpComputations = 2 * totpWindowSteps + 1 + (2 * hotpResyncWindow + 1) + 1 + 1;

/** Returns the time step of a time, counted from 1970 as in RFC 6238. */
export function stepAt(now: Temporal.Instant, stepSeconds: number): number {
  return Math.floor(now.epochMilliseconds / (stepSeconds * 1000));
}

/** A presented code and the step length of the token. */
export interface PresentedInTime extends Presented {
  readonly stepSeconds: number;
}

/**
 * Verifies the code of a time token. A code within the window around the clock of the token is accepted when its step
 * is after the last accepted one. A code outside of the window, earlier or later, is bad and remembered; then the code
 * of the next step is accepted, which also determines the drift.
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

/** Makes every comparison before anything is decided. */
function compare({ lastStep, drift, resync }: TotpState, matches: CodeMatch, step: number): Comparison {
  const middle = step + drift;
  const inWindow = matchesAmong(middle - totpWindowSteps, middle + totpWindowSteps, matches);
  const around = matchesAmong(step - hotpResyncWindow, step + hotpResyncWindow, matches);
  const isLast = matches(lastStep ?? 0) && lastStep !== undefined;
  // Always one computation, for a code that cannot be accepted when no code is remembered.
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
 * Returns the drift after an acceptance. The drift follows when two codes in a row were on the same side of the middle.
 * A single code may have been typed slowly: following it at once would exclude the next code of a user whose clock is
 * right. The drift never follows beyond the learnable maximum; beyond that, where a resync put it, it follows only
 * back.
 */
function learned(state: Clock, offset: number): Clock {
  const lean = sideOf(offset - state.drift);
  if (lean === 0 || lean !== state.lean) return { drift: state.drift, lean };
  const drift = state.drift + lean;
  const limit = Math.max(totpDriftMaxSteps, Math.abs(state.drift));
  return Math.abs(drift) > limit ? { drift: state.drift, lean } : { drift, lean: 0 };
}

/**
 * Returns the drift that two codes in a row prove.
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
