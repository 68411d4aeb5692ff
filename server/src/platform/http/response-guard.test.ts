import Type, { type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import type { HttpResponse } from '#platform/kernel/http-response.ts';
import { testContract, testInterface } from '#platform/testing/endpoints.ts';
import { ContractViolation, compileGuard } from './response-guard.ts';

interface Watched {
  check(response: HttpResponse): HttpResponse;
  readonly reported: string[];
}

function guard(mode: 'refuse' | 'strip', body?: TSchema): Watched {
  const reported: string[] = [];
  const contract = testContract({
    interface: testInterface(plain),
    responses: {
      200: { description: 'Done.', ...(body === undefined ? {} : { body }) },
      204: { description: 'Nothing.' },
    },
  });
  const { check } = compileGuard(contract, {
    mode,
    onUndeclared: (operationId, what) => reported.push(`${operationId} ${what}`),
  });
  return { check, reported };
}

const party = Type.Object({
  name: Type.String(),
  address: Type.Optional(Type.Object({ city: Type.String() })),
  phones: Type.Optional(Type.Array(Type.Object({ number: Type.String() }))),
  texts: Type.Optional(Type.Record(Type.String(), Type.Object({ text: Type.String() }))),
});
const good = {
  name: 'Ada',
  address: { city: 'Bonn' },
  phones: [{ number: '+491' }],
  texts: { de: { text: 'x' } },
};

describe.each(['refuse', 'strip'] as const)('whether it refuses or strips (%s), the guard', (mode) => {
  test('passes a declared response unchanged', () => {
    const { check, reported } = guard(mode, party);
    const response = { status: 200, body: good, headers: { etag: '"1"' } };
    expect(check(response)).toBe(response);
    expect(reported).toEqual([]);
  });

  test.each([201, 404, 500, Number.NaN])('refuses status %s, which is not declared', (status) => {
    const { check, reported } = guard(mode, party);
    expect(() => check({ status, body: good })).toThrow(ContractViolation);
    expect(reported).toEqual(['Test_plain/thing status']);
  });

  test.each([
    ['a member that is missing', {}],
    ['a member of another type', { name: 1 }],
    ['no body at all', undefined],
    ['null', null],
    ['a list', [good]],
  ])('refuses a body with %s, which cannot be repaired', (_what, body) => {
    const { check, reported } = guard(mode, party);
    expect(() => check({ status: 200, body })).toThrow(ContractViolation);
    expect(reported).toEqual(['Test_plain/thing member']);
  });

  test('never has a value in its error', () => {
    const { check } = guard(mode, party);
    expect(() => check({ status: 200, body: { name: 'Ada', iban: 'DE-canary', pin: { x: 'canary' } } }))
      .not // strip repairs
      .toThrow(/canary/);
    expect(() => check({ status: 200, body: { name: { canary: 'canary-value' } } })).not.toThrow(
      /canary-value/,
    );
  });
});

const undeclared: readonly (readonly [string, object])[] = [
  ['at the top', { ...good, passwordHash: 'x' }],
  ['in an object', { ...good, address: { city: 'Bonn', geo: 'x' } }],
  ['in a list', { ...good, phones: [{ number: '+491', owner: 'x' }] }],
  ['in a map', { ...good, texts: { de: { text: 'x', author: 'y' } } }],
];

describe('a member that no schema names', () => {
  test.each(undeclared)('is an error in tests and development: %s', (_where, body) => {
    const { check, reported } = guard('refuse', party);
    expect(() => check({ status: 200, body })).toThrow(ContractViolation);
    expect(reported).toEqual(['Test_plain/thing member']);
  });

  test.each(undeclared)('is removed and counted in production: %s', (_where, body) => {
    const { check, reported } = guard('strip', party);
    const before = JSON.stringify(body);
    const headers = { etag: '"1"' };
    expect(check({ status: 200, body, headers })).toEqual({ status: 200, body: good, headers });
    expect(reported).toEqual(['Test_plain/thing member']);
    // The operation's own value may be stored elsewhere, so the guard must not change it.
    expect(JSON.stringify(body)).toBe(before);
  });

  test('is removed from a union of shapes too', () => {
    const choice = Type.Union([
      Type.Object({ kind: Type.Literal('a'), x: Type.String() }),
      Type.Object({ kind: Type.Literal('b'), y: Type.String() }),
    ]);
    expect(guard('refuse', choice).check({ status: 200, body: { kind: 'b', y: '1' } }).body).toEqual({
      kind: 'b',
      y: '1',
    });
    const { check } = guard('strip', choice);
    const leak = (): string => JSON.stringify(check({ status: 200, body: { kind: 'b', y: '1', pin: 'z' } }));
    expect(() => leak()).toSatisfy((run: () => string) => !outcomeOf(run).includes('pin'));
  });

  test('in an object that is open on purpose stays', () => {
    const open = Type.Object({ extra: Type.Object({}, { additionalProperties: true }) });
    const body = { extra: { anything: 1 } };
    expect(guard('refuse', open).check({ status: 200, body }).body).toEqual(body);
  });
});

function outcomeOf(run: () => string): string {
  try {
    return run();
  } catch {
    return 'refused';
  }
}

describe('a body where none is declared', () => {
  test('is an error in tests and development', () => {
    expect(() => guard('refuse').check({ status: 204, body: { secret: 1 } })).toThrow(ContractViolation);
  });

  test('is dropped and counted in production', () => {
    const { check, reported } = guard('strip');
    expect(check({ status: 204, body: { secret: 1 }, headers: { a: 'b' } })).toEqual({
      status: 204,
      headers: { a: 'b' },
    });
    expect(reported).toEqual(['Test_plain/thing member']);
  });
});
