import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { type HotpState, verifyHotp } from './hotp.ts';
import type { OathOutcome } from './outcome.ts';
import { newTotpState, stepAt, type TotpState, verifyTotp } from './totp.ts';

/** Minimum number of runs of the checks; `SEED=` repeats a run. */
const runs = 2_000;
const seed = seedOfRun();
const stepSeconds = 30;
const resyncSeconds = 300;

/**
 * Unique codes for every counter; and a few codes that many counters share, so that coincidental matches are common.
 */
const codeBooks = {
  'unique codes': (counter: number): number => counter,
  'codes that counters share': (counter: number): number => (counter * 7919 + (counter % 7) * 31) % 61,
} as const;

/** State that an observer knows: modelled apart from the rules, and compared with their outcome. */
interface Model {
  accepted: number[];
  /** Counters whose codes were refused, with the second until which the next one may follow. */
  refused: { readonly code: number; readonly until: number }[];
  seconds: number;
  /** The counter of an event token, the offset in seconds of a time token's clock. */
  device: number;
}

interface Real<State> {
  state: State;
  readonly verify: (state: State, code: number, seconds: number) => OathOutcome<State>;
}

type Move<State> = fc.Command<Model, Real<State>>;

const last = (model: Model): number => model.accepted.at(-1) ?? -1;

function move<State>(name: string, run: (model: Model, real: Real<State>) => void): Move<State> {
  return { check: () => true, run, toString: () => name };
}

/** Presents a code and checks the outcome against all guarantees that do not depend on the kind of token. */
function present<State>(
  model: Model,
  real: Real<State>,
  given: { readonly counter: number; readonly codeOf: (counter: number) => number },
): OathOutcome<State> {
  const code = given.codeOf(given.counter);
  const outcome = real.verify(real.state, code, model.seconds);
  if (outcome.kind === 'accepted') {
    assert.equal(given.codeOf(outcome.counter), code);
    assert(outcome.counter > last(model), 'accepted counters only rise');
    assert(!model.accepted.includes(outcome.counter), 'a counter is accepted once');
    model.accepted.push(outcome.counter);
    model.refused = [];
  } else if (outcome.kind === 'bad') {
    model.refused.push({ code, until: model.seconds + resyncSeconds });
  }
  real.state = outcome.state;
  return outcome;
}

/** Returns whether the code before this counter was refused and may still be followed. */
function isFollowing(model: Model, counter: number, codeOf: (counter: number) => number): boolean {
  return model.refused.some(({ code, until }) => code === codeOf(counter - 1) && model.seconds < until);
}

