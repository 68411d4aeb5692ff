import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import { emptyContext } from '../domain/calling-context.ts';
import { readJson } from '../domain/signing/json-text.ts';
import { plainJson } from './plain-json.ts';
import { toEvaluate, toSignaturesResponse, toUserResponse } from './signing.ts';

type EvaluateRequest = Parameters<typeof toEvaluate>[0];

const requestWith = (context: string | undefined): EvaluateRequest => ({
  params: undefined,
  query: undefined,
  headers: undefined,
  body: { 'resource-id': 'r', ...(context === undefined ? {} : { 'calling-context': context }) },
});
const contextIn = (context: string | undefined) => toEvaluate(requestWith(context)).context;

/** A rejection has a literal; anything else is an internal error. */
function outcomeOf(text: string): string {
  try {
    contextIn(text);
    return 'read';
  } catch (error) {
    return error instanceof Problem ? 'refused' : String(error);
  }
}

describe('a calling context', () => {
  test('that is absent or empty is empty', () => {
    expect(contextIn(undefined)).toEqual(emptyContext);
    expect(contextIn('')).toEqual(emptyContext);
    expect(contextIn('{}')).toEqual(emptyContext);
  });

  test('is read member by member', () => {
    const members = {
      'customer-number': 'c',
      'acting-for': 'o',
      account: 'a',
      'transaction-type': 'PMT',
      'authorization-type': 'PAYMENT',
      'bank-id': '01',
      channel: 'web',
      initiator: 'i',
      proof: { kind: 'ocra', id: 'p', signature: 's' },
    };
    expect(contextIn(JSON.stringify(members))).toEqual({
      customerNumber: 'c',
      actingFor: 'o',
      account: 'a',
      transactionType: 'PMT',
      authorizationType: 'PAYMENT',
      bankId: '01',
      channel: 'web',
      initiator: 'i',
      proof: { kind: 'ocra', id: 'p', signature: 's' },
    });
  });

  test('of any other text is refused as malformed, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(outcomeOf(text)).toMatch(/^(read|refused)$/);
      }),
      { numRuns: 500 },
    );
  });
});

test('members named like those of every object are only members', () => {
  const read = readJson('{"__proto__":{"polluted":true},"constructor":1,"toString":"x"}');
  if (read.kind === 'error') throw new Error(read.error);
  const value = plainJson(read.value);
  expect(Reflect.get(Object(value), 'polluted')).toBeUndefined();
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor', 'toString']);
});

test('responses contain what the specification lists, and neither entity nor reason', () => {
  expect(
    toUserResponse([
      { success: true, reason: 'signature-accepted', entity: 'customer-group:A' },
      { success: false, reason: 'user-cannot-sign', why: 'no-entity' },
    ]).body,
  ).toEqual([
    { success: true, reason: 'signature-accepted' },
    { success: false, reason: 'user-cannot-sign' },
  ]);
  expect(
    toSignaturesResponse([
      {
        alternative: 3,
        success: true,
        reason: 'furfilled',
        missing: 0,
        signatures: [{ entity: 'customer:1', level: 2, required: 1, existing: 1 }],
      },
    ]).body,
  ).toEqual([
    { success: true, reason: 'furfilled', signatures: [{ entity: 'customer:1', required: 1, existing: 1 }] },
  ]);
});
