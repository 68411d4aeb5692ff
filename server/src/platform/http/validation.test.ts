import fc from 'fast-check';
import Type, { type TObject, type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { testContract, testInterface } from '#platform/testing/endpoints.ts';
import { cpuMsOf } from '#platform/testing/processor-time.ts';
import type { RequestContract } from './contract.ts';
import { compileRequest, type RawRequest, type Validated } from './validation.ts';

type Validate = (sent: Partial<RawRequest>) => Validated;

function validatorFor(request: RequestContract): Validate {
  const validate = compileRequest(testContract({ interface: testInterface(plain), method: 'POST', request }));
  return (sent) => validate({ params: {}, query: {}, headers: {}, body: undefined, ...sent });
}

function fieldErrorsOf(validated: Validated): readonly FieldError[] {
  return validated.kind === 'invalid' ? validated.fieldErrors : [];
}

/** `code path` of every field error, such as `required name`. */
function codesOf(validated: Validated): readonly string[] {
  return fieldErrorsOf(validated).map(({ code, path }) => `${code} ${path.join('.')}`);
}

const bodyWith = (properties: Record<string, TSchema>): Validate =>
  validatorFor({ body: Type.Object(properties) });

describe('a body', () => {
  const validate = bodyWith({
    name: Type.String(),
    age: Type.Optional(Type.Integer()),
    isNew: Type.Optional(Type.Boolean()),
    inner: Type.Optional(Type.Object({ x: Type.Integer() }, { additionalProperties: false })),
  });

  test('that is valid is passed on unchanged', () => {
    const body = { name: 'x', age: 3, isNew: false };
    expect(validate({ body })).toMatchObject({ kind: 'valid', request: { body } });
  });

  test('is closed: an undeclared member is refused at its path', () => {
    expect(codesOf(validate({ body: { name: 'x', role: 'admin' } }))).toEqual(['unknown-field role']);
    expect(codesOf(validate({ body: { name: 'x', inner: { x: 1, y: 2 } } }))).toEqual([
      'unknown-field inner.y',
    ]);
    expect(codesOf(validate({ body: { name: 'x', constructor: { prototype: { isAdmin: true } } } }))).toEqual(
      ['unknown-field constructor'],
    );
  });

  test.each([
    ['a number as text', { name: 'x', age: '3' }, 'type age'],
    ['a number as boolean', { name: 'x', age: true }, 'type age'],
    ['a fraction where whole numbers belong', { name: 'x', age: 1.5 }, 'type age'],
    ['text as number', { name: 3 }, 'type name'],
    ['text as null', { name: null }, 'type name'],
    ['boolean as text', { name: 'x', isNew: 'true' }, 'type isNew'],
    ['boolean as number', { name: 'x', isNew: 1 }, 'type isNew'],
    ['a scalar as list of one', { name: ['x'] }, 'type name'],
    ['a list in its place', [{ name: 'x' }], 'type '],
    ['null in its place', null, 'type '],
    ['text in its place', '{"name":"x"}', 'type '],
  ])('is never coerced: %s', (_what, body, error) => {
    expect(codesOf(validate({ body }))).toEqual([error]);
  });

  test('that is missing is a field error of the whole body, not a crash', () => {
    const [fieldError] = fieldErrorsOf(validate({ body: undefined }));
    expect(fieldError).toMatchObject({ part: 'body', path: [] });
  });

  test('is not changed by validation, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const before = JSON.stringify(body);
        validate({ body });
        expect(JSON.stringify(body)).toBe(before);
      }),
    );
  });
});