describe.each(Object.entries(codeBooks))('with %s', (_, codeOf) => {
  test('an event token accepts every counter once, upwards, and nothing out of reach', {
    timeout: 60_000,
  }, () => {
    const seen = { near: 0, resynced: 0 };
    const show =
      (counterOf: (model: Model) => number) =>
      (model: Model, real: Real<HotpState>): void => {
        const counter = Math.max(0, counterOf(model));
        const { next } = real.state;
        const before = { ...model, refused: [...model.refused] };
        const outcome = present(model, real, { counter, codeOf });
        assert(real.state.next >= next, 'the counter never falls');
        const isDue = counter >= next && counter <= next + 5;
        assert(!isDue || outcome.kind === 'accepted', 'what is near is always accepted');
        if (outcome.kind !== 'accepted') return;
        const isNear = outcome.counter <= next + 5;
        assert(isNear || isFollowing(before, outcome.counter, codeOf), 'a resync needs two codes in a row');
        assert(outcome.counter <= next + 51, 'nothing is accepted from beyond the resync window');
        seen[isNear ? 'near' : 'resynced'] += 1;
        model.device = Math.max(model.device, outcome.counter + 1);
      };
    const moves = [
      fc.constant(
        move<HotpState>('present the next code', (model, real) => {
          show(({ device }) => device)(model, real);
          model.device += 1;
        }),
      ),
      fc.integer({ min: 1, max: 60 }).map((presses) =>
        move<HotpState>(`skip ${presses} codes`, (model) => {
          model.device += presses;
        }),
      ),
      fc.integer({ min: -70, max: 70 }).map((away) =>
        move<HotpState>(
          `present the code ${away} away`,
          show(({ device }) => device + away),
        ),
      ),
      fc.nat({ max: 12 }).map((back) =>
        move<HotpState>(
          `present an accepted code, ${back} back`,
          show((model) => model.accepted.at(-1 - back) ?? 0),
        ),
      ),
      fc.integer({ min: -400, max: 400 }).map((seconds) =>
        move<HotpState>(`move the clock by ${seconds} s`, (model) => {
          model.seconds += seconds;
        }),
      ),
    ];
    check(moves, {
      state: { next: 0, resync: undefined },
      verify: (state, code, seconds) =>
        verifyHotp(state, { now: moment(seconds), matches: (counter) => codeOf(counter) === code }),
    });
    expectBoth(seen);
  });

  test('a time token accepts every step once, upwards, and nothing out of reach', { timeout: 60_000 }, () => {
    const stepNow = (model: Model, offset = 0): number => stepAt(moment(model.seconds + offset), stepSeconds);
    const seen = { near: 0, resynced: 0 };
    const show =
      (stepOf: (model: Model) => number) =>
      (model: Model, real: Real<TotpState>): void => {
        const step = Math.max(0, stepOf(model));
        const middle = stepNow(model) + real.state.drift;
        const before = { ...model, refused: [...model.refused] };
        const outcome = present(model, real, { counter: step, codeOf });
        assert(Math.abs(real.state.drift) <= 50, 'the drift stays within the resync window');
        const isDue = Math.abs(step - middle) <= 1 && step > last(before);
        assert(!isDue || outcome.kind === 'accepted', 'what is new and within the window is always accepted');
        if (outcome.kind !== 'accepted') return;
        const isNear = Math.abs(outcome.counter - middle) <= 1;
        assert(isNear || isFollowing(before, outcome.counter, codeOf), 'a resync needs two codes in a row');
        seen[isNear ? 'near' : 'resynced'] += 1;
      };
    const moves = [
      fc
        .constantFrom(0, 0, 0, 5, 25)
        .map((delay) =>
          move<TotpState>(`present what the token shows, typed ${delay} s late`, (model, real) =>
            show(() => stepNow(model, model.device - delay))(model, real),
          ),
        ),
      fc.integer({ min: -70, max: 70 }).map((away) =>
        move<TotpState>(
          `present the code ${away} away`,
          show((m) => stepNow(m) + away),
        ),
      ),
      fc.nat({ max: 12 }).map((back) =>
        move<TotpState>(
          `present an accepted code, ${back} back`,
          show((model) => model.accepted.at(-1 - back) ?? 0),
        ),
      ),
      fc.constant(
        move<TotpState>(
          'present what the token shows, and the next one when it shows that',
          (model, real) => {
            show(() => stepNow(model, model.device))(model, real);
            model.seconds += stepSeconds;
            show(() => stepNow(model, model.device))(model, real);
          },
        ),
      ),
      fc.integer({ min: -400, max: 2000 }).map((seconds) =>
        move<TotpState>(`move the clock by ${seconds} s`, (model) => {
          model.seconds += seconds;
        }),
      ),
      fc.integer({ min: -120, max: 120 }).map((seconds) =>
        move<TotpState>(`let the token's clock go wrong by ${seconds} s`, (model) => {
          model.device += seconds;
        }),
      ),
    ];
    check(moves, {
      state: newTotpState,
      verify: (state, code, seconds) =>
        verifyTotp(state, {
          now: moment(seconds),
          stepSeconds,
          matches: (step) => codeOf(step) === code,
        }),
    });
    expectBoth(seen);
  });
});

/** Asserts that a run covered both paths; otherwise it would prove nothing about one of them. */
function expectBoth(seen: { readonly near: number; readonly resynced: number }): void {
  expect(seen.near).toBeGreaterThan(runs / 4);
  expect(seen.resynced).toBeGreaterThan(runs / 20);
}

function moment(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.max(0, 1_000_000 + seconds) * 1000);
}

/** Runs all moves in any order against a token with the given start state. */
function check<State>(moves: fc.Arbitrary<Move<State>>[], token: Real<State>): void {
  fc.assert(
    fc.property(fc.commands(moves, { maxCommands: 40, size: 'max' }), (commands) => {
      const model = { accepted: [], refused: [], seconds: 0, device: 0 };
      fc.modelRun(() => ({ model, real: { ...token } }), commands);
    }),
    { seed, numRuns: runs },
  );
}
