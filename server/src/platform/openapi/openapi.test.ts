import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import type { Contract } from '#platform/http/contract.ts';
import { publishedForm } from '#platform/http/published-form.ts';
import { testContract, testInterface } from '#platform/testing/endpoints.ts';
import { at } from '#platform/testing/json-at.ts';
import { openApiOf } from './openapi.ts';

const facts = { version: '1', tokenUrl: '/oauth/{bank}/token' };
const thirdParties = callers({ tpp: { roles: ['PSP_AI'] } });
const documentOf = (contract: Contract): unknown => openApiOf([contract], facts);

describe('the headers of a dialect', () => {
  const refs = (...names: readonly string[]): readonly object[] =>
    names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

  test('are parameters of every operation for third parties', () => {
    const contract = testContract({ interface: testInterface(xs2a), access: thirdParties });
    expect(documentOf(contract)).toMatchObject({
      paths: {
        '/v1/xs2a/thing': {
          get: { parameters: refs('X-Request-ID', 'Digest', 'Signature', 'TPP-Signature-Certificate') },
        },
      },
      components: {
        parameters: {
          'X-Request-ID': { in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
          Digest: { in: 'header', required: false },
          Signature: { in: 'header', required: false },
          'TPP-Signature-Certificate': { in: 'header', required: false },
        },
      },
    });
  });

  test('without a signature are those of an operation for everyone', () => {
    const contract = testContract({ interface: testInterface(xs2a) });
    expect(documentOf(contract)).toMatchObject({
      paths: { '/v1/xs2a/thing': { get: { parameters: refs('X-Request-ID') } } },
    });
    expect(documentOf(contract)).not.toHaveProperty('components.parameters.Digest');
  });

  test('give way to a header that the contract declares', () => {
    const contract = testContract({
      interface: testInterface(xs2a),
      access: thirdParties,
      request: { headers: Type.Object({ digest: Type.String({ maxLength: 10 }) }) },
    });
    expect(documentOf(contract)).toMatchObject({
      paths: {
        '/v1/xs2a/thing': {
          get: {
            parameters: [
              { name: 'digest', schema: { maxLength: 10 } },
              ...refs('X-Request-ID', 'Signature', 'TPP-Signature-Certificate'),
            ],
          },
        },
      },
    });
  });

  test('are absent where the dialect names none', () => {
    const document = documentOf(testContract({ interface: testInterface(channel) }));
    expect(document).not.toHaveProperty('components.parameters');
  });
});

describe('examples of a request body', () => {
  const schema = Type.Object({ iban: Type.String({ minLength: 15 }) });
  const withExample = (value: unknown): Contract =>
    testContract({
      interface: testInterface(xs2a),
      method: 'POST',
      request: {
        body: {
          kind: 'choice',
          bodies: [
            { kind: 'json', schema, examples: { 'one account': value } },
            { kind: 'document', mediaTypes: ['application/xml'], examples: { empty: '<Document/>' } },
          ],
        },
      },
    });

  test('are those of the contract, by media type', () => {
    expect(documentOf(withExample({ iban: 'DE89370400440532013000' }))).toMatchObject({
      paths: {
        '/v1/xs2a/thing': {
          post: {
            requestBody: {
              content: {
                'application/json': {
                  examples: { 'one account': { value: { iban: 'DE89370400440532013000' } } },
                },
                'application/xml': { examples: { empty: { value: '<Document/>' } } },
              },
            },
          },
        },
      },
    });
  });

  test('that the contract would refuse stop the generation', () => {
    for (const wrong of [{ iban: 'DE89' }, { iban: 'DE89370400440532013000', bic: 'X' }])
      expect(() => documentOf(withExample(wrong))).toThrow('example "one account" does not match its schema');
  });
});

const inChannel = testInterface(channel);

test('a text is published as JSON, unless its schema names the media type of its content', () => {
  const contentFor = (body: Type.TString): unknown =>
    at(
      documentOf(
        testContract({ interface: inChannel, responses: { 200: { description: 'A text.', body } } }),
      ),
      'paths',
      '/v1/channel/thing',
      'get',
      'responses',
      '200',
      'content',
    );
  expect(contentFor(Type.String())).toEqual({ 'application/json': { schema: { type: 'string' } } });
  expect(contentFor(Type.String({ contentMediaType: 'text/plain' }))).toMatchObject({ 'text/plain': {} });
});

test('a parameter is published in the form of the specification, not in the one it is validated with', () => {
  const amount = Type.String({ pattern: '^[0-9]+$', [publishedForm]: { type: 'number', minimum: 0 } });
  const contract = testContract({
    interface: inChannel,
    request: { query: Type.Object({ amount: Type.Optional(amount) }) },
  });
  const parameters: unknown = at(documentOf(contract), 'paths', '/v1/channel/thing', 'get', 'parameters');
  expect(parameters).toContainEqual({
    name: 'amount',
    in: 'query',
    required: false,
    schema: { type: 'number', minimum: 0 },
  });
});
