import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeEmail } from './email-address.ts';

describe('an e-mail address', () => {
  test.each([
    ['ana@example.com', 'ana@example.com', 'ana@example.com'],
    ['Ana.Marija+bank@Example.COM', 'Ana.Marija+bank@example.com', 'ana.marija+bank@example.com'],
    ['a@b', 'a@b', 'a@b'],
    ["o'neil_!#$%&*/=?^`{|}~-@x.org", "o'neil_!#$%&*/=?^`{|}~-@x.org", "o'neil_!#$%&*/=?^`{|}~-@x.org"],
    ['JOSE\u0301@MU\u0308NCHEN.example', 'JOSÉ@münchen.example', 'josé@xn--mnchen-3ya.example'],
    ['用户@例子.测试', '用户@例子.测试', '用户@xn--fsqu00a.xn--0zwm56d'],
    // One mailbox: mail goes to the ASCII form of the domain.
    ['anna@ｇmail.com', 'anna@ｇmail.com', 'anna@gmail.com'],
    ['anna@straße.example', 'anna@straße.example', 'anna@xn--strae-oqa.example'],
    ['a@xn--mnchen-3ya.example', 'a@xn--mnchen-3ya.example', 'a@xn--mnchen-3ya.example'],
    ['a@1und1.de', 'a@1und1.de', 'a@1und1.de'],
    [`${'x'.repeat(64)}@example.com`, `${'x'.repeat(64)}@example.com`, `${'x'.repeat(64)}@example.com`],
  ])('%j is stored as %j and compared as %j', (text, address, key) => {
    expect(normalizeEmail(text)).toEqual({ address, key });
  });

  test.each([
    '',
    '@',
    'a@',
    '@b',
    'ab',
    'a b@example.com',
    ' a@example.com',
    'a@example.com ',
    'a@example.com\r\nBcc: b@example.com',
    'a\n@example.com',
    'a\u0000@example.com',
    'a@b@example.com',
    '"a b"@example.com',
    'a@[192.0.2.1]',
    'a@192.0.2.1',
    // In ASCII an IP address.
    'a@１９２.0.2.１',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@.example.com',
    'a@example.com.',
    'a@example..com',
    'a@-example.com',
    'a@example-.com',
    'a@exa_mple.com',
    'a@exa mple.com',
    'a<b>@example.com',
    'a,b@example.com',
    'a;b@example.com',
    'a(b)@example.com',
    'a\u200b@example.com',
    'a\u202e@example.com',
    'a\u00a0b@example.com',
    '\ud800@example.com',
    `${'x'.repeat(65)}@example.com`,
    `${'é'.repeat(33)}@example.com`,
    `a@${'x'.repeat(64)}.com`,
    `a@${'x.'.repeat(130)}com`,
  ])('is not %j', (text) => {
    expect(normalizeEmail(text)).toBeUndefined();
  });

  test('contains nothing that could end a line or add a header, and stays unchanged', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.emailAddress(),
      fc.tuple(fc.string({ unit: 'grapheme' }), fc.domain()).map((parts) => parts.join('@')),
    );
    fc.assert(
      fc.property(text, (anything) => {
        const email = normalizeEmail(anything);
        if (email === undefined) return;
        expect(email.address).not.toMatch(/[\s\p{C}<>,;:"()[\]\\]/u);
        expect(normalizeEmail(email.address)).toEqual(email);
        expect(normalizeEmail(email.key)?.key ?? email.key).toBe(email.key);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of the usual form is always accepted', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), (text) => {
        fc.pre(!/\.[0-9]+$/.test(text));
        expect(normalizeEmail(text)?.key).toBe(text.toLowerCase());
      }),
    );
  });
});
