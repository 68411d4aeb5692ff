import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { defineProblems } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { testContract, testInterface } from '#platform/testing/endpoints.ts';
import { errorComponentsOf, errorResponsesOf } from './error-responses.ts';
import { openApiOf } from './openapi.ts';

const problems = defineProblems('test', {
  'too-late': { kind: 'refused', message: 'Too late.', xs2a: { code: 'CANCELLATION_INVALID' } },
  'not-yours': { kind: 'refused', message: 'Not yours.', xs2a: { code: 'PSU_CREDENTIALS_INVALID' } },
});
const facts = { version: '1', tokenUrl: '/oauth/{bank}/token' };

describe('the error responses of a document', () => {
  test('refer to the body of the dialect, list their codes and show what the server sends', () => {
    const contract = testContract({
      interface: testInterface(channel),
      problems: [problems['too-late'], problems['not-yours']],
    });
    expect(errorResponsesOf(contract)['440']).toMatchObject({
      description: '`not-yours`: Not yours. `too-late`: Too late.',
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/business-problem' },
              { properties: { problem: { enum: ['not-yours', 'too-late'] } } },
            ],
          },
          examples: {
            'too-late': {
              value: {
                problem: 'too-late',
                message: 'Too late.',
                type: 'urn:problem:test:too-late',
                status: 440,
              },
            },
          },
        },
      },
    });
  });

  test('of third parties have two media types, and no content where the standard has no body', () => {
    const contract = testContract({ interface: testInterface(xs2a), problems: [problems['too-late']] });
    const { responses, schemas } = errorComponentsOf([contract]);
    expect(Object.keys(schemas)).toEqual(['tpp-messages', 'tpp-problem']);
    expect(responses['forbidden.https-required']).toMatchObject({
      content: {
        'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/tpp-messages' }, {}] } },
        'application/problem+json': { schema: { allOf: [{ $ref: '#/components/schemas/tpp-problem' }, {}] } },
      },
    });
    expect(responses['internal-error']).not.toHaveProperty('content');
    expect(responses['internal-error']).not.toHaveProperty('headers.WWW-Authenticate');
  });

  test('always have a default, and share what the platform raises', () => {
    const contract = testContract({ interface: testInterface(plain) });
    expect(errorResponsesOf(contract)).toMatchObject({
      '401': { $ref: '#/components/responses/unauthorized' },
      default: { $ref: '#/components/responses/other-error' },
    });
  });

  test('have the headers that the server always sends as required ones', () => {
    const contract = testContract({ interface: testInterface(plain) });
    const { responses } = errorComponentsOf([contract]);
    expect(responses['unauthorized']).toHaveProperty('headers.WWW-Authenticate.$ref');
    expect(responses['too-many-requests']).toHaveProperty('headers.Retry-After.$ref');
    expect(responses['too-many-requests']).toHaveProperty('headers.RateLimit.schema');
    expect(responses['not-found']).not.toHaveProperty('headers.Retry-After');
  });

  test('keep the content that a contract declares for the same status', () => {
    const contract = testContract({
      interface: testInterface(plain),
      responses: {
        503: { description: 'Not ready.', body: Type.Object({ status: Type.String() }) },
      },
    });
    expect(openApiOf([contract], facts)).toMatchObject({
      paths: {
        [contract.path]: {
          get: {
            responses: {
              503: {
                description: 'Not ready.',
                content: {
                  'application/json': { schema: { type: 'object' } },
                  'application/problem+json': {
                    schema: {
                      allOf: [
                        { $ref: '#/components/schemas/problem-details' },
                        { properties: { code: { enum: ['service-unavailable'] } } },
                      ],
                    },
                  },
                },
              },
            },
          },
        },
      },
    });
  });
});

test('a problem that only a capability has is not shared', () => {
  const contract = testContract({ interface: testInterface(plain), problems: [problems['too-late']] });
  const { responses } = errorComponentsOf([contract]);
  expect(Object.keys(responses)).not.toContain('too-late');
  expect(Object.keys(responses)).toContain(standardProblems.invalid.literal);
});
