import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDigitsMod97 } from '#platform/kernel/check-digits.ts';
import { cpuMsOf } from '#platform/testing/processor-time.ts';
import { maskAccounts } from './masking.ts';

/** One IBAN of each length and alphabet; the examples of the ISO 13616 registry. */
const ibans = [
  'NO9386011117947',
  'BE68539007547034',
  'NL91ABNA0417164300',
  'AT611904300234573201',
  'CH9300762011623852957',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'ES9121000418450200051332',
  'SE4550000000058398257466',
  'FR1420041010050500013M02606',
  'IT60X0542811101000000123456',
  'PL61109010140000071219812874',
  'MT84MALT011000012345MTLCAST001S',
  'LC55HEMM000100010012001200023015',
];
const inGroups = (iban: string, between: string): string => iban.match(/.{1,4}/g)?.join(between) ?? iban;
const cards = [
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '4222222222222',
  '6011000990139424',
  '2223003122003222',
  '2222400041240011',
];

describe('an account number', () => {
  test.each(ibans)('%s is masked except for its last four characters, unbroken and in groups', (iban) => {
    const hidden = `••••${iban.slice(-4)}`;
    expect(maskAccounts(iban)).toBe(hidden);
    for (const between of [' ', '-', '\u00a0'])
      expect(maskAccounts(`From ${inGroups(iban, between)}, today.`)).toBe(`From ${hidden}, today.`);
  });

  test.each(['\t', '\n', '\u2009', '\u202f', '  '])('in groups separated by %j is masked', (between) => {
    expect(maskAccounts(`From ${inGroups('DE89370400440532013000', between)}, today.`)).toBe(
      'From ••••3000, today.',
    );
  });

  test('in lower case is masked', () => {
    expect(maskAccounts('de89370400440532013000')).toBe('••••3000');
    expect(maskAccounts('gb29 nwbk 6016 1331 9268 19')).toBe('••••6819');
  });

  test.each([
    ['DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX', '••••3000 BIC COBADEFFXXX'],
    ['DE89370400440532013000 BIC COBADEFFXXX', '••••3000 BIC COBADEFFXXX'],
    ['DE89370400440532013000 100 EUR', '••••3000 100 EUR'],
    ['DE89 3704 0044 0532 0130 00 2026', '••••3000 2026'],
    ['DE89370400440532013000 A', '••••3000 A'],
    ['AB12 DE89 3704 0044 0532 0130 00', 'AB12 ••••3000'],
    ['NO9386011117947 BE68539007547034', '••••7947 ••••7034'],
    ['IBAN:DE89370400440532013000.', 'IBAN:••••3000.'],
    ['(DE89370400440532013000)', '(••••3000)'],
  ])('in “%s” is masked, adjacent text is not', (text, expected) => {
    expect(maskAccounts(text)).toBe(expected);
  });

  test('is masked in attributes and text of html, which stays valid html', () => {
    const html =
      '<p dir="ltr">To <b>DE89 3704 0044 0532 0130 00</b>: <a href="https://bank.example/a/DE89370400440532013000?x=1">AT611904300234573201</a></p>';
    expect(maskAccounts(html)).toBe(
      '<p dir="ltr">To <b>••••3000</b>: <a href="https://bank.example/a/••••3000?x=1">••••3201</a></p>',
    );
  });

  test.each([
    ['<b>DE89</b> 3704 0044 0532 0130 00', '<b>••••3000</b>'],
    ['DE89 3704 0044 0532 <i class="x">0130 00</i>.', '••••3000<i class="x"></i>.'],
    ['<td>DE89370400440532013000</td><td>COBADEFF</td>', '<td>••••3000</td><td>COBADEFF</td>'],
    ['4111 1111<br>1111 1111', '••••1111<br>'],
  ])('interrupted by tags, as in %s, is masked, and the tags stay', (html, expected) => {
    expect(maskAccounts(html)).toBe(expected);
  });

  test('is masked at every occurrence', () => {
    expect(maskAccounts(ibans.join('; '))).toBe(ibans.map((iban) => `••••${iban.slice(-4)}`).join('; '));
  });
});

