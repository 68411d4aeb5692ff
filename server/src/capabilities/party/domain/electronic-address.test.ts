import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHandle, isWebAddress, normalizeHandle } from './electronic-address.ts';

describe('a web address', () => {
  test.each([
    'http://a',
    'https://example.com',
    'HTTPS://Example.com/Path?q=1#x',
    'https://münchen.example/straße',
    `https://example.com/${'x'.repeat(1_980)}`,
  ])('is %s', (text) => {
    expect(isWebAddress(text)).toBe(true);
  });

  test.each([
    '',
    'http://',
    'https://',
    'example.com',
    '//example.com',
    '/path/to/it',
    'ftp://example.com',
    'javascript:alert(1)',
    'http:example.com',
    'http:\\\\example.com',
    'https://example.com\\@evil.example',
    'https://exa mple.com',
    'https://example.com/\n',
    'https://user:secret@example.com',
    'https://user@example.com',
    'https://[::1',
    'https://example.com:99999/',
    ` https://example.com`,
    `https://example.com/${'x'.repeat(1_981)}`,
  ])('is not %j', (text) => {
    expect(isWebAddress(text)).toBe(false);
  });
});

describe('a handle', () => {
  test.each([
    ['@Ana.Marija', 'ana.marija'],
    ['ANA', 'ana'],
    ['@@x', 'x'],
    ['ana@mastodon.example', 'ana@mastodon.example'],
    ['E\u0301', 'é'],
  ])('%j is compared as %j', (text, handle) => {
    expect(isHandle(text)).toBe(true);
    expect(normalizeHandle(text)).toBe(handle);
  });

  test.each(['', '@', '@@', 'a b', ' a', 'a\n', 'a\u200b', 'x'.repeat(101)])('is not %j', (text) => {
    expect(isHandle(text)).toBe(false);
  });

  test('has an idempotent key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalizeHandle(normalizeHandle(text))).toBe(normalizeHandle(text));
        expect(normalizeHandle(`@${text}`)).toBe(normalizeHandle(text));
      }),
    );
  });
});
