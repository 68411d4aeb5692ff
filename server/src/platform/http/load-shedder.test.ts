import { describe, expect, test } from 'vitest';
import { createLoadShedder, type LoadShedder, type LoadShedderOptions } from './load-shedder.ts';

/** A server in simulated time: `lanes` concurrent requests, `serviceMs` each, the rest is queued. */
interface Simulation extends LoadShedderOptions {
  readonly lanes: number;
  readonly serviceMs: number;
}

interface Phase {
  readonly perSecond: number;
  readonly forMs: number;
  /** From here on each request needs this long. */
  readonly serviceMs?: number;
}

interface Observed {
  readonly offered: number;
  readonly admitted: number;
  readonly completed: number;
  readonly slowestMs: number;
}

/** Steps of one millisecond; arrivals at an even pace, as an open-loop generator sends them. */
function simulate(
  shedder: LoadShedder,
  { lanes, serviceMs }: Simulation,
  phases: readonly Phase[],
): Observed[] {
  const busyUntilMs = Array.from({ length: lanes }, () => 0);
  const waiting: number[] = [];
  let nowMs = 1_000;
  let perRequestMs = serviceMs;
  const served: { readonly sinceMs: number; readonly endMs: number }[] = [];
  return phases.map((phase) => {
    perRequestMs = phase.serviceMs ?? perRequestMs;
    const seen = { offered: 0, admitted: 0, completed: 0, slowestMs: 0 };
    let due = 0;
    for (const endMs = nowMs + phase.forMs; nowMs < endMs; nowMs += 1) {
      for (const one of served.filter(({ endMs: at }) => at <= nowMs)) {
        served.splice(served.indexOf(one), 1);
        shedder.leave(nowMs, nowMs - one.sinceMs);
        seen.completed += 1;
        seen.slowestMs = Math.max(seen.slowestMs, nowMs - one.sinceMs);
      }
      for (due += phase.perSecond / 1_000; due >= 1; due -= 1) {
        seen.offered += 1;
        if (!shedder.enter(nowMs)) continue;
        seen.admitted += 1;
        waiting.push(nowMs);
      }
      for (const [lane, freeAtMs] of busyUntilMs.entries()) {
        if (freeAtMs > nowMs || waiting.length === 0) continue;
        const sinceMs = waiting.shift() ?? nowMs;
        busyUntilMs[lane] = nowMs + perRequestMs;
        served.push({ sinceMs, endMs: nowMs + perRequestMs });
      }
    }
    return seen;
  });
}

const rate = ({ completed }: Observed, forMs: number): number => (completed * 1_000) / forMs;
const server = { inFlightMax: 256, queueTimeMaxMs: 200, lanes: 5, serviceMs: 10 };
const capacity = (server.lanes * 1_000) / server.serviceMs;