describe('a query', () => {
  const validate = validatorFor({
    query: Type.Object({
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      isOpen: Type.Optional(Type.Boolean()),
      lang: Type.Optional(Type.String({ minLength: 1 })),
      states: Type.Optional(Type.Array(Type.Enum(['a', 'b', 'c']), { maxItems: 3 })),
      sizes: Type.Optional(Type.Array(Type.Integer(), { maxItems: 3 })),
    }),
  });
  const queryOf = (query: unknown): unknown => {
    const validated = validate({ query });
    return validated.kind === 'valid' ? validated.request.query : codesOf(validated);
  };

  test.each([
    ['a number', { size: '20' }, { size: 20 }],
    ['true', { isOpen: 'true' }, { isOpen: true }],
    ['false', { isOpen: 'false' }, { isOpen: false }],
    ['a list', { states: 'a,b' }, { states: ['a', 'b'] }],
    ['a list of one', { states: 'a' }, { states: ['a'] }],
    ['a repeated list', { states: ['a', 'c'] }, { states: ['a', 'c'] }],
    ['a list of numbers', { sizes: '1,2' }, { sizes: [1, 2] }],
    ['text that looks like a list', { lang: 'a,b' }, { lang: 'a,b' }],
    ['text that looks like a number', { lang: '007' }, { lang: '007' }],
  ])('arrives as text and becomes %s', (_what, query, read) => {
    expect(queryOf(query)).toEqual(read);
  });

  test.each([
    ['a repeated scalar', { size: ['1', '2'] }, ['type size']],
    ['a repeated text', { lang: ['a', 'b'] }, ['type lang']],
    ['a number with a tail', { size: '20x' }, ['type size']],
    ['no number', { size: '' }, ['type size']],
    ['a fraction', { size: '1.5' }, ['type size']],
    ['too much', { size: '101' }, ['maximum size']],
    ['yes for true', { isOpen: 'yes' }, ['type isOpen']],
    ['a list with an unknown element', { states: 'a,x' }, ['enum states.1']],
    ['a list with an empty element', { states: 'a,,b' }, ['enum states.1']],
    ['an empty list', { states: '' }, ['enum states.0']],
    ['a list that is too long', { states: 'a,a,a,a' }, ['too-many states']],
    ['an unknown parameter', { sort: 'x' }, ['unknown-field sort']],
    ['the prototype as parameter', JSON.parse('{"__proto__":"x"}'), ['unknown-field __proto__']],
    ['a member of the prototype', { toString: 'x' }, ['unknown-field toString']],
    ['the zero character', { lang: 'a\0b' }, ['malformed lang']],
    ['the zero character in a list', { lang: ['x', '\0'] }, ['malformed lang']],
  ])('with %s is refused', (_what, query, errors) => {
    expect(queryOf(query)).toEqual(errors);
  });

  test('of an operation that declares none is closed', () => {
    expect(codesOf(validatorFor({})({ query: { filter: 'all' } }))).toEqual(['unknown-field filter']);
    expect(validatorFor({})({ query: {} }).kind).toBe('valid');
  });
});

describe('headers and path', () => {
  const validate = validatorFor({
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    headers: Type.Object({ 'psu-ip-address': Type.String({ maxLength: 45 }) }),
  });
  const id = '018f3f3e-0000-7000-8000-000000000000';

  test('of others are accepted, the declared ones are validated', () => {
    const headers = { host: 'x', 'x-forwarded-for': 'y', 'psu-ip-address': '127.0.0.1' };
    expect(validate({ params: { id }, headers }).kind).toBe('valid');
    expect(fieldErrorsOf(validate({ params: { id: 'nope' }, headers: {} }))).toEqual([
      { part: 'path', path: ['id'], code: 'format', message: 'Must match format "uuid".' },
      { part: 'header', path: ['psu-ip-address'], code: 'required', message: 'Field is required.' },
    ]);
  });

  test('with the zero character are refused before anything else reads them', () => {
    const headers = { 'psu-ip-address': 'x' };
    expect(codesOf(validate({ params: { id: `${id}\0` }, headers }))).toContain('malformed id');
  });
});

