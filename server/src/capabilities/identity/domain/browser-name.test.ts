import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

test('browsers are recognized by their own name, although they imitate others', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  expect(
    [
      `${windows} Chrome/140.0 Safari/537.36`,
      `${windows} Chrome/140.0 Safari/537.36 Edg/140.0`,
      `${windows} Chrome/140.0 Safari/537.36 OPR/120.0`,
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Mozilla/5.0 (Linux; Android 15; SM-S911B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
      `${phone} Version/18.0 Mobile/15E148 Safari/604.1`,
      `${phone} CriOS/140.0 Mobile/15E148 Safari/604.1`,
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      'Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      'curl/8.0',
      '',
    ].map(browserName),
  ).toEqual([
    'Chrome on Windows',
    'Edge on Windows',
    'Opera on Windows',
    'Firefox on Linux',
    'Samsung Internet on Android',
    'Safari on iPhone',
    'Chrome on iPhone',
    'Safari on macOS',
    'Chrome on ChromeOS',
    'Browser',
    'Browser',
  ]);
  expect(browserName(undefined)).toBe('Browser');
});

test('the name contains no text of the header', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(browserName(`${text} Firefox/1 <script> (Windows) ${text}`)).toMatch(/^[A-Za-z ]{4,40}$/v);
    }),
  );
  expect(browserName(`${'x'.repeat(500)} Firefox/1 (Windows)`)).toBe('Browser');
});
