import { describe, expect, test } from 'vitest';
import {
  type Arrival,
  createLoadShedder,
  type LoadShedder,
  type LoadShedderOptions,
} from './load-shedder.ts';

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

const arrival: Arrival = { priority: 'high' };

/** Requests of one kind that arrive at an even pace. */
interface Stream {
  readonly arrival: Arrival;
  readonly perSecond: number;
}

interface Observed {
  readonly offered: number;
  readonly admitted: number;
  readonly completed: number;
  readonly slowestMs: number;
}

/** A server behind a shedder: admitted requests are served first come, first served. */
function createModel(shedder: LoadShedder, lanes: number) {
  const busyUntilMs = Array.from({ length: lanes }, () => 0);
  const waiting: { readonly sinceMs: number; readonly from: Arrival }[] = [];
  const served: { readonly sinceMs: number; readonly endMs: number; readonly from: Arrival }[] = [];
  return {
    /** Ends what is done by now; returns how long each took. */
    finish(nowMs: number): readonly number[] {
      const done = served.filter(({ endMs }) => endMs <= nowMs);
      for (const one of done) {
        served.splice(served.indexOf(one), 1);
        shedder.leave(nowMs, nowMs - one.sinceMs, one.from);
      }
      return done.map(({ sinceMs }) => nowMs - sinceMs);
    },
    /** Returns how many of the requests are admitted. */
    offer(nowMs: number, count: number, from: Arrival): number {
      let admitted = 0;
      for (let offered = 0; offered < count; offered += 1) {
        if (!shedder.enter(nowMs, from)) continue;
        admitted += 1;
        waiting.push({ sinceMs: nowMs, from });
      }
      return admitted;
    },
    begin(nowMs: number, serviceMs: number): void {
      for (const [lane, freeAtMs] of busyUntilMs.entries()) {
        const next = freeAtMs > nowMs ? undefined : waiting.shift();
        if (next === undefined) continue;
        busyUntilMs[lane] = nowMs + serviceMs;
        served.push({ ...next, endMs: nowMs + serviceMs });
      }
    },
  };
}

/** Returns how many requests are due in each millisecond, at an even pace, as an open-loop generator sends them. */
function evenPace(): (perSecond: number) => number {
  let due = 0;
  return (perSecond) => {
    due += perSecond / 1_000;
    const count = Math.floor(due);
    due -= count;
    return count;
  };
}

/** Steps of one millisecond. */
function simulate(
  shedder: LoadShedder,
  { lanes, serviceMs }: Simulation,
  phases: readonly Phase[],
): Observed[] {
  const model = createModel(shedder, lanes);
  let nowMs = 1_000;
  let perRequestMs = serviceMs;
  return phases.map((phase) => {
    perRequestMs = phase.serviceMs ?? perRequestMs;
    const seen = { offered: 0, admitted: 0, completed: 0, slowestMs: 0 };
    const dueNow = evenPace();
    for (const endMs = nowMs + phase.forMs; nowMs < endMs; nowMs += 1) {
      const tookMs = model.finish(nowMs);
      seen.completed += tookMs.length;
      seen.slowestMs = Math.max(seen.slowestMs, ...tookMs);
      const count = dueNow(phase.perSecond);
      seen.offered += count;
      seen.admitted += model.offer(nowMs, count, arrival);
      model.begin(nowMs, perRequestMs);
    }
    return seen;
  });
}

/** Serves streams beside each other; returns which share of each is admitted in the last ten of thirteen seconds. */
function sharesOf(
  shedder: LoadShedder,
  { lanes, serviceMs }: Simulation,
  streams: readonly Stream[],
): readonly number[] {
  const model = createModel(shedder, lanes);
  const counts = streams.map((stream) => ({ ...stream, dueNow: evenPace(), offered: 0, admitted: 0 }));
  for (let nowMs = 1; nowMs <= 13_000; nowMs += 1) {
    model.finish(nowMs);
    for (const count of counts) {
      const due = count.dueNow(count.perSecond);
      const admitted = model.offer(nowMs, due, count.arrival);
      count.offered += nowMs > 3_000 ? due : 0;
      count.admitted += nowMs > 3_000 ? admitted : 0;
    }
    model.begin(nowMs, serviceMs);
  }
  return counts.map(({ admitted, offered }) => admitted / offered);
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
      enter: (nowMs, given) => {
        const isIn = shedder.enter(nowMs, given);
        most = Math.max(most, shedder.inFlight);
        return isIn;
      },
      refuses: (nowMs, priority) => shedder.refuses(nowMs, priority),
      leave: (nowMs, tookMs, given) => shedder.leave(nowMs, tookMs, given),
      suspend: (given) => shedder.suspend(given),
      get inFlight() {
        return shedder.inFlight;
      },
    };
    simulate(watched, narrow, [{ perSecond: 2_000, forMs: 3_000 }]);
    expect(most).toBe(20);
  });
});

test('what is refused without a caller is what every caller is refused, by priority', () => {
  const shedder = createLoadShedder(server);
  const refused = (): readonly boolean[] =>
    (['low', 'normal', 'high'] as const).map((priority) => shedder.refuses(1, priority));
  for (let count = 0; count < 20; count += 1) shedder.enter(1, { priority: 'high' });
  expect(refused()).toEqual([true, false, false]);
  for (let count = 20; count < 24; count += 1) shedder.enter(1, { priority: 'high' });
  expect(refused()).toEqual([true, true, true]);
  expect(shedder.inFlight).toBe(24);
});

