import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { epochSeconds, parseAnyTimestamp, parseTimestamp, toWireTimestamp } from './timestamp.ts';

const earliestMs = -62_135_596_800_000;
const latestMs = 253_402_300_799_999;
const instants = fc
  .integer({ min: earliestMs, max: latestMs })
  .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));

const wire = (text: string): string | undefined => {
  const instant = parseTimestamp(text);
  return instant && toWireTimestamp(instant);
};

test('a timestamp is written with exactly milliseconds and Z', () => {
  expect(wire('2026-03-01T10:00:00Z')).toBe('2026-03-01T10:00:00.000Z');
  expect(wire('2026-03-01T10:00:00.1Z')).toBe('2026-03-01T10:00:00.100Z');
  expect(wire('2026-03-01T10:00:00.123987654Z')).toBe('2026-03-01T10:00:00.123Z');
});

test('another offset is converted to UTC', () => {
  expect(wire('2026-03-01T00:30:00+02:00')).toBe('2026-02-28T22:30:00.000Z');
  expect(wire('2026-03-01T10:00:00-00:00')).toBe('2026-03-01T10:00:00.000Z');
  expect(wire('2026-03-01t10:00:00z')).toBe('2026-03-01T10:00:00.000Z');
});

test.each([
  '2026-03-01T10:00:00',
  '2026-03-01',
  '2026-03-01 10:00:00Z',
  '2026-03-01T10:00Z',
  '20260301T100000Z',
  '2026-02-30T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T10:00:00+24:00',
  '2026-03-01T10:00:00+0200',
  '2026-03-01T10:00:00,5Z',
  '2026-03-01T10:00:00.1234567890Z',
  '2026-03-01T10:00:00+02:00[Europe/Belgrade]',
  '+002026-03-01T10:00:00Z',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '٢٠٢٦-03-01T10:00:00Z',
  '2026-03-01T10:00:00Z\n',
  '',
])('%j is refused', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test('a leap second at midnight UTC is parsed as the second before', () => {
  expect(wire('2016-12-31T23:59:60Z')).toBe('2016-12-31T23:59:59.000Z');
  expect(wire('2017-01-01T00:59:60+01:00')).toBe('2016-12-31T23:59:59.000Z');
  expect(wire('1969-12-31T23:59:60Z')).toBe('1969-12-31T23:59:59.000Z');
  expect(wire('2016-12-31T12:59:60Z')).toBeUndefined();
});

test('a written timestamp is parsed unchanged', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const text = toWireTimestamp(instant);
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(parseTimestamp(text)?.equals(instant)).toBe(true);
    }),
  );
});

test('the same time written with any offset is the same instant', () => {
  const quarterHours = fc.integer({ min: -48, max: 56 });
  const farFromTheEnds = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(
    fc.property(farFromTheEnds, quarterHours, (ms, quarters) => {
      const sign = quarters < 0 ? '-' : '+';
      const minutes = Math.abs(quarters) * 15;
      const two = (part: number): string => String(part).padStart(2, '0');
      const offset = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
      const instant = Temporal.Instant.fromEpochMilliseconds(ms);
      const text = instant.toString({ timeZone: offset, smallestUnit: 'millisecond' });
      expect(parseTimestamp(text)?.equals(instant)).toBe(true);
    }),
  );
});

test('parsing never throws, and every parsed instant can be written', () => {
  const nearly = fc.stringMatching(
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})$/,
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearly), (text) => {
      const instant = parseTimestamp(text);
      expect(instant === undefined || toWireTimestamp(instant).endsWith('Z')).toBe(true);
    }),
  );
});

test('UTC with at most milliseconds is parsed as every other form is', () => {
  const days = fc.tuple(
    fc.integer({ min: 0, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  );
  const times = fc.tuple(
    fc.integer({ min: 0, max: 24 }),
    fc.integer({ min: 0, max: 60 }),
    fc.integer({ min: 0, max: 61 }),
  );
  const fractions = fc.stringMatching(/^(?:|\.[0-9]{0,4})$/);
  const zones = fc.constantFrom('Z', 'Z', 'Z', 'z', '', '+00:00', '-00:00');
  const digits = (part: number, length: number): string => String(part).padStart(length, '0');
  const texts = fc.tuple(days, times, fractions, zones).map(([[year, month, day], time, fraction, zone]) => {
    const clock = time.map((part) => digits(part, 2)).join(':');
    return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}T${clock}${fraction}${zone}`;
  });
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseTimestamp(text)?.epochNanoseconds).toBe(parseAnyTimestamp(text)?.epochNanoseconds);
    }),
    { numRuns: 20_000 },
  );
});

test('every day around the ends of months is parsed as every other form is', () => {
  for (const year of ['0000', '0001', '0099', '1900', '1970', '2000', '2024', '2026', '9999'])
    for (let month = 1; month <= 12; month += 1)
      for (const day of ['00', '01', '28', '29', '30', '31', '32']) {
        const text = `${year}-${String(month).padStart(2, '0')}-${day}T23:59:59.999Z`;
        expect([text, parseTimestamp(text)?.epochNanoseconds]).toEqual([
          text,
          parseAnyTimestamp(text)?.epochNanoseconds,
        ]);
      }
});

test('an instant that RFC 3339 cannot represent is an internal error', () => {
  const tooLate = Temporal.Instant.fromEpochMilliseconds(latestMs + 1);
  expect(() => toWireTimestamp(tooLate)).toThrow('years 1 to 9999');
});

test('seconds since 1970 are whole, and never ahead of the instant', () => {
  expect(epochSeconds(Temporal.Instant.from('1970-01-01T00:00:01.999Z'))).toBe(1);
  expect(epochSeconds(Temporal.Instant.from('1969-12-31T23:59:59.999Z'))).toBe(-1);
});
