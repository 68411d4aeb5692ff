import { expect, test } from 'vitest';
import { formats } from './formats.ts';

test.each([
  ['date', '2026-02-28'],
  ['date', '2028-02-29'],
  ['date', '9999-12-31'],
  ['date-time', '2026-11-15T10:00:00Z'],
  ['date-time', '2026-11-15T10:00:00.123+01:00'],
  ['uuid', '018f3f3e-0000-7000-8000-000000000000'],
  ['uuid', '3F1C9A52-9D0B-4A52-8D0E-0F2F7B1C0001'],
  ['language', 'zh-Hant-TW'],
])('%s accepts %s', (format, text) => {
  expect(formats[format]?.(text)).toBe(true);
});

test.each([
  ['date', '2026-02-30'],
  ['date', '2027-02-29'],
  ['date', '2026-13-01'],
  ['date', '2026-00-10'],
  ['date', '2026-04-31'],
  ['date', '0000-01-01'],
  ['date', '2026-1-1'],
  ['date', '2026-11-15T10:00:00Z'],
  ['date', '2026-11-15\n'],
  ['date', '+002026-11-15'],
  ['date-time', '2026-11-15T10:00:00'],
  ['date-time', '2026-02-30T10:00:00Z'],
  ['uuid', '018f3f3e00007000800000000000000'],
  ['uuid', '{018f3f3e-0000-7000-8000-000000000000}'],
  ['language', 'en-a'],
  ['language', 'x'.repeat(36)],
])('%s refuses %s', (format, text) => {
  expect(formats[format]?.(text)).toBe(false);
});