describe('without load', () => {
  test('no request is rejected, not even in the first burst', () => {
    const shedder = createLoadShedder(server);
    for (let count = 0; count < 24; count += 1) expect(shedder.enter(1, arrival)).toBe(true);
    expect(shedder.enter(1, arrival)).toBe(false);
  });

  test('an idle hour does not lower the measured capacity', () => {
    const shedder = createLoadShedder(server);
    simulate(shedder, server, [{ perSecond: 0.9 * capacity, forMs: 5_000 }]);
    let nowMs = 3_600_000;
    let burst = 0;
    while (shedder.enter(nowMs, arrival)) burst += 1;
    expect(burst).toBeGreaterThanOrEqual(0.8 * capacity * (server.queueTimeMaxMs / 1_000));
    for (let count = 0; count < burst; count += 1) shedder.leave(nowMs, 10, arrival);
    // A trickle does not measure capacity either.
    for (let second = 0; second < 600; second += 1) {
      nowMs += 1_000;
      if (shedder.enter(nowMs, arrival)) shedder.leave(nowMs + 10, 10, arrival);
    }
    let later = 0;
    while (shedder.enter(nowMs + 1_000, arrival)) later += 1;
    expect(later).toBeGreaterThanOrEqual(0.9 * burst);
  });

  test('a finished request frees capacity', () => {
    const shedder = createLoadShedder({ inFlightMax: 1, queueTimeMaxMs: 200 });
    expect([shedder.enter(1, arrival), shedder.enter(1, arrival), shedder.inFlight]).toEqual([
      true,
      false,
      1,
    ]);
    shedder.leave(2, 10, arrival);
    expect([shedder.inFlight, shedder.enter(3, arrival)]).toEqual([0, true]);
  });

  test('a suspended request frees capacity, and is not counted as finished', () => {
    const shedder = createLoadShedder({ inFlightMax: 256, queueTimeMaxMs: 200 });
    for (let count = 0; count < 10_000; count += 1) {
      expect(shedder.enter(count, arrival)).toBe(true);
      shedder.suspend(arrival);
    }
    // Ten thousand in ten seconds would have raised the limit far above its floor.
    let entered = 0;
    while (shedder.enter(10_001, arrival)) entered += 1;
    expect([entered, shedder.inFlight]).toEqual([24, 24]);
  });
});

describe('at three times the capacity', () => {
  test('payments are served, then other commands, then reads', () => {
    const [payments, commands, reads] = sharesOf(createLoadShedder(server), server, [
      { arrival: { priority: 'high' }, perSecond: 0.5 * capacity },
      { arrival: { priority: 'normal' }, perSecond: 0.4 * capacity },
      { arrival: { priority: 'low' }, perSecond: 2.1 * capacity },
    ]);
    expect(payments).toBe(1);
    expect(commands).toBeGreaterThan(0.99);
    expect(reads).toBeLessThan(0.1);
  });

  test('commands leave the capacity to payments', () => {
    const [payments, commands] = sharesOf(createLoadShedder(server), server, [
      { arrival: { priority: 'high' }, perSecond: 0.7 * capacity },
      { arrival: { priority: 'normal' }, perSecond: 2.3 * capacity },
    ]);
    expect(payments).toBe(1);
    expect(commands).toBeGreaterThan(0.1);
  });

  test('one caller does not take the place of another, at equal priority', () => {
    const [loud, quiet] = sharesOf(createLoadShedder(server), server, [
      { arrival: { priority: 'high', caller: 'loud' }, perSecond: 2.6 * capacity },
      { arrival: { priority: 'high', caller: 'quiet' }, perSecond: 0.4 * capacity },
    ]);
    expect(quiet).toBe(1);
    expect(loud).toBeGreaterThan(0.2);
  });

  test.each(['low', 'high'] as const)(
    'a flood of one caller, of the priority %s, leaves the reads of others served',
    (priority) => {
      for (const [perMs, serviceMs] of [
        [1, 10],
        [4, 10],
        [0.6, 300],
      ] as const) {
        const model = { ...server, lanes: perMs * serviceMs, serviceMs };
        const [, reads = 0] = sharesOf(createLoadShedder(model), model, [
          { arrival: { priority, caller: 'loud' }, perSecond: 2_700 * perMs },
          { arrival: { priority: 'low', caller: 'quiet' }, perSecond: 20 },
        ]);
        expect(reads, `${perMs} per ms, ${serviceMs} ms each`).toBeGreaterThan(0.95);
      }
    },
  );

  test('one caller alone reaches the whole capacity, also with slow requests', () => {
    const slow = { inFlightMax: 512, queueTimeMaxMs: 200, lanes: 100, serviceMs: 400 };
    const [share = 0] = sharesOf(createLoadShedder(slow), slow, [
      { arrival: { priority: 'low', caller: 'only' }, perSecond: 750 },
    ]);
    expect(share * 3).toBeGreaterThan(0.9);
  });
});

test('a caller without requests is not remembered', () => {
  const shedder = createLoadShedder({ inFlightMax: 256, queueTimeMaxMs: 200 });
  const from = (caller: string): Arrival => ({ priority: 'normal', caller });
  for (let count = 0; count < 16; count += 1) expect(shedder.enter(1, from('one'))).toBe(true);
  expect([shedder.enter(1, from('one')), shedder.enter(1, from('other'))]).toEqual([false, true]);
  for (let count = 0; count < 8; count += 1) shedder.leave(2, 1, from('one'));
  for (let count = 0; count < 8; count += 1) shedder.suspend(from('one'));
  expect([shedder.enter(3, from('one')), shedder.inFlight]).toEqual([true, 2]);
});
