import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRateLimits, type RateKey, type RateLimits, ratePolicies } from './rate-limits.ts';

const classes = [
  'read',
  'change',
  'batch',
  'search',
  'anonymous',
  'token',
  'page',
  'tpp-read',
  'tpp-change',
  'refused',
] as const;
const minuteMs = 60_000;
const seconds = (count: number): number => count * 1_000;

describe('a caller', () => {
  test.each(Object.entries(ratePolicies))(
    'of class %s has a full minute at once, and no more',
    (name, policy) => {
      for (const startMs of [0, 0.1, 1_234.567, 40_000.1 / 3, 987_654_321.987]) {
        const limits = createRateLimits();
        const rate = classes.find((known) => known === name) ?? 'anonymous';
        const allowed = Array.from({ length: 2 * policy.perMinute }, () => limits.take(rate, 'a', startMs));
        expect(allowed.filter(({ isAllowed }) => isAllowed)).toHaveLength(policy.perMinute);
        expect(allowed[0]).toMatchObject({ limit: policy.perMinute, remaining: policy.perMinute - 1 });
        expect(allowed[policy.perMinute - 1]).toMatchObject({ isAllowed: true, remaining: 0 });
      }
    },
  );

  test('with a limit of its own has that limit, whatever the class says', () => {
    const limits = createRateLimits({ 'tpp-read': { perMinute: 1 } });
    const key = { caller: 'a', perMinute: 3 };
    const allowed = Array.from({ length: 5 }, () => limits.take('tpp-read', key, 0));
    expect(allowed.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false, false]);
    expect(allowed[0]).toMatchObject({ limit: 3, remaining: 2 });
  });

  test('who was refused may retry after the returned time, and not before', () => {
    const limits = createRateLimits({ change: { perMinute: 6 } });
    for (let count = 0; count < 6; count += 1) limits.take('change', 'a', 0);
    const refused = limits.take('change', 'a', 0);
    expect(refused).toMatchObject({ isAllowed: false, remaining: 0, resetSeconds: 10 });
    expect(limits.take('change', 'a', seconds(9.99)).isAllowed).toBe(false);
    expect(limits.take('change', 'a', seconds(10)).isAllowed).toBe(true);
    expect(limits.take('change', 'a', seconds(10)).isAllowed).toBe(false);
  });

  test('who retries while refused is not penalized', () => {
    const limits = createRateLimits({ change: { perMinute: 6 } });
    for (let count = 0; count < 6; count += 1) limits.take('change', 'a', 0);
    for (let atMs = 0; atMs < seconds(10); atMs += 10) limits.take('change', 'a', atMs);
    expect(limits.take('change', 'a', seconds(10)).isAllowed).toBe(true);
  });

  test('who has been idle for a minute has the full allowance again', () => {
    const limits = createRateLimits({ change: { perMinute: 6 } });
    for (let count = 0; count < 6; count += 1) limits.take('change', 'a', 0);
    expect(limits.take('change', 'a', minuteMs)).toMatchObject({ isAllowed: true, remaining: 5 });
  });

  test('is not affected by another caller, nor by another class', () => {
    const limits = createRateLimits({ change: { perMinute: 1 }, read: { perMinute: 1 } });
    expect(limits.take('change', 'a', 0).isAllowed).toBe(true);
    expect(limits.take('change', 'a', 0).isAllowed).toBe(false);
    expect(limits.take('change', 'b', 0).isAllowed).toBe(true);
    expect(limits.take('read', 'a', 0).isAllowed).toBe(true);
  });
});

/** Requests of one caller as gaps in time; bursts are gaps of zero. */
const gapsMs = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.double({ min: 0, max: 2_000, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 200_000, noNaN: true }) },
  ),
  { maxLength: 300 },
);

