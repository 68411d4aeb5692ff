import type { Temporal } from 'temporal-polyfill';
import { ocraTimeWindowSteps } from './policy.ts';

/**
 * What a response came to. A replay is none of it: a response belongs to one challenge, which is used up with it, so
 * the state of the challenge tells a replay.
 */
export type OcraOutcome = { readonly kind: 'accepted'; readonly timeStep: bigint } | { readonly kind: 'bad' };

/** How many responses are computed for one judgement, and how many values a guess is compared with. */
const ocraComputations = 2 * ocraTimeWindowSteps + 1;

/** Judges a response around a moment. Every step of the window is asked for, whatever the others said. */
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
