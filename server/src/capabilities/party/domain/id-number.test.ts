import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasValidCheckDigit, idNumberKey, isAcceptable, normalizeIdNumber } from './id-number.ts';
import { type IdKind, idKinds } from './literals.ts';

describe('an identification number', () => {
  test.each([
    ['abc', 'ABC'],
    ['  198/113/10010 ', '198/113/10010'],
    ['131052-308t', '131052-308T'],
    ['x'.repeat(35), 'X'.repeat(35)],
  ])('%j is stored as %j', (text, number) => {
    expect(normalizeIdNumber(text)).toBe(number);
  });

  test.each([
    '',
    'ab',
    ' ab ',
    'x'.repeat(36),
    'a b c',
    'a_b',
    'a+b',
    'straße',
    'ıııı',
    'a\nb',
    '---',
    './-',
    '１２３',
  ])('is not %j', (text) => {
    expect(normalizeIdNumber(text)).toBeUndefined();
  });

  test.each([
    ['198/113/10010', '19811310010'],
    ['85.07.30-033.28', '85073003328'],
    ['12345678z', '12345678Z'],
  ])('%j is compared as %j', (text, key) => {
    expect(idNumberKey(text)).toBe(key);
  });

  test('has an idempotent stored form and key', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^ ?[A-Za-z0-9/.-]{1,37}$/)), (text) => {
        const number = normalizeIdNumber(text);
        if (number === undefined) return;
        expect(number).toMatch(/^[A-Z0-9/.-]{3,35}$/);
        expect(normalizeIdNumber(number)).toBe(number);
        expect(idNumberKey(number)).toMatch(/^[A-Z0-9]{1,35}$/);
        expect(idNumberKey(idNumberKey(number))).toBe(idNumberKey(number));
      }),
    );
  });
});

test('individuals have all kinds but the registration number, organizations that and the tax number', () => {
  expect(idKinds.filter((kind) => !isAcceptable('individual', kind))).toEqual(['registration-number']);
  expect(idKinds.filter((kind) => isAcceptable('organization', kind))).toEqual([
    'registration-number',
    'tax-id-number',
  ]);
});

