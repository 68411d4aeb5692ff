import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type Deadlines, endOf, statusAt } from './deadlines.ts';
import type { Approach, ScaStatus } from './status.ts';

const noon = Temporal.Instant.from('2026-11-15T12:00:00Z');
const at = (minutes: number, seconds = 0): Temporal.Instant => noon.add({ minutes, seconds });

type Timed = Deadlines & { readonly approach: Approach; readonly status: ScaStatus };

function authorisation(more: Partial<Timed>): Timed {
  return {
    approach: 'REDIRECT',
    status: 'received',
    expiresAt: at(24 * 60),
    linkExpiresAt: at(10),
    arrivedAt: undefined,
    activeAt: undefined,
    askedAt: undefined,
    ...more,
  };
}

describe('an authorisation ends by itself', () => {
  test.each<[string, Partial<Timed>, Temporal.Instant | undefined]>([
    ['with its link, if nobody came', {}, at(10)],
    ['five minutes after the arrival without a form', { status: 'started', arrivedAt: at(9) }, at(14)],
    ['five minutes after the last form', { status: 'started', arrivedAt: at(0), activeAt: at(7) }, at(12)],
    [
      'fifteen minutes after the arrival at the latest',
      { status: 'started', arrivedAt: at(0), activeAt: at(14) },
      at(15),
    ],
    [
      'with its subject, if that is earlier',
      { status: 'started', arrivedAt: at(0), expiresAt: at(3) },
      at(3),
    ],
    [
      'ten minutes after the approval that the third party must confirm',
      { status: 'unconfirmed', arrivedAt: at(0), activeAt: at(12) },
      at(22),
    ],
    ['at its end, embedded', { approach: 'EMBEDDED', linkExpiresAt: undefined }, at(24 * 60)],
    [
      'five minutes after the device was asked',
      { approach: 'DECOUPLED', status: 'started', askedAt: at(2) },
      at(7),
    ],
    [
      'as its page says, while a device is asked from there',
      { status: 'started', arrivedAt: at(0), activeAt: at(4), askedAt: at(1) },
      at(9),
    ],
    ['at its end, although there was a link', { approach: 'EMBEDDED', linkExpiresAt: at(10) }, at(24 * 60)],
    ['never again, once it has ended', { status: 'finalised', arrivedAt: at(0) }, undefined],
  ])('%s', (_, more, end) => {
    expect(endOf(authorisation(more))?.toString()).toBe(end?.toString());
  });

  test('to the second', () => {
    const open = authorisation({ status: 'started', arrivedAt: noon });
    expect([statusAt(open, at(4, 59)), statusAt(open, at(5)), statusAt(open, at(5, 1))]).toEqual([
      'started',
      'failed',
      'failed',
    ]);
    expect(statusAt(authorisation({ status: 'exempted' }), at(100_000))).toBe('exempted');
  });
});
