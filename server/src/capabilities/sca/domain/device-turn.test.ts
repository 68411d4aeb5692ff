import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type EarlierRequest, pageAsker, type TurnRefusal, turnRefusal } from './device-turn.ts';

const start = Temporal.Instant.from('2026-11-15T12:00:00Z');
const seconds = (count: number): Temporal.Instant => start.add({ seconds: count });
const secondOf = (instant: Temporal.Instant): number => instant.since(start).total('seconds');
const minute = 60;
const waitSeconds = 5 * minute;
const windowSeconds = 10 * minute;

/** The devices of one customer, with the rule and nothing else. */
function createDevices() {
  const requests: (EarlierRequest & { readonly at: number })[] = [];
  const change = (index: number, more: Partial<EarlierRequest>): void => {
    const found = requests[index];
    if (found !== undefined) requests[index] = { ...found, ...more };
  };
  return {
    requests,
    ask(asker: string, at: number): TurnRefusal | undefined {
      const refusal = turnRefusal(requests, { asker, now: seconds(at) });
      if (refusal === undefined)
        requests.push({
          requestId: `r-${requests.length}`,
          asker,
          at,
          askedAt: seconds(at),
          endsAt: seconds(at + waitSeconds),
          answer: undefined,
        });
      return refusal;
    },
    /** Ends the newest open request of an asker. */
    end(asker: string, at: number, answer: EarlierRequest['answer']): void {
      const index = requests.findLastIndex(
        (one) => one.asker === asker && secondOf(one.endsAt) > at && one.at <= at,
      );
      change(index, { endsAt: seconds(at), answer });
    },
  };
}

type Devices = ReturnType<typeof createDevices>;

const within = ({ requests }: Devices, at: number): Devices['requests'] =>
  requests.filter((one) => one.at > at - windowSeconds && one.at <= at);

const refusals = (devices: Devices, asker: string, minutes: readonly number[]): readonly string[] =>
  minutes.map((at) => devices.ask(asker, at * minute)?.kind ?? 'asked');

describe('one that asks and gets no answer', () => {
  test('waits ten, then thirty, then sixty minutes after the end of its request', () => {
    const devices = createDevices();
    const served = Array.from({ length: 24 * 60 }, (_, at) => at).filter(
      (at) => devices.ask('A', at * minute) === undefined,
    );
    expect(served.slice(0, 6)).toEqual([0, 15, 50, 115, 180, 245]);
    // About 24 requests a day, not 120.
    expect(served).toHaveLength(24);
  });

  test('starts again after an answer, and is told until when it waits', () => {
    const devices = createDevices();
    expect(refusals(devices, 'A', [0, 4, 6, 15])).toEqual(['asked', 'open', 'waiting', 'asked']);
    expect(devices.ask('A', 25 * minute)).toEqual({ kind: 'waiting', until: seconds(50 * minute) });
    devices.ask('A', 50 * minute);
    devices.end('A', 51 * minute, 'declined');
    expect(devices.ask('A', 52 * minute)).toEqual({ kind: 'waiting', until: seconds(60 * minute) });
    expect(refusals(devices, 'A', [60])).toEqual(['asked']);
    devices.end('A', 61 * minute, 'approved');
    expect(refusals(devices, 'A', [61])).toEqual(['asked']);
  });

  test('waits also after it has withdrawn its request', () => {
    const devices = createDevices();
    devices.ask('A', 0);
    devices.end('A', 1, undefined);
    expect(devices.ask('A', 2)).toEqual({ kind: 'waiting', until: seconds(windowSeconds + 1) });
  });
});

describe('the devices of a customer', () => {
  test('keep a request for the page when third parties have used theirs', () => {
    const devices = createDevices();
    expect(['A', 'B', 'C'].map((asker) => devices.ask(asker, 0)?.kind)).toEqual([
      undefined,
      undefined,
      'full',
    ]);
    expect(devices.ask(pageAsker, 0)).toBeUndefined();
    expect(devices.ask('C', windowSeconds - 1)?.kind).toBe('full');
    expect(devices.ask('C', windowSeconds)).toBeUndefined();
  });

  test('are asked by the page twice in vain, then once in fifteen minutes', () => {
    const devices = createDevices();
    expect(refusals(devices, pageAsker, [0, 1, 5, 10, 19, 20, 30, 35])).toEqual([
      'asked',
      'open',
      'asked',
      'waiting',
      'waiting',
      'asked',
      'waiting',
      'asked',
    ]);
  });

  test('are asked for a request that replaces the open one', () => {
    const devices = createDevices();
    devices.ask(pageAsker, 0);
    const now = seconds(31);
    expect(turnRefusal(devices.requests, { asker: pageAsker, now })).toEqual({ kind: 'open' });
    expect(turnRefusal(devices.requests, { asker: pageAsker, now, replaces: 'r-0' })).toBeUndefined();
  });
});

