import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { keptAfterChange, keptAfterClosing } from './name-reservation.ts';

test.each([
  ['2026-11-15T12:00:00Z', '2027-11-15T12:00:00Z', '2036-11-15T12:00:00Z'],
  // On the last day of February, where there is no such day.
  ['2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z', '2038-02-28T23:59:59.999Z'],
])(
  'a name of %s is kept until %s when it was changed, until %s when its owner left',
  (at, changed, closed) => {
    const now = Temporal.Instant.from(at);
    expect(keptAfterChange(now).toString()).toBe(changed);
    expect(keptAfterClosing(now).toString()).toBe(closed);
  },
);

test('whoever has left keeps a name for longer than whoever has changed it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (millis) => {
      const now = Temporal.Instant.fromEpochMilliseconds(millis);
      const days = (then: Temporal.Instant) => then.since(now).total('hours') / 24;
      expect(days(keptAfterChange(now))).toBeGreaterThanOrEqual(365);
      expect(days(keptAfterClosing(now))).toBeGreaterThanOrEqual(3_651);
    }),
  );
});
