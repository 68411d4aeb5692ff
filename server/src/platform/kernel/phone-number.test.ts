import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describePhone, mayBeMobile, parsePhone } from './phone-number.ts';

describe('a telephone number', () => {
  test.each([
    ['+4930123456', undefined, '+4930123456'],
    ['+49 (30) 123-456', undefined, '+4930123456'],
    ['+49 [30] 12.34.56', undefined, '+4930123456'],
    ['+49\u00a030–123\u2011456', undefined, '+4930123456'],
    ['+49 (0)30 123456', undefined, '+4930123456'],
    ['+39 06 1234 5678', undefined, '+390612345678'],
    ['+381 60 1234567', undefined, '+381601234567'],
    ['+999 1234567', undefined, '+9991234567'],
    ['+1234567', undefined, '+1234567'],
    ['030 123456', 'DE', '+4930123456'],
    ['0049 30 123456', 'DE', '+4930123456'],
    ['(213) 373-4253', 'US', '+12133734253'],
    ['06 12345678', 'IT', '+390612345678'],
    ['+381 60 1234567', 'DE', '+381601234567'],
  ])('%j with default country %s is %s', (text, country, number) => {
    expect(parsePhone(text, country)).toEqual({ number });
  });

  test.each([
    ['', undefined],
    ['', 'DE'],
    ['+', undefined],
    ['030 123456', undefined],
    ['0049 30 123456', undefined],
    ['+123456', undefined],
    ['+1234567890123456', undefined],
    ['+0301234567', undefined],
    ['+49 30 CALLME', undefined],
    ['+49 30 123456 ext. 5', undefined],
    ['tel:+4930123456', undefined],
    ['+4930123456;phone-context=x', 'DE'],
    ['++4930123456', undefined],
    ['030 123456', 'AQ'],
    ['030 123456', 'xx'],
    ['11', 'DE'],
    ['٠٣٠١٢٣٤٥٦', 'DE'],
  ])('%j with default country %s is invalid', (text, country) => {
    expect(parsePhone(text, country)).toBeUndefined();
  });

  test('is E.164 or undefined, whatever the input, and parsing is idempotent', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^\+?[0-9 ()./-]{0,25}$/),
      fc.stringMatching(/^\+[1-9][0-9]{6,14}$/),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, 'DE', 'US', 'RS', 'IT', 'AQ'), (anything, country) => {
        const number = parsePhone(anything, country)?.number;
        if (number === undefined) return;
        expect(number).toMatch(/^\+[1-9][0-9]{6,14}$/);
        expect(parsePhone(number)).toEqual({ number });
        expect(parsePhone(number, country)).toEqual({ number });
      }),
      { numRuns: 2_000 },
    );
  });

  test('in E.164 is always accepted, known plan or not', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9][0-9]{6,14}$/), (number) => {
        expect(parsePhone(number)).toBeDefined();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the parts of a number', () => {
  test.each([
    ['+4930123456', '49', '30', '123456', 'landline'],
    ['+442079460958', '44', '20', '79460958', 'landline'],
    ['+381601234567', '381', '60', '1234567', 'mobile'],
    ['+12133734253', '1', '213', '3734253', 'either'],
    ['+18002345678', '1', '800', '2345678', 'landline'],
    ['+49301', '49', undefined, '301', 'unknown'],
  ])('%s: %s, %s, %s, %s', (number, countryCode, nationalDestinationCode, subscriberNumber, range) => {
    expect(describePhone(number)).toEqual({
      countryCode,
      ...(nationalDestinationCode === undefined ? {} : { nationalDestinationCode }),
      subscriberNumber,
      range,
    });
  });

  test('are unknown if the plan is unknown', () => {
    expect(describePhone('+9991234567')).toEqual({ range: 'unknown' });
  });

  test('add up to the number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9][0-9]{6,14}$/), (text) => {
        const number = parsePhone(text)?.number ?? '';
        const { countryCode, nationalDestinationCode = '', subscriberNumber = '' } = describePhone(number);
        if (countryCode === undefined) return;
        expect(`+${countryCode}${nationalDestinationCode}${subscriberNumber}`).toBe(number);
        expect(subscriberNumber).not.toBe('');
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  ['+381601234567', true],
  ['+4915112345678', true],
  ['+12133734253', true],
  ['+9991234567', true],
  ['+4930123456', false],
  ['+18002345678', false],
  ['+49301', false],
  ['+442079460958', false],
])('%s may be mobile: %s', (number, mobile) => {
  expect(mayBeMobile(number)).toBe(mobile);
});