const askers = ['A', 'B', 'C', 'D', pageAsker] as const;
const history = fc.array(
  fc.record({
    afterSeconds: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 2_000 })),
    asker: fc.constantFrom(...askers),
    outcome: fc.constantFrom('nothing', 'approved', 'declined', 'withdrawn'),
    of: fc.constantFrom(...askers),
  }),
  { minLength: 1, maxLength: 120 },
);

/** Replays a history, and checks what was decided after each request. */
function replay(
  steps: typeof history extends fc.Arbitrary<infer Steps> ? Steps : never,
  check: (devices: Devices, step: { asker: string; at: number; refusal: TurnRefusal | undefined }) => void,
): void {
  const devices = createDevices();
  let at = 0;
  for (const { afterSeconds, asker, of, outcome } of steps) {
    at += afterSeconds;
    const refusal = devices.ask(asker, at);
    check(devices, { asker, at, refusal });
    if (outcome !== 'nothing') devices.end(of, at, outcome === 'withdrawn' ? undefined : outcome);
  }
}

describe('in any history of requests and answers', () => {
  test('each asker has at most one open request, and ten minutes at most three, two of them of third parties', () => {
    fc.assert(
      fc.property(history, (steps) =>
        replay(steps, (devices, { at }) => {
          const open = devices.requests.filter((one) => secondOf(one.endsAt) > at).map((one) => one.asker);
          expect(new Set(open).size).toBe(open.length);
          const counted = within(devices, at);
          expect(counted.length).toBeLessThanOrEqual(3);
          expect(counted.filter(({ asker }) => asker !== pageAsker).length).toBeLessThanOrEqual(2);
        }),
      ),
      { numRuns: 500 },
    );
  });

  test('one without unanswered requests is refused only for what others than one silent asker have used', () => {
    fc.assert(
      fc.property(history, (steps) =>
        replay(steps, (devices, { asker, at, refusal }) => {
          const isNew = !devices.requests.some((one) => one.asker === asker);
          if (!isNew || refusal === undefined) return;
          const counted = within(devices, at);
          const ofPage = counted.filter((one) => one.asker === pageAsker).length;
          const silent = counted.filter((one) => one.asker !== pageAsker && one.answer !== 'approved');
          const approved = counted.filter((one) => one.answer === 'approved').length;
          expect(refusal.kind).toBe('full');
          expect(new Set(silent.map((one) => one.asker)).size > 1 || ofPage > 1 || approved > 0).toBe(true);
        }),
      ),
      { numRuns: 500 },
    );
  });
});

describe('although one third party asks all the time', () => {
  const flood = fc.record({
    everySeconds: fc.integer({ min: 1, max: 90 }),
    answers: fc.array(fc.constantFrom(undefined, 'declined' as const), { minLength: 1, maxLength: 8 }),
    others: fc.array(fc.record({ after: fc.integer({ min: 0, max: 1_500 }), asker: fc.nat(1) }), {
      minLength: 1,
      maxLength: 10,
    }),
  });

  test('another one, and the page, are served at once when they have not asked for ten minutes', () => {
    fc.assert(
      fc.property(flood, ({ answers, everySeconds, others }) => {
        const devices = createDevices();
        const names = ['B', pageAsker];
        let [at, floods] = [0, 0];
        for (const { after, asker } of others) {
          const until = at + windowSeconds + after;
          for (; at < until; at += everySeconds) {
            if (devices.ask('A', at) !== undefined) continue;
            floods += 1;
            const answer = answers[floods % answers.length];
            if (answer !== undefined) devices.end('A', at + 1, answer);
          }
          const name = names[asker] ?? pageAsker;
          expect(devices.ask(name, at)).toBeUndefined();
          devices.end(name, at + 1, 'approved');
        }
      }),
      { numRuns: 60 },
    );
  });
});