describe('check digits', () => {
  test.each<[IdKind, string, string, boolean | undefined]>([
    ['tax-id-number', 'DE', '86095742719', true],
    ['tax-id-number', 'DE', '86 095 742 719', true],
    ['tax-id-number', 'DE', '86095742718', false],
    ['tax-id-number', 'DE', '198/113/10010', undefined],
    ['tax-id-number', 'DE', 'DE123456788', undefined],
    ['personal-id-number', 'NL', '111222333', true],
    ['social-security-number', 'NL', '123456782', true],
    ['tax-id-number', 'NL', '123456782', true],
    ['personal-id-number', 'NL', '123456789', false],
    ['personal-id-number', 'NL', '000000000', false],
    ['personal-id-number', 'NL', '11122233', false],
    ['tax-id-number', 'NL', 'NL123456782B01', undefined],
    ['personal-id-number', 'BE', '85.07.30-033.28', true],
    ['social-security-number', 'BE', '85073003328', true],
    ['personal-id-number', 'BE', '85073003329', false],
    ['personal-id-number', 'ES', '12345678Z', true],
    ['personal-id-number', 'ES', '12345678A', false],
    ['personal-id-number', 'ES', 'X1234567L', true],
    ['personal-id-number', 'ES', 'X1234567M', false],
    ['personal-id-number', 'ES', 'A13585625', false],
    ['tax-id-number', 'ES', '12345678Z', true],
    ['tax-id-number', 'ES', 'A13585625', true],
    ['tax-id-number', 'ES', 'J99216582', true],
    ['tax-id-number', 'ES', 'J99216583', false],
    ['tax-id-number', 'ES', 'K1234567L', undefined],
    ['personal-id-number', 'PL', '44051401359', true],
    ['personal-id-number', 'PL', '44051401358', false],
    ['tax-id-number', 'PL', '44051401359', true],
    ['tax-id-number', 'PL', '856-734-62-15', true],
    ['tax-id-number', 'PL', '856-734-62-16', false],
    ['tax-id-number', 'PL', 'PL8567346215', undefined],
    ['social-security-number', 'FR', '255081416802538', true],
    ['social-security-number', 'FR', '255081416802539', false],
    ['social-security-number', 'FR', '2550814168025', undefined],
    ['social-security-number', 'FR', '25508141680253', false],
    ['tax-id-number', 'IT', 'RSSMRA85T10A562S', true],
    ['tax-id-number', 'IT', 'MRTMTT25D09F205Z', true],
    ['tax-id-number', 'IT', 'MRTMTT25D09F205A', false],
    ['tax-id-number', 'IT', 'MRTMTT25D0', false],
    ['personal-id-number', 'RS', '0101006500006', true],
    ['personal-id-number', 'RS', '0101006500007', false],
    ['personal-id-number', 'RS', '010100650000', false],
    ['tax-id-number', 'RS', '0101006500006', true],
    ['tax-id-number', 'RS', '101134702', true],
    ['tax-id-number', 'RS', '101134703', false],
    ['tax-id-number', 'RS', '1011347', undefined],
    ['personal-id-number', 'HR', '33392005961', true],
    ['tax-id-number', 'HR', '33392005962', false],
    ['personal-id-number', 'FI', '131052-308T', true],
    ['personal-id-number', 'FI', '131052A308T', true],
    ['personal-id-number', 'FI', '131052-308U', false],
    ['personal-id-number', 'FI', '131052Z308T', false],
    ['personal-id-number', 'SE', '811228-9874', true],
    ['personal-id-number', 'SE', '19811228-9874', true],
    ['personal-id-number', 'SE', '811228-9875', false],
    ['personal-id-number', 'SE', '8112289', false],
    ['personal-id-number', 'CZ', '710319/2745', true],
    ['personal-id-number', 'CZ', '710319/2746', false],
    ['personal-id-number', 'CZ', '710319/274', undefined],
    ['personal-id-number', 'CZ', '7103192', false],
    ['personal-id-number', 'SK', '7103192745', true],
    ['personal-id-number', 'DK', '0101700000', undefined],
    ['passport-number', 'DE', '123', undefined],
    ['tax-id-number', 'ZZ', '123', undefined],
  ])('of %s in %s, %s: %s', (kind, country, number, right) => {
    expect(hasValidCheckDigit(kind, country, number)).toBe(right);
  });
});

/** Returns the valid ones among all possible endings. */
function validEndings(
  kind: IdKind,
  country: string,
  body: string,
  endings: readonly string[],
): readonly string[] {
  return endings.filter((ending) => hasValidCheckDigit(kind, country, `${body}${ending}`) === true);
}

const digits = Array.from('0123456789');
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const twoDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
const digitsOf = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

