import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSuite, productSuiteText } from './suite.ts';

describe('a suite', () => {
  test('of the product is parsed', () => {
    expect(parseSuite(productSuiteText)).toEqual({
      text: productSuiteText,
      hash: 'sha512',
      digits: 8,
      hasCounter: false,
      question: { format: 'numeric', lengthMax: 8 },
      passwordHash: undefined,
      sessionBytes: undefined,
      timeStepSeconds: 60,
    });
  });

  test('with all inputs is parsed', () => {
    const text = 'OCRA-1:HOTP-SHA256-10:C-QH64-PSHA512-S512-T48H';
    expect(parseSuite(text)).toEqual({
      text,
      hash: 'sha256',
      digits: 10,
      hasCounter: true,
      question: { format: 'hexadecimal', lengthMax: 64 },
      passwordHash: 'sha512',
      sessionBytes: 512,
      timeStepSeconds: 48 * 3600,
    });
  });

  test.each([
    ['T1S', 1],
    ['T59S', 59],
    ['T1M', 60],
    ['T59M', 3540],
    ['T1H', 3600],
    ['T48H', 172_800],
  ])('has steps of its unit: %s', (step, seconds) => {
    expect(parseSuite(`OCRA-1:HOTP-SHA1-6:QA08-${step}`)?.timeStepSeconds).toBe(seconds);
  });

  test.each([
    '',
    'OCRA-1',
    'OCRA-2:HOTP-SHA1-6:QN08',
    'ocra-1:HOTP-SHA1-6:QN08',
    'OCRA-1:HOTP-SHA1-6',
    'OCRA-1:HOTP-SHA1-6:',
    'OCRA-1:HOTP-SHA1-6:C',
    'OCRA-1:HOTP-SHA1-6:C-',
    'OCRA-1:TOTP-SHA1-6:QN08',
    'OCRA-1:HOTP-SHA384-6:QN08',
    'OCRA-1:HOTP-MD5-6:QN08',
    'OCRA-1:HOTP-SHA1-1:QN08',
    'OCRA-1:HOTP-SHA1-3:QN08',
    'OCRA-1:HOTP-SHA1-11:QN08',
    'OCRA-1:HOTP-SHA1-06:QN08',
    'OCRA-1:HOTP-SHA1-6:QX08',
    'OCRA-1:HOTP-SHA1-6:QN03',
    'OCRA-1:HOTP-SHA1-6:QN65',
    'OCRA-1:HOTP-SHA1-6:QN8',
    'OCRA-1:HOTP-SHA1-6:QN008',
    'OCRA-1:HOTP-SHA1-6:QN08-C',
    'OCRA-1:HOTP-SHA1-6:QN08-P',
    'OCRA-1:HOTP-SHA1-6:QN08-PSHA384',
    'OCRA-1:HOTP-SHA1-6:QN08-S',
    'OCRA-1:HOTP-SHA1-6:QN08-S64',
    'OCRA-1:HOTP-SHA1-6:QN08-S000',
    'OCRA-1:HOTP-SHA1-6:QN08-S513',
    'OCRA-1:HOTP-SHA1-6:QN08-T',
    'OCRA-1:HOTP-SHA1-6:QN08-T0S',
    'OCRA-1:HOTP-SHA1-6:QN08-T60S',
    'OCRA-1:HOTP-SHA1-6:QN08-T60M',
    'OCRA-1:HOTP-SHA1-6:QN08-T49H',
    'OCRA-1:HOTP-SHA1-6:QN08-T01M',
    'OCRA-1:HOTP-SHA1-6:QN08-T1D',
    'OCRA-1:HOTP-SHA1-6:QN08-T1M-S064',
    'OCRA-1:HOTP-SHA1-6:QN08-S064-PSHA1',
    'OCRA-1:HOTP-SHA1-6:QN08-PSHA1-PSHA1',
    'OCRA-1:HOTP-SHA1-6:QN08-',
    'OCRA-1:HOTP-SHA1-6:QN08\n',
    ' OCRA-1:HOTP-SHA1-6:QN08',
    `OCRA-1:HOTP-SHA1-6:QN08${'-T1M'.repeat(20)}`,
  ])('is not %j', (text) => {
    expect(parseSuite(text)).toBeUndefined();
  });

  test('has no step of zero hours, as erratum 3729 says', () => {
    expect(parseSuite('OCRA-1:HOTP-SHA1-6:QN08-T0H')).toBeUndefined();
  });

  test('that follows the grammar keeps its text', () => {
    const pad = (length: number) => (value: number) => String(value).padStart(length, '0');
    const optional = (part: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), part);
    const hash = fc.constantFrom('1', '256', '512');
    const part = fc.tuple(
      hash,
      fc.constantFrom(0, 4, 5, 6, 7, 8, 9, 10),
      fc.constantFrom('', 'C-'),
      fc.constantFrom('A', 'N', 'H'),
      fc.integer({ min: 4, max: 64 }).map(pad(2)),
      optional(hash.map((name) => `-PSHA${name}`)),
      optional(fc.integer({ min: 1, max: 512 }).map((bytes) => `-S${pad(3)(bytes)}`)),
      optional(
        fc
          .tuple(fc.integer({ min: 1, max: 48 }), fc.constantFrom('S', 'M', 'H'))
          .map(([count, unit]) => `-T${count}${unit}`),
      ),
    );
    fc.assert(
      fc.property(part, ([name, digits, counter, format, length, password, session, time]) => {
        const text = `OCRA-1:HOTP-SHA${name}-${digits}:${counter}Q${format}${length}${password}${session}${time}`;
        expect(parseSuite(text)).toMatchObject({
          text,
          hash: `sha${name}`,
          digits,
          hasCounter: counter !== '',
          question: { lengthMax: Number(length) },
          sessionBytes: session === '' ? undefined : Number(session.slice(2)),
        });
      }),
    );
  });
});
