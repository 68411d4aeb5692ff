import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type HotpState, hotpComputations, verifyHotp } from './hotp.ts';
import type { OathOutcome } from './outcome.ts';

const start = Temporal.Instant.from('2026-03-02T10:00:00Z');
const fresh = (next: number): HotpState => ({ next, resync: undefined });

/** Presents the code of a counter, this many seconds after the start. */
function present(state: HotpState, counter: number, seconds = 0): OathOutcome<HotpState> {
  const now = start.add({ seconds });
  return verifyHotp(state, { now, matches: (request) => request === counter });
}

describe('a code of an event token', () => {
  test.each([20, 21, 25])('is accepted up to the look-ahead: counter %i of 20', (counter) => {
    const state = { next: counter + 1, resync: undefined };
    expect(present(fresh(20), counter)).toEqual({ kind: 'accepted', counter, state });
  });

  test.each([10, 15, 19])('is replayed when its counter was used: counter %i of 20', (counter) => {
    expect(present(fresh(20), counter)).toEqual({ kind: 'replayed', state: fresh(20) });
  });

  test.each([0, 9])('is bad when its counter is too far behind: counter %i of 20', (counter) => {
    expect(present(fresh(20), counter)).toEqual({ kind: 'bad', state: fresh(20) });
  });

  test.each([26, 70])('is bad and remembered beyond the look-ahead: counter %i of 20', (counter) => {
    const resync = { counter, until: start.add({ minutes: 5 }) };
    expect(present(fresh(20), counter)).toEqual({ kind: 'bad', state: { next: 20, resync } });
  });

  test('is bad and not remembered beyond the resync window', () => {
    expect(present(fresh(20), 71)).toEqual({ kind: 'bad', state: fresh(20) });
  });

  test('of a counter below zero is never computed', () => {
    const request: number[] = [];
    verifyHotp(fresh(0), { now: start, matches: (counter) => request.push(counter) < 0 });
    expect(Math.min(...request)).toBe(0);
  });

  test('of counter zero does not count as used before the first use', () => {
    expect(present(fresh(0), 0)).toMatchObject({ kind: 'accepted', counter: 0 });
    expect(present(fresh(1), 0)).toMatchObject({ kind: 'replayed' });
  });

  test('that several counters share counts for the lowest, so that none is lost', () => {
    const outcome = verifyHotp(fresh(20), {
      now: start,
      matches: (request) => request >= 22 || request === 15,
    });
    expect(outcome).toMatchObject({ kind: 'accepted', counter: 22 });
  });
});

describe('a resync', () => {
  const begun = present(fresh(20), 70).state;

  test('succeeds with the directly following code', () => {
    expect(present(begun, 71, 299)).toEqual({ kind: 'accepted', counter: 71, state: fresh(72) });
  });

  test('expires', () => {
    expect(present(begun, 71, 300)).toEqual({ kind: 'bad', state: fresh(20) });
    expect(present(begun, 999, 300).state.resync).toBeUndefined();
  });

  test('does not accept the remembered code itself, nor one further ahead', () => {
    expect(present(begun, 70, 1)).toMatchObject({ kind: 'bad', state: { resync: { counter: 70 } } });
    expect(present(begun, 72, 1)).toMatchObject({ kind: 'bad' });
  });

  test('restarts with another code from within the window', () => {
    const anew = present(begun, 40, 60).state;
    expect(anew.resync).toEqual({ counter: 40, until: start.add({ seconds: 360 }) });
    expect(present(anew, 71, 61)).toMatchObject({ kind: 'bad' });
    expect(present(anew, 41, 61)).toMatchObject({ kind: 'accepted', counter: 41 });
  });

  test('survives a typo and a replay', () => {
    const slipped = present(begun, 5000, 10).state;
    const replayed = present(slipped, 15, 20).state;
    expect(present(replayed, 71, 30)).toMatchObject({ kind: 'accepted', counter: 71 });
  });

  test('ends when a code within the look-ahead is accepted', () => {
    expect(present(begun, 22, 10)).toEqual({ kind: 'accepted', counter: 22, state: fresh(23) });
  });
});

test('a verification costs the same whatever the outcome', () => {
  const begun = present(fresh(20), 70).state;
  const costs = [fresh(0), fresh(5), fresh(20), begun].flatMap((state) =>
    [-1, 0, 4, 15, 22, 40, 70, 71, 999].map((counter) => {
      let cost = 0;
      verifyHotp(state, {
        now: start,
        matches: (request) => {
          cost += 1;
          return request === counter;
        },
      });
      return cost;
    }),
  );
  expect(new Set(costs)).toEqual(new Set([hotpComputations]));
});