describe('the only valid ending', () => {
  test('of a Polish, a Swedish, a Croatian and a German number is one digit', () => {
    fc.assert(
      fc.property(digitsOf(10), (body) => {
        expect(validEndings('personal-id-number', 'PL', body, digits)).toHaveLength(1);
        expect(validEndings('personal-id-number', 'HR', body, digits)).toHaveLength(1);
        expect(validEndings('tax-id-number', 'DE', body, digits)).toHaveLength(1);
        expect(validEndings('personal-id-number', 'SE', body.slice(1), digits)).toHaveLength(1);
      }),
    );
  });

  test('of a Belgian number is one for each century, both out of the whole number by 97', () => {
    fc.assert(
      fc.property(digitsOf(9), (body) => {
        const complement = (number: bigint): string => String(97n - (number % 97n)).padStart(2, '0');
        const expected = new Set([complement(BigInt(body)), complement(2_000_000_000n + BigInt(body))]);
        expect(new Set(validEndings('personal-id-number', 'BE', body, twoDigits))).toEqual(expected);
      }),
    );
  });

  test('of a French number makes the whole number a multiple of 97, Corsica as 19 and 18', () => {
    const department = fc.constantFrom('01', '75', '2A', '2B', '99');
    const stem = fc.tuple(fc.stringMatching(/^[12][0-9]{4}$/), department, digitsOf(6));
    fc.assert(
      fc.property(stem, ([start, place, end]) => {
        const counted = place === '2A' ? '19' : place === '2B' ? '18' : place;
        const body = BigInt(`${start}${counted}${end}`);
        const expected = twoDigits.filter((key) => BigInt(key) > 0n && (body + BigInt(key)) % 97n === 0n);
        const endings = validEndings('social-security-number', 'FR', `${start}${place}${end}`, twoDigits);
        expect(endings).toEqual(expected.filter((key) => Number(key) <= 97));
      }),
    );
  });

  test('of a Czech number makes it a multiple of eleven, or is the zero of the years before 1985', () => {
    fc.assert(
      fc.property(digitsOf(9), (body) => {
        const multiples = digits.filter((digit) => BigInt(`${body}${digit}`) % 11n === 0n);
        const expected = multiples.length === 0 ? ['0'] : multiples;
        expect(validEndings('personal-id-number', 'CZ', body, digits)).toEqual(expected);
      }),
    );
  });

  test('of a Dutch number passes the modulus 11 test', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{7}$/), (body) => {
        const sum = Array.from(body, Number).reduce((total, digit, place) => total + digit * (9 - place), 0);
        const expected = digits.filter((digit) => (sum - Number(digit)) % 11 === 0);
        expect(validEndings('personal-id-number', 'NL', body, digits)).toEqual(expected);
      }),
    );
  });

  test('of a Serbian number follows the formula in the law', () => {
    fc.assert(
      fc.property(digitsOf(12), (body) => {
        const pairs = [7, 6, 5, 4, 3, 2].map(
          (weight, at) => weight * (Number(body.charAt(at)) + Number(body.charAt(at + 6))),
        );
        const sum = pairs.reduce((total, pair) => total + pair, 0);
        const rest = sum % 11;
        const expected = rest <= 1 ? '0' : String(11 - rest);
        expect(validEndings('personal-id-number', 'RS', body, digits)).toEqual([expected]);
      }),
    );
  });

  test('of a Spanish and of a Finnish number is one character', () => {
    fc.assert(
      fc.property(digitsOf(8), (body) => {
        expect(validEndings('personal-id-number', 'ES', body, letters)).toHaveLength(1);
        const foreigner = body.replace(/^[0-9]/, 'Y');
        const counted = body.replace(/^[0-9]/, '1');
        expect(validEndings('personal-id-number', 'ES', foreigner, letters)).toEqual(
          validEndings('personal-id-number', 'ES', counted, letters),
        );
        const finnish = `${body.slice(0, 6)}-1${body.slice(6)}`;
        expect(validEndings('personal-id-number', 'FI', finnish, [...digits, ...letters])).toHaveLength(1);
      }),
    );
  });

  test('of an Italian code is one letter, also where letters replace digits', () => {
    const digit = '[0-9LMNPQRSTUV]';
    const shape = new RegExp(`^[A-Z]{6}${digit}{2}[A-EHLMPRST]${digit}{2}[A-Z]${digit}{3}$`);
    fc.assert(
      fc.property(fc.stringMatching(shape), (body) => {
        expect(validEndings('tax-id-number', 'IT', body, letters)).toHaveLength(1);
      }),
    );
  });

  test('of a Spanish company is one digit or the corresponding letter', () => {
    fc.assert(
      fc.property(digitsOf(7), (body) => {
        const endings = validEndings('tax-id-number', 'ES', `B${body}`, [...digits, ...letters]);
        expect(endings).toHaveLength(2);
        expect('JABCDEFGHI'.charAt(Number(endings[0]))).toBe(endings[1]);
      }),
    );
  });
});

test('no number of any kind and country makes the check throw', () => {
  const country = fc.constantFrom(
    'BA',
    'BE',
    'CZ',
    'DE',
    'ES',
    'FI',
    'FR',
    'HR',
    'IT',
    'NL',
    'PL',
    'RS',
    'SE',
    'SI',
    'XX',
  );
  const number = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[A-Z0-9/.-]{3,35}$/),
    fc.stringMatching(/^[0-9]{8,16}$/),
  );
  fc.assert(
    fc.property(fc.constantFrom(...idKinds), country, number, (kind, code, text) => {
      expect([true, false, undefined]).toContain(hasValidCheckDigit(kind, code, text));
    }),
    { numRuns: 1_000 },
  );
});