describe('under load', () => {
  test.each([3, 10])('of %s times the capacity the server reaches its full throughput', (times) => {
    const [, overload] = simulate(createLoadShedder(server), server, [
      { perSecond: capacity / 2, forMs: 2_000 },
      { perSecond: times * capacity, forMs: 10_000 },
    ]);
    expect(overload && rate(overload, 10_000)).toBeGreaterThanOrEqual(0.9 * capacity);
    expect(overload?.slowestMs).toBeLessThan(1_000);
    expect(overload?.admitted).toBeLessThan(overload?.offered ?? 0);
  });

  test('it starts at three times the capacity and finds its throughput within a second', () => {
    const [start, later] = simulate(createLoadShedder(server), server, [
      { perSecond: 3 * capacity, forMs: 1_000 },
      { perSecond: 3 * capacity, forMs: 2_000 },
    ]);
    expect(start && rate(start, 1_000)).toBeGreaterThan(0.7 * capacity);
    expect(later && rate(later, 2_000)).toBeGreaterThanOrEqual(0.9 * capacity);
  });

  test('afterwards every request is admitted again at once', () => {
    const [, , after] = simulate(createLoadShedder(server), server, [
      { perSecond: capacity / 2, forMs: 1_000 },
      { perSecond: 3 * capacity, forMs: 5_000 },
      { perSecond: 0.8 * capacity, forMs: 5_000 },
    ]);
    expect(after && after.offered - after.admitted).toBeLessThan(0.02 * (after?.offered ?? 0));
  });

  test('caused by a slow database is shed, and no longer when the database is fast again', () => {
    const [, slow, fast] = simulate(createLoadShedder(server), server, [
      { perSecond: 0.8 * capacity, forMs: 2_000 },
      { perSecond: 0.8 * capacity, forMs: 5_000, serviceMs: 50 },
      { perSecond: 0.8 * capacity, forMs: 5_000, serviceMs: 10 },
    ]);
    expect(slow?.slowestMs).toBeLessThan(1_500);
    expect(fast && rate(fast, 5_000)).toBeGreaterThanOrEqual(0.9 * 0.8 * capacity);
  });

  test('of slow requests the server still finds its throughput: slow is not the same as late', () => {
    const slow = { inFlightMax: 512, queueTimeMaxMs: 200, lanes: 250, serviceMs: 250 };
    const [, later] = simulate(createLoadShedder(slow), slow, [
      { perSecond: 3_000, forMs: 5_000 },
      { perSecond: 3_000, forMs: 5_000 },
    ]);
    expect(later && rate(later, 5_000)).toBeGreaterThanOrEqual(900);
    expect(later?.slowestMs).toBeLessThan(1_000);
  });

  test('within capacity no request is rejected, although each needs longer than the allowed wait', () => {
    const slow = { inFlightMax: 256, queueTimeMaxMs: 200, lanes: 100, serviceMs: 300 };
    const [, later] = simulate(createLoadShedder(slow), slow, [
      { perSecond: 100, forMs: 3_000 },
      { perSecond: 100, forMs: 10_000 },
    ]);
    expect(later?.admitted).toBe(later?.offered);
  });

  test('there are never more concurrent requests than the server allows', () => {
    const narrow = { ...server, inFlightMax: 20, lanes: 1_000, serviceMs: 100 };
    const shedder = createLoadShedder(narrow);
    let most = 0;
    const watched: LoadShedder = {
      enter: (nowMs) => {
        const isIn = shedder.enter(nowMs);
        most = Math.max(most, shedder.inFlight);
        return isIn;
      },
      leave: (nowMs, tookMs) => shedder.leave(nowMs, tookMs),
      suspend: () => shedder.suspend(),
      get inFlight() {
        return shedder.inFlight;
      },
    };
    simulate(watched, narrow, [{ perSecond: 2_000, forMs: 3_000 }]);
    expect(most).toBe(20);
  });
});

describe('without load', () => {
  test('no request is rejected, not even in the first burst', () => {
    const shedder = createLoadShedder(server);
    for (let count = 0; count < 16; count += 1) expect(shedder.enter(1)).toBe(true);
    expect(shedder.enter(1)).toBe(false);
  });

  test('an idle hour does not lower the measured capacity', () => {
    const shedder = createLoadShedder(server);
    simulate(shedder, server, [{ perSecond: 0.9 * capacity, forMs: 5_000 }]);
    let nowMs = 3_600_000;
    let burst = 0;
    while (shedder.enter(nowMs)) burst += 1;
    expect(burst).toBeGreaterThanOrEqual(0.8 * capacity * (server.queueTimeMaxMs / 1_000));
    for (let count = 0; count < burst; count += 1) shedder.leave(nowMs, 10);
    // A trickle does not measure capacity either.
    for (let second = 0; second < 600; second += 1) {
      nowMs += 1_000;
      if (shedder.enter(nowMs)) shedder.leave(nowMs + 10, 10);
    }
    let later = 0;
    while (shedder.enter(nowMs + 1_000)) later += 1;
    expect(later).toBeGreaterThanOrEqual(0.9 * burst);
  });

  test('a finished request frees capacity', () => {
    const shedder = createLoadShedder({ inFlightMax: 1, queueTimeMaxMs: 200 });
    expect([shedder.enter(1), shedder.enter(1), shedder.inFlight]).toEqual([true, false, 1]);
    shedder.leave(2, 10);
    expect([shedder.inFlight, shedder.enter(3)]).toEqual([0, true]);
  });

  test('a suspended request frees capacity, and is not counted as finished', () => {
    const shedder = createLoadShedder({ inFlightMax: 256, queueTimeMaxMs: 200 });
    for (let count = 0; count < 10_000; count += 1) {
      expect(shedder.enter(count)).toBe(true);
      shedder.suspend();
    }
    // Ten thousand in ten seconds would have raised the limit far above its floor.
    let entered = 0;
    while (shedder.enter(10_001)) entered += 1;
    expect([entered, shedder.inFlight]).toEqual([16, 16]);
  });
});