describe('every keyword has a code of its own', () => {
  const object = (options: object): TObject => Type.Object({}, { additionalProperties: true, ...options });
  const cases: readonly (readonly [string, TSchema, unknown])[] = [
    ['too-short v', Type.String({ minLength: 3 }), 'ab'],
    ['too-long v', Type.String({ maxLength: 1 }), 'ab'],
    ['too-few v', Type.Array(Type.String(), { minItems: 2 }), ['a']],
    ['too-many v', Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b']],
    ['too-few v', object({ minProperties: 1 }), {}],
    ['too-many v', object({ maxProperties: 1 }), { a: 1, b: 2 }],
    ['pattern v', Type.String({ pattern: '^[a-c]+$' }), 'xyz'],
    ['format v', Type.String({ format: 'date' }), '2026-13-01'],
    ['enum v', Type.Enum(['a', 'b']), 'c'],
    ['mismatch v', Type.Literal('a'), 'b'],
    ['minimum v', Type.Integer({ minimum: 5 }), 4],
    ['minimum v', Type.Integer({ exclusiveMinimum: 5 }), 5],
    ['maximum v', Type.Integer({ maximum: 5 }), 6],
    ['maximum v', Type.Integer({ exclusiveMaximum: 5 }), 5],
    ['format v', Type.Number({ multipleOf: 0.5 }), 0.7],
    ['duplicate v', Type.Array(Type.Integer(), { uniqueItems: true }), [1, 1]],
    ['combination-required v.b', object({ dependentRequired: { a: ['b'] } }), { a: 1 }],
    ['combination-not-allowed v', { not: { type: 'string' } }, 'x'],
    ['type v', Type.Boolean(), 'x'],
  ];

  test.each(cases)('%s', (code, schema, value) => {
    expect(codesOf(bodyWith({ v: schema })({ body: { v: value } }))).toEqual([code]);
  });

  test('a union that no schema matches is reported', () => {
    const validate = bodyWith({ v: Type.Union([Type.String(), Type.Integer()]) });
    expect(codesOf(validate({ body: { v: null } }))).toContain('combination-required v');
  });

  test('a union that two schemas match is reported', () => {
    const validate = bodyWith({ v: { oneOf: [{ type: 'integer' }, { type: 'number' }] } });
    expect(codesOf(validate({ body: { v: 1 } }))).toEqual(['combination-not-allowed v']);
  });
});

describe('the field errors', () => {
  test('are all listed at once, each with its path', () => {
    const validate = bodyWith({
      'mobile-phone': Type.Object({ number: Type.String({ pattern: '^\\+' }) }),
      items: Type.Array(Type.Object({ status: Type.Enum(['a']) })),
    });
    const body = { 'mobile-phone': { number: '1' }, items: [{ status: 'a' }, { status: 'b' }, {}] };
    expect(fieldErrorsOf(validate({ body })).map(({ path }) => path)).toEqual([
      ['mobile-phone', 'number'],
      ['items', 1, 'status'],
      ['items', 2, 'status'],
    ]);
  });

  test('have slashes and tildes in names as sent', () => {
    const validate = validatorFor({ body: Type.Object({ m: Type.Record(Type.String(), Type.Integer()) }) });
    expect(fieldErrorsOf(validate({ body: { m: { 'a/b~c': 'x' } } }))[0]?.path).toEqual(['m', 'a/b~c']);
  });

  test('are limited to twenty, however many there are and however long their names', () => {
    const validate = bodyWith({ name: Type.String() });
    const body = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${index}${'x'.repeat(9_000)}`, 1]),
    );
    const fieldErrors = fieldErrorsOf(validate({ body: { name: 'x', ...body } }));
    expect(fieldErrors).toHaveLength(20);
    expect(JSON.stringify(fieldErrors).length).toBeLessThan(20_000);
  });

  test('never contain the value that was sent', () => {
    const secret = 'hunter2-canary';
    const schemas: readonly TSchema[] = [
      Type.String({ maxLength: 3 }),
      Type.String({ pattern: '^[0-9]+$' }),
      Type.String({ format: 'uuid' }),
      Type.Enum(['a', 'b']),
      Type.Literal('fixed'),
      Type.Integer(),
      Type.Boolean(),
      Type.Array(Type.String()),
      Type.Object({ x: Type.String() }),
      Type.Union([Type.Integer(), Type.Boolean()]),
      Type.Null(),
    ];
    for (const schema of schemas) {
      for (const value of [secret, [secret, secret], { x: secret, y: secret }]) {
        const fieldErrors = fieldErrorsOf(bodyWith({ v: schema })({ body: { v: value } }));
        expect(JSON.stringify(fieldErrors)).not.toContain(secret);
      }
    }
  });

  test('are one sentence of at most 500 characters each', () => {
    const values = Array.from({ length: 300 }, (_, index) => `value-${index}`);
    const [fieldError] = fieldErrorsOf(bodyWith({ v: Type.Enum(values) })({ body: { v: 'x' } }));
    expect(fieldError?.message.length).toBeLessThanOrEqual(500);
    expect(fieldError?.message).toMatch(/^Must be one of: value-0, value-1/);
  });

  test('are cheap even if everything is wrong', () => {
    const validate = bodyWith({ list: Type.Array(Type.Integer(), { maxItems: 10 }) });
    const list = Array.from({ length: 250_000 }, () => 'x');
    const ms = cpuMsOf(() => {
      expect(fieldErrorsOf(validate({ body: { list } }))).toHaveLength(20);
    });
    expect(ms).toBeLessThan(1_000);
  });
});

test('an unknown format fails when the contract is compiled, not at the first request', () => {
  expect(() => validatorFor({ body: Type.Object({ v: Type.String({ format: 'iban' }) }) })).toThrow('iban');
});

test('whatever is sent, validation never throws and lists at least one field error if it refuses', () => {
  const validate = validatorFor({
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ n: Type.Optional(Type.Integer()), l: Type.Optional(Type.Array(Type.String())) }),
    body: Type.Object({ a: Type.Optional(Type.String()), b: Type.Optional(Type.Array(Type.Integer())) }),
  });
  const texts = fc.dictionary(fc.constantFrom('n', 'l', 'x'), fc.oneof(fc.string(), fc.array(fc.string())));
  fc.assert(
    fc.property(texts, fc.jsonValue(), (query, body) => {
      const validated = validate({ params: { id: 'x' }, query, body });
      expect(validated.kind === 'valid' || validated.fieldErrors.length > 0).toBe(true);
    }),
    { numRuns: 500 },
  );
});