describe('a card number', () => {
  test.each(cards)('%s is masked except for its last four digits, unbroken and in groups', (card) => {
    const hidden = `••••${card.slice(-4)}`;
    expect(maskAccounts(`Card ${card}.`)).toBe(`Card ${hidden}.`);
    for (const between of [' ', '-', '\u00a0'])
      expect(maskAccounts(`Card ${inGroups(card, between)}.`)).toBe(`Card ${hidden}.`);
  });

  test.each([
    ['4111 1111 1111 1111 12/27', '••••1111 12/27'],
    ['4111111111111111 737', '••••1111 737'],
    ['12 4111 1111 1111 1111', '12 ••••1111'],
  ])('in “%s” is masked, adjacent text is not', (text, expected) => {
    expect(maskAccounts(text)).toBe(expected);
  });
});

describe('everything else', () => {
  test.each([
    '',
    'Your balance is 1,234.56 EUR.',
    // One wrong digit.
    'DE88370400440532013000',
    'DE89 3704 0044 0532 0130 02',
    '4111111111111112',
    // Too short, too long, or part of something longer.
    '411111111111',
    'DE89 3704',
    'xDE89370400440532013000x',
    'X4111111111111111',
    '550e8400-e29b-41d4-a716-446655440000',
    '+49 30 123456',
    '2026-11-16T12:00:00Z',
    'Mandate AB12',
    '••••3000',
  ])('such as “%s” is not masked', (text) => {
    expect(maskAccounts(text)).toBe(text);
  });

  test('stays unchanged when masked again', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ibans, ...cards, 'and', '12', 'EUR')), (literals) => {
        const once = maskAccounts(literals.join(', '));
        expect(maskAccounts(once)).toBe(once);
      }),
    );
  });
});

const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const anyIban = fc
  .record({
    country: fc.constantFrom('DE', 'GB', 'FR', 'NO', 'MT', 'LC', 'SA', 'BR'),
    account: fc
      .array(fc.constantFrom(...characters), { minLength: 11, maxLength: 30 })
      .map((all) => all.join('')),
  })
  .map(({ account, country }) => `${country}${checkDigitsMod97(`${account}${country}`)}${account}`);

test('no account number stays complete, in any context and any notation', () => {
  const before = ['', 'IBAN ', 'IBAN:', 'AB12 ', 'A ', '100 ', '1 ', '(', '"', '/', 'to ', '<b>', '\n'];
  const behind = [
    '',
    ' BIC COBADEFFXXX',
    ' 100 EUR',
    ' 2026',
    ' A',
    ' is',
    '.',
    ',',
    ')',
    '"',
    '</b>',
    '\n1',
    '-',
  ];
  const context = fc.record({
    before: fc.constantFrom(...before),
    behind: fc.constantFrom(...behind),
    between: fc.constantFrom('', ' ', '-', '\u00a0'),
  });
  fc.assert(
    fc.property(anyIban, context, (iban, around) => {
      const text = maskAccounts(`${around.before}${inGroups(iban, around.between)}${around.behind}`);
      expect(text.replaceAll(/[\s-]/g, '')).not.toContain(iban);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['1', 100],
  ['12 ', 100],
  ['1-', 100],
  ...[
    'A1',
    'DE89',
    'DE89 ',
    'DE89<',
    'DE89<b>',
    '4111<b',
    'AA11 AA',
    '4111 1111 1111 1111 ',
    ' ',
    'AB12-',
  ].map((part): [string, number] => [part, 300]),
])('100 kB of %j take less than %d ms', (part, limit) => {
  const text = part.repeat(100_000 / part.length);
  // The best of three: the first run includes compilation.
  const times = [1, 2, 3].map(() => cpuMsOf(() => void maskAccounts(text)));
  expect(Math.min(...times)).toBeLessThan(limit);
});