test('no window has more requests than the limit for its length plus one burst', () => {
  fc.assert(
    fc.property(gapsMs, fc.integer({ min: 1, max: 100 }), (gaps, perMinute) => {
      const limits = createRateLimits({ read: { perMinute } });
      const allowedAt: number[] = [];
      let nowMs = 5_000;
      for (const gap of gaps) {
        nowMs += gap;
        if (limits.take('read', 'a', nowMs).isAllowed) allowedAt.push(nowMs);
      }
      const isTooMany = (fromMs: number, toMs: number, count: number): boolean =>
        count > perMinute + ((toMs - fromMs) * perMinute) / minuteMs + 1e-5;
      const broken = allowedAt.some((fromMs, from) =>
        allowedAt.slice(from).some((toMs, offset) => isTooMany(fromMs, toMs, offset + 1)),
      );
      expect(broken).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('the returned remaining count is right: that many more are allowed at the same time', () => {
  fc.assert(
    fc.property(gapsMs, fc.integer({ min: 1, max: 50 }), (gaps, perMinute) => {
      const limits = createRateLimits({ read: { perMinute } });
      let nowMs = 1;
      for (const gap of gaps.slice(0, 20)) {
        nowMs += gap;
        limits.take('read', 'a', nowMs);
      }
      const { remaining } = limits.take('read', 'a', nowMs);
      const more = Array.from({ length: perMinute + 1 }, () => limits.take('read', 'a', nowMs));
      expect(more.filter(({ isAllowed }) => isAllowed)).toHaveLength(remaining);
    }),
    { numRuns: 200 },
  );
});

test('after the returned time, the next request is allowed, whatever happened before', () => {
  fc.assert(
    fc.property(gapsMs, fc.integer({ min: 1, max: 50 }), (gaps, perMinute) => {
      const limits = createRateLimits({ read: { perMinute } });
      let nowMs = 0;
      for (const gap of gaps) {
        nowMs += gap;
        const { isAllowed, resetSeconds } = limits.take('read', 'a', nowMs);
        if (isAllowed) continue;
        expect(resetSeconds).toBeGreaterThanOrEqual(1);
        expect(limits.take('read', 'a', nowMs + seconds(resetSeconds)).isAllowed).toBe(true);
        return;
      }
    }),
    { numRuns: 200 },
  );
});

describe('memory is bounded', () => {
  const spent = (key: RateKey, limits: RateLimits): void => {
    for (let count = 0; count < 6; count += 1) limits.take('read', key, 0);
    expect(limits.take('read', key, 0).isAllowed).toBe(false);
  };

  test('and a hundred thousand networks do not evict the counters of callers', () => {
    const limits = createRateLimits({ read: { perMinute: 6 } });
    spent('caller', limits);
    for (let network = 0; network < 100_000; network += 1)
      limits.take('read', { address: `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}` }, 0);
    expect(limits.take('read', 'caller', 0).isAllowed).toBe(false);
  });

  test('and a hundred thousand single requests do not evict a caller at its limit', () => {
    const limits = createRateLimits({ read: { perMinute: 6 } });
    const limited = Array.from({ length: 100 }, (_, index) => `limited-${index}`);
    for (const key of limited) spent(key, limits);
    limits.take('read', 'quiet', 0);
    for (let client = 0; client < 100_000; client += 1) limits.take('read', `stranger-${client}`, 0);
    for (const key of limited) expect(limits.take('read', key, 0).isAllowed).toBe(false);
    // One counter must be evicted: a caller with a single request starts again.
    expect(limits.take('read', 'quiet', 0).remaining).toBe(5);
  });
});

describe('a network', () => {
  test('of 64 bits has the limit, of 56 bits four of them, of 48 bits sixteen', () => {
    const limits = createRateLimits({ read: { perMinute: 6 } });
    const allowedOf = (count: number, addressOf: (index: number) => string): number =>
      Array.from({ length: count }, (_, index) =>
        limits.take('read', { address: addressOf(index) }, 0),
      ).filter(({ isAllowed }) => isAllowed).length;
    expect(allowedOf(100, (index) => `2001:db8::${index.toString(16)}`)).toBe(6);
    expect(allowedOf(256, (index) => `2001:db8:0:${index.toString(16)}::1`)).toBe(3 * 6);
    expect(allowedOf(65_536, (index) => `2001:db8:0:${index.toString(16)}::1`)).toBe(12 * 6);
    expect(allowedOf(100, () => '2001:db8:1::1')).toBe(6);
  });

  test('can be peeked without being counted, and a refusal by one prefix is not counted for the others', () => {
    const limits = createRateLimits({ read: { perMinute: 6 } });
    const address = '2001:db8::1';
    for (let count = 0; count < 100; count += 1)
      expect(limits.peek('read', { address }, 0).isAllowed).toBe(true);
    for (let count = 0; count < 100; count += 1) limits.take('read', { address }, 0);
    expect(limits.peek('read', { address }, 0)).toMatchObject({ isAllowed: false, resetSeconds: 10 });
    expect(limits.peek('read', { address: '2001:db8:0:1::1' }, 0).isAllowed).toBe(true);
  });
});
