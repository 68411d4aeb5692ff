import { createHmac } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import type { OcraInputs } from '../../domain/ocra/message.ts';
import { verifyOcra } from '../../domain/ocra/response.ts';
import { parseSuite, productSuiteText } from '../../domain/ocra/suite.ts';
import { type OcraKey, ocraMatch, ocraResponse, passwordHashOf } from './compute.ts';

const pin = passwordHashOf('sha1', new Secret('1234'));
/** 25 March 2008, 12:06 UTC, in minutes. */
const timeStep = 0x132d0b6n;

function standardKey(text: string): OcraKey {
  const suite = parseSuite(text);
  if (suite === undefined) throw new Error(`not a suite: ${text}`);
  const length = { sha1: 20, sha256: 32, sha512: 64 }[suite.hash];
  return { seed: new Secret(Buffer.from('1234567890'.repeat(7).slice(0, length))), suite };
}

const respond = (text: string, inputs: OcraInputs): string => ocraResponse(standardKey(text), inputs);
const eightTimes = (digit: number): string => String(digit).repeat(8);

describe('RFC 6287 appendix C.1, one-way challenge response', () => {
  test('OCRA-1:HOTP-SHA1-6:QN08', () => {
    const responses = '237653 243178 653583 740991 608993 388898 816933 224598 750600 294470'.split(' ');
    for (const [digit, response] of responses.entries())
      expect(respond('OCRA-1:HOTP-SHA1-6:QN08', { questions: [eightTimes(digit)] })).toBe(response);
  });

  test('OCRA-1:HOTP-SHA256-8:C-QN08-PSHA1', () => {
    const responses =
      '65347737 86775851 78192410 71565254 10104329 65983500 70069104 91771096 75011558 08522129'.split(' ');
    for (const [counter, response] of responses.entries()) {
      const inputs = { questions: ['12345678'], counter: BigInt(counter), passwordHash: pin } as const;
      expect(respond('OCRA-1:HOTP-SHA256-8:C-QN08-PSHA1', inputs)).toBe(response);
    }
  });

  test('OCRA-1:HOTP-SHA256-8:QN08-PSHA1', () => {
    const responses = '83238735 01501458 17957585 86776967 86807031'.split(' ');
    for (const [digit, response] of responses.entries()) {
      const inputs = { questions: [eightTimes(digit)], passwordHash: pin } as const;
      expect(respond('OCRA-1:HOTP-SHA256-8:QN08-PSHA1', inputs)).toBe(response);
    }
  });

  test('OCRA-1:HOTP-SHA512-8:C-QN08', () => {
    const responses =
      '07016083 63947962 70123924 25341727 33203315 34205738 44343969 51946085 20403879 31409299'.split(' ');
    for (const [digit, response] of responses.entries()) {
      const inputs = { questions: [eightTimes(digit)], counter: BigInt(digit) } as const;
      expect(respond('OCRA-1:HOTP-SHA512-8:C-QN08', inputs)).toBe(response);
    }
  });

  test('OCRA-1:HOTP-SHA512-8:QN08-T1M, the suite of the product', () => {
    const responses = '95209754 55907591 22048402 24218844 36209546'.split(' ');
    for (const [digit, response] of responses.entries())
      expect(respond(productSuiteText, { questions: [eightTimes(digit)], timeStep })).toBe(response);
  });
});

describe('RFC 6287 appendix C.2, mutual challenge response', () => {
  const server = (index: number): string => `SRV1111${index}`;
  const client = (index: number): string => `CLI2222${index}`;

  test.each([
    ['OCRA-1:HOTP-SHA256-8:QA08', '28247970 01984843 65387857 03351211 83412541'],
    ['OCRA-1:HOTP-SHA512-8:QA08', '79496648 76831980 12250499 90856481 12761449'],
  ])('%s, computed by the server', (suite, responses) => {
    for (const [index, response] of responses.split(' ').entries())
      expect(respond(suite, { questions: [client(index), server(index)] })).toBe(response);
  });

  test('OCRA-1:HOTP-SHA256-8:QA08, computed by the client', () => {
    const responses = '15510767 90175646 33777207 95285278 28934924'.split(' ');
    for (const [index, response] of responses.entries())
      expect(respond('OCRA-1:HOTP-SHA256-8:QA08', { questions: [server(index), client(index)] })).toBe(
        response,
      );
  });

  test('OCRA-1:HOTP-SHA512-8:QA08-PSHA1, computed by the client', () => {
    const responses = '18806276 70020315 01600026 18951020 32528969'.split(' ');
    for (const [index, response] of responses.entries()) {
      const inputs = { questions: [server(index), client(index)], passwordHash: pin } as const;
      expect(respond('OCRA-1:HOTP-SHA512-8:QA08-PSHA1', inputs)).toBe(response);
    }
  });
});

describe('RFC 6287 appendix C.3, plain signature', () => {
  test('OCRA-1:HOTP-SHA256-8:QA08', () => {
    const responses = '53095496 04110475 31331128 76028668 46554205'.split(' ');
    for (const [index, response] of responses.entries())
      expect(respond('OCRA-1:HOTP-SHA256-8:QA08', { questions: [`SIG1${index}000`] })).toBe(response);
  });

  test('OCRA-1:HOTP-SHA512-8:QA10-T1M', () => {
    const responses = '77537423 31970405 10235557 95213541 65360607'.split(' ');
    for (const [index, response] of responses.entries())
      expect(respond('OCRA-1:HOTP-SHA512-8:QA10-T1M', { questions: [`SIG1${index}00000`], timeStep })).toBe(
        response,
      );
  });
});

describe('cases that the vectors do not cover', () => {
  test('without truncation the response is the whole hash', () => {
    const whole = respond('OCRA-1:HOTP-SHA1-0:QN08', { questions: ['00000000'] });
    const message = Buffer.concat([Buffer.from('OCRA-1:HOTP-SHA1-0:QN08\0'), Buffer.alloc(128)]);
    expect(whole).toBe(createHmac('sha1', '12345678901234567890').update(message).digest('hex'));
  });

  test('ten digits are those of 31 bits', () => {
    const response = respond('OCRA-1:HOTP-SHA1-10:QN08', { questions: ['00000000'] });
    expect(response).toMatch(/^[0-2][0-9]{9}$/);
  });

  test('inputs that do not fit the suite are an internal error', () => {
    expect(() => respond(productSuiteText, { questions: ['00000000'] })).toThrow('fit the suite');
  });
});

describe('a presented response', () => {
  const key = standardKey(productSuiteText);
  const now = Temporal.Instant.from('2008-03-25T12:06:30Z');
  const verify = (response: string, minutes: number): string =>
    verifyOcra(ocraMatch(key, '11111111', response), { now: now.add({ minutes }), stepSeconds: 60 }).kind;

  test.each([
    [-2, 'bad'],
    [-1, 'accepted'],
    [0, 'accepted'],
    [1, 'accepted'],
    [2, 'bad'],
  ])('that is %i minutes off is %s', (minutes, outcome) => {
    expect(verify('55907591', minutes)).toBe(outcome);
  });

  test.each(['95209754', '5590759', '559075911', '', '5590759１'])('%j is bad', (response) => {
    expect(verify(response, 0)).toBe('bad');
  });
});
