import { describe, expect, test } from 'vitest';
import { resultOf, settlementOf } from './delivery.ts';
import { retryWaitsSeconds } from './policy.ts';

describe('what becomes of a message (settlementOf)', () => {
  const failed = { kind: 'failed', failure: 'timeout' } as const;

  test('is delivered, or dead where the address is forbidden', () => {
    expect(settlementOf({ kind: 'taken' }, { attempts: 1, waitsSeconds: [] })).toEqual({ kind: 'delivered' });
    const forbidden = { kind: 'forbidden', failure: 'address' } as const;
    expect(settlementOf(forbidden, { attempts: 1, waitsSeconds: [5] })).toEqual({
      kind: 'dead',
      failure: 'address',
    });
  });

  test('waits longer after each failure, and is dead after the last wait', () => {
    const waits = retryWaitsSeconds.map((_, index) =>
      settlementOf(failed, { attempts: index + 1, waitsSeconds: retryWaitsSeconds }),
    );
    expect(waits).toEqual(
      retryWaitsSeconds.map((waitSeconds) => ({ kind: 'again', waitSeconds, failure: 'timeout' })),
    );
    const attempts = retryWaitsSeconds.length + 1;
    expect(settlementOf(failed, { attempts, waitsSeconds: retryWaitsSeconds })).toEqual({
      kind: 'dead',
      failure: 'timeout',
    });
  });
});

test('any success is one, and no other status', () => {
  expect([200, 202, 204].map((status) => resultOf(status).kind)).toEqual(['taken', 'taken', 'taken']);
  expect([199, 301, 400, 410, 500].map((status) => resultOf(status))).toEqual(
    [199, 301, 400, 410, 500].map((status) => ({ kind: 'failed', failure: `status ${status}` })),
  );
});
