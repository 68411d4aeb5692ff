import type { Temporal } from 'temporal-polyfill';
import { ocraTimeWindowSteps } from './policy.ts';

/**
 * Outcome of a response. There is no replay outcome: a response belongs to one challenge and consumes it, so the state
 * of the challenge shows a replay.
 */
export type OcraOutcome = { readonly kind: 'accepted'; readonly timeStep: bigint } | { readonly kind: 'bad' };

/** Number of responses computed for one verification, and of values that a guess is compared with. */
const ocraComputations = 2 * ocraTimeWindowSteps + 1;

/** Verifies a response around a time. Every step of the window is computed, whatever the others return. */
export function verifyOcra(
  matches: (timeStep: bigint) => boolean,
  { now, stepSeconds }: { readonly now: Temporal.Instant; readonly stepSeconds: number },
): OcraOutcome {
  const middle = Math.floor(now.epochMilliseconds / (stepSeconds * 1000));
  const steps = Array.from({ length: ocraComputations }, (_, index) =>
    BigInt(middle - ocraTimeWindowSteps + index),
  );
  const [timeStep] = steps.filter((step) => matches(step));
  return timeStep === undefined ? { kind: 'bad' } : { kind: 'accepted', timeStep };
}
