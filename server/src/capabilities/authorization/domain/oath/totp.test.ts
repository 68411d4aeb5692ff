import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { OathOutcome } from './outcome.ts';
import { newTotpState, stepAt, type TotpState, totpComputations, verifyTotp } from './totp.ts';

const stepSeconds = 30;
const base = 60_000_000;
const at = (step: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds((base + step) * stepSeconds * 1000);

/** Presents the code of one step while the clock of the server is at another; both are counted from the same start. */
function present(state: TotpState, code: number, clock: number): OathOutcome<TotpState> {
  return verifyTotp(state, { now: at(clock), stepSeconds, matches: (request) => request === base + code });
}

const used = (lastStep: number, changes: Partial<TotpState> = {}): TotpState => ({
  ...newTotpState,
  lastStep: base + lastStep,
  ...changes,
});

/** Presents one code after the other, all of which must be accepted. */
function acceptAll(
  state: TotpState,
  presented: readonly (readonly [code: number, clock: number])[],
): TotpState {
  return presented.reduce((current, [code, clock]) => {
    const outcome = present(current, code, clock);
    expect(outcome.kind).toBe('accepted');
    return outcome.state;
  }, state);
}

describe('a code of a time token', () => {
  test('belongs to a step counted from 1970', () => {
    expect(stepAt(Temporal.Instant.from('1970-01-01T00:00:59.999Z'), 30)).toBe(1);
    expect(stepAt(Temporal.Instant.from('1970-01-01T00:01:00Z'), 30)).toBe(2);
    expect(stepAt(Temporal.Instant.from('1970-01-01T00:01:00Z'), 60)).toBe(1);
  });

  test.each([99, 100, 101])('is accepted within one step: %i at 100', (code) => {
    expect(present(newTotpState, code, 100)).toMatchObject({
      kind: 'accepted',
      counter: base + code,
      state: { lastStep: base + code, resync: undefined },
    });
  });

  test.each([50, 98, 102, 150])('is bad and remembered outside of it: %i at 100', (code) => {
    const resync = { counter: base + code, until: at(110) };
    expect(present(newTotpState, code, 100)).toEqual({ kind: 'bad', state: { ...newTotpState, resync } });
  });

  test.each([49, 151])('is bad and not remembered beyond the resync window: %i at 100', (code) => {
    expect(present(newTotpState, code, 100)).toEqual({ kind: 'bad', state: newTotpState });
  });

  test('is accepted once', () => {
    const { state } = present(newTotpState, 100, 100);
    expect(present(state, 100, 100)).toEqual({ kind: 'replayed', state });
    expect(present(state, 100, 101)).toMatchObject({ kind: 'replayed' });
    expect(present(state, 100, 500)).toMatchObject({ kind: 'replayed' });
  });

  test('is replayed when a later step within the window was accepted', () => {
    expect(present(used(101), 100, 100)).toEqual({ kind: 'replayed', state: used(101) });
  });

  test('is bad and not remembered when it is old and outside the window', () => {
    expect(present(used(101), 90, 100)).toEqual({ kind: 'bad', state: used(101) });
  });

  test('of a step before 1970 is never computed', () => {
    const request: number[] = [];
    const now = Temporal.Instant.fromEpochMilliseconds(0);
    verifyTotp(newTotpState, { now, stepSeconds, matches: (step) => request.push(step) < 0 });
    expect(Math.min(...request)).toBe(0);
  });
});

describe('the drift', () => {
  test('does not follow a single code, which may have been typed slowly', () => {
    const state = acceptAll(newTotpState, [[99, 100]]);
    expect(state).toMatchObject({ drift: 0, lean: -1 });
    expect(present(state, 121, 120)).toMatchObject({ kind: 'accepted', state: { drift: 0, lean: 1 } });
  });

  test('follows two codes in a row on the same side', () => {
    const state = acceptAll(newTotpState, [
      [101, 100],
      [111, 110],
    ]);
    expect(state).toMatchObject({ drift: 1, lean: 0 });
    expect(present(state, 122, 120)).toMatchObject({ kind: 'accepted' });
    expect(present(state, 119, 120)).toMatchObject({ kind: 'bad' });
  });

  test.each([1, -1])('follows a slowly drifting clock up to three steps, towards %i', (side) => {
    const learned = acceptAll(
      newTotpState,
      [1, 1, 2, 2, 3, 3, 4, 4, 4].map((off, index) => [100 + index * 10 + side * off, 100 + index * 10]),
    );
    expect(learned.drift).toBe(3 * side);
    expect(present(learned, 300 + 4 * side, 300).kind).toBe('accepted');
    expect(present(learned, 300 + 5 * side, 300).kind).toBe('bad');
  });

  test('follows the clock back', () => {
    const state = acceptAll(used(0, { drift: 3 }), [
      [102, 100],
      [112, 110],
      [121, 120],
      [131, 130],
    ]);
    expect(state.drift).toBe(1);
  });
});

describe('a resync', () => {
  const begun = present(used(10), 120, 100).state;

  test('succeeds with the directly following code and adopts its drift', () => {
    const outcome = present(begun, 121, 101);
    expect(outcome).toEqual({
      kind: 'accepted',
      counter: base + 121,
      state: { lastStep: base + 121, drift: 20, lean: 0, resync: undefined },
    });
    expect(present(outcome.state, 231, 211)).toMatchObject({ kind: 'accepted' });
  });

  test('also works for a clock that is late', () => {
    const late = present(used(10), 80, 100).state;
    expect(present(late, 81, 101)).toMatchObject({ kind: 'accepted', state: { drift: -20 } });
  });

  test('expires', () => {
    expect(present(begun, 121, 109)).toMatchObject({ kind: 'accepted' });
    expect(present(begun, 121, 110)).toMatchObject({ kind: 'bad' });
  });

  test('does not accept the remembered code itself, nor one further ahead', () => {
    expect(present(begun, 120, 100).kind).toBe('bad');
    expect(present(begun, 122, 101).kind).toBe('bad');
  });

  test('never starts with a used step, so the step after the last cannot be reached by it', () => {
    const state = present(used(120), 110, 100).state;
    expect(state.resync).toBeUndefined();
    expect(present(state, 111, 100)).toMatchObject({ kind: 'bad' });
  });

  test('limits the drift to its window', () => {
    const early = present(newTotpState, 50, 100).state;
    expect(present(early, 51, 105)).toMatchObject({ kind: 'accepted', state: { drift: -50 } });
  });

  test('leaves a drift beyond three steps that only follows back', () => {
    const far = used(0, { drift: 20 });
    const outwards = acceptAll(far, [
      [121, 100],
      [131, 110],
      [141, 120],
    ]);
    expect(outwards.drift).toBe(20);
    const back = acceptAll(far, [
      [119, 100],
      [129, 110],
    ]);
    expect(back.drift).toBe(19);
  });
});

test('a verification costs the same whatever the outcome', () => {
  const begun = present(used(10), 120, 100).state;
  const costs = [newTotpState, used(100), used(150), used(10, { drift: 3 }), begun].flatMap((state) =>
    [-50, 10, 60, 99, 100, 101, 120, 121, 150, 999].map((code) => {
      let cost = 0;
      verifyTotp(state, {
        now: at(100),
        stepSeconds,
        matches: (request) => {
          cost += 1;
          return request === base + code;
        },
      });
      return cost;
    }),
  );
  expect(new Set(costs)).toEqual(new Set([totpComputations]));
});
