import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { reservedAfterChange, reservedAfterClosing } from './name-reservation.ts';

test.each([
  ['2026-11-15T12:00:00Z', '2027-11-15T12:00:00Z', '2036-11-15T12:00:00Z'],
  // The last day of February, in a year without a leap day.
  ['2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z', '2038-02-28T23:59:59.999Z'],
])(
  'a username of %s is reserved until %s when it was changed, until %s when its user was closed',
  (at, changed, closed) => {
    const now = Temporal.Instant.from(at);
    expect(reservedAfterChange(now).toString()).toBe(changed);
    expect(reservedAfterClosing(now).toString()).toBe(closed);
  },
);

test('the username of a closed user is reserved longer than a changed one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (millis) => {
      const now = Temporal.Instant.fromEpochMilliseconds(millis);
      const days = (then: Temporal.Instant) => then.since(now).total('hours') / 24;
      expect(days(reservedAfterChange(now))).toBeGreaterThanOrEqual(365);
      expect(days(reservedAfterClosing(now))).toBeGreaterThanOrEqual(3_651);
    }),
  );
});
