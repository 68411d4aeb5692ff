import { describe, expect, test } from 'vitest';
import { type OcraInputs, ocraMessage } from './message.ts';
import { type OcraSuite, parseSuite } from './suite.ts';

function suiteOf(text: string): OcraSuite {
  const suite = parseSuite(text);
  if (suite === undefined) throw new Error(`not a suite: ${text}`);
  return suite;
}

/** Returns the message without the suite, in hexadecimal digits, without trailing zeros. */
function partsOf(text: string, inputs: OcraInputs): string {
  const message = ocraMessage(suiteOf(text), inputs);
  if (message.kind === 'unfit') return `unfit: ${message.input}`;
  const bytes = Buffer.from(message.bytes);
  expect(bytes.subarray(0, text.length + 1).toString()).toBe(`${text}\0`);
  return bytes.subarray(text.length + 1).toString('hex');
}

const padded = (digits: string): string => digits.padEnd(256, '0');

describe('a challenge', () => {
  test.each([
    ['QN08', '00000000', '0'],
    ['QN08', '11111111', 'a98ac7'],
    // An odd number of hexadecimal digits ends within a byte.
    ['QN08', '22222222', '153158e'],
    ['QN08', '00000010', 'a'],
    ['QA08', 'SIG10000', '5349473130303030'],
    ['QH08', 'aBc', 'aBc'],
  ])('%s is written at the beginning of its field: %s', (question, text, digits) => {
    expect(partsOf(`OCRA-1:HOTP-SHA1-6:${question}`, { questions: [text] })).toBe(
      padded(digits.toLowerCase()),
    );
  });

  test('of the longest kind fits twice', () => {
    const long = 'Z'.repeat(64);
    const bytes = partsOf('OCRA-1:HOTP-SHA1-6:QA64', { questions: [long, long] });
    expect(bytes).toBe('5a'.repeat(128));
  });

  test.each([
    ['QN08', ''],
    ['QN08', '123456789'],
    ['QN08', '1234567a'],
    ['QN08', '-1'],
    ['QN08', '0x10'],
    ['QN08', '１'],
    ['QH08', 'abcdefgh'],
    ['QA08', 'with spa'],
    ['QA08', 'ümläut'],
  ])('%s is not %j', (question, text) => {
    expect(partsOf(`OCRA-1:HOTP-SHA1-6:${question}`, { questions: [text] })).toBe('unfit: questions');
    expect(partsOf(`OCRA-1:HOTP-SHA1-6:${question}`, { questions: ['1', text] })).toBe('unfit: questions');
  });
});

describe('the other inputs', () => {
  const full = 'OCRA-1:HOTP-SHA1-6:C-QN08-PSHA1-S004-T1M';
  const inputs = {
    questions: ['16'],
    counter: 258n,
    passwordHash: Buffer.alloc(20, 0xee),
    session: Buffer.from([1, 2, 3]),
    timeStep: 0x132d0b6n,
  } as const;

  test('are in their order, each at its full length', () => {
    const expected = ['0000000000000102', padded('10'), 'ee'.repeat(20), '00010203', '000000000132d0b6'];
    expect(partsOf(full, inputs)).toBe(expected.join(''));
  });

  test.each(['counter', 'passwordHash', 'session', 'timeStep'] as const)('%s must be present', (name) => {
    const { [name]: _, ...others } = inputs;
    expect(partsOf(full, others)).toBe(`unfit: ${name}`);
  });

  test.each(['counter', 'passwordHash', 'session', 'timeStep'] as const)(
    '%s must be absent when the suite does not name it',
    (name) => {
      const given = { questions: ['16'], [name]: inputs[name] } as const;
      expect(partsOf('OCRA-1:HOTP-SHA1-6:QN08', given)).toBe(`unfit: ${name}`);
    },
  );

  test.each([
    ['counter', { counter: -1n }],
    ['counter', { counter: 2n ** 64n }],
    ['passwordHash', { passwordHash: Buffer.alloc(32) }],
    ['session', { session: Buffer.alloc(5) }],
    ['timeStep', { timeStep: -1n }],
  ])('%s must fit its field', (name, change) => {
    expect(partsOf(full, { ...inputs, ...change })).toBe(`unfit: ${name}`);
  });
});
