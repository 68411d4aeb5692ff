import Type, { type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import { named } from '#platform/http/named-schema.ts';
import { testContract, testInterface } from '#platform/testing/endpoints.ts';
import { at } from '#platform/testing/json-at.ts';
import { openApiOf } from './openapi.ts';

const facts = { version: '1', tokenUrl: '/oauth/{bank}/token' };
const inPlain = testInterface(plain);
const documentOf = (body: TSchema, request: TSchema = Type.Object({})): object =>
  openApiOf(
    [
      testContract({
        interface: inPlain,
        method: 'POST',
        request: { body: Type.Object({ request }, { additionalProperties: false }) },
        responses: { 200: { description: 'Done.', body } },
      }),
    ],
    facts,
  );
const schemaOf = (document: object): unknown =>
  at(
    document,
    'paths',
    '/v1/plain/thing',
    'post',
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
  );
const money = () =>
  named('Money', 'An amount of money.', Type.Object({ amount: Type.String(), currency: Type.String() }), {
    currency: 'ISO 4217.',
  });

describe('a named schema', () => {
  test('is a component with a description, and a reference wherever it is used', () => {
    const ref = { $ref: '#/components/schemas/Money' };
    const one = money();
    const document = documentOf(Type.Object({ price: one, prices: Type.Array(one) }), one);
    expect(schemaOf(document)).toMatchObject({ properties: { price: ref, prices: { items: ref } } });
    expect(document).toHaveProperty('components.schemas.Money', {
      type: 'object',
      description: 'An amount of money.',
      required: ['amount', 'currency'],
      properties: { amount: { type: 'string' }, currency: { type: 'string', description: 'ISO 4217.' } },
    });
  });

  test('keeps its name as an optional member, and as a body with its own list of members', () => {
    const body = documentOf(Type.Object({ price: Type.Optional(money()) }));
    expect(schemaOf(body)).toMatchObject({
      properties: { price: { $ref: '#/components/schemas/Money' } },
    });
    expect(schemaOf(body)).not.toHaveProperty('required');
  });

  test('has another description beside the reference where it is used so', () => {
    const described = Object.assign(Type.Optional(money()), { description: 'What it costs.' });
    expect(schemaOf(documentOf(Type.Object({ price: described })))).toMatchObject({
      properties: { price: { $ref: '#/components/schemas/Money', description: 'What it costs.' } },
    });
  });

  test('loses its name in a copy that accepts something else', () => {
    const narrowed = Object.assign(Type.Optional(money()), { maxProperties: 1 });
    expect(schemaOf(documentOf(Type.Object({ price: narrowed })))).toMatchObject({
      properties: { price: { type: 'object', maxProperties: 1 } },
    });
  });

  test('refuses another schema with its name in one document', () => {
    const other = named('Money', 'Coins.', Type.Object({ coins: Type.Integer() }));
    expect(() => documentOf(Type.Object({ one: money(), other }))).toThrow('have the name Money');
  });

  test('refuses a text for a member that it does not have, and a name in lower case', () => {
    expect(() => named('Money', 'Money.', Type.Object({}), { gold: 'Shiny.' })).toThrow('no member gold');
    expect(() => named('money', 'Money.', Type.Object({}))).toThrow('not a name');
  });
});

describe('a parameter', () => {
  const query = (word: TSchema) => ({ query: Type.Object({ word }) });
  const parametersOf = (one: TSchema, other: TSchema): object =>
    openApiOf(
      [
        testContract({ interface: described, at: '/one', request: query(one) }),
        testContract({ interface: described, at: '/other', request: query(other) }),
      ],
      facts,
    );
  const described = { ...inPlain, parameters: { word: 'A word to find.' } };
  const pathOf = (path: string) => ['paths', `/v1/plain${path}`, 'get', 'parameters'] as const;

  test('that two operations have in the same form is a component', () => {
    const document = parametersOf(Type.String(), Type.String());
    const ref = [{ $ref: '#/components/parameters/word' }];
    expect([at(document, ...pathOf('/one')), at(document, ...pathOf('/other'))]).toEqual([ref, ref]);
    expect(document).toHaveProperty('components.parameters.word', {
      name: 'word',
      in: 'query',
      description: 'A word to find.',
      required: true,
      schema: { type: 'string' },
    });
  });

  test('that differs stays with its operation, with its own description', () => {
    const document = parametersOf(Type.String(), Type.Integer({ description: 'A number.' }));
    expect(at(document, ...pathOf('/other'))).toMatchObject([
      { name: 'word', description: 'A number.', schema: { type: 'integer' } },
    ]);
    expect(document).not.toHaveProperty('components.parameters');
  });
});
