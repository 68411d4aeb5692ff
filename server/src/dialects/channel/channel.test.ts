import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProblemContext } from '#platform/http/dialect.ts';
import { defineProblems, type FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { channel } from './channel.ts';

const context: ProblemContext = {
  requestId: '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001',
  path: '/v1/party/parties',
  method: 'POST',
  accept: undefined,
  traceId: undefined,
};
const problems = defineProblems('authorization', {
  'bad-otp': { kind: 'refused', message: 'The code is not right.' },
});

describe('a validation-problem', () => {
  test('lists every field error with field, code and message', () => {
    const fieldErrors: readonly FieldError[] = [
      { part: 'body', path: ['mobile-phone', 'number'], code: 'pattern', message: 'Must be E.164.' },
      { part: 'body', path: ['items', 3, 'status'], code: 'enum', message: 'Must be one of: a, b.' },
      { part: 'header', path: ['X-Request-ID'], code: 'format', message: 'Must be one UUID.' },
      { part: 'query', path: ['page-size'], code: 'maximum', message: 'Must be <= 100.' },
      { part: 'body', path: [], code: 'malformed', message: 'Not JSON.' },
    ];
    expect(channel.render(standardProblems.invalid({ fieldErrors }), context)).toEqual({
      status: 400,
      contentType: 'application/json',
      body: {
        title: 'The request is not well formed.',
        status: 400,
        errors: [
          { field: 'mobile-phone.number', code: 'pattern', message: 'Must be E.164.' },
          { field: 'items[3].status', code: 'enum', message: 'Must be one of: a, b.' },
          { field: 'X-Request-ID', code: 'format', message: 'Must be one UUID.' },
          { field: 'page-size', code: 'maximum', message: 'Must be <= 100.' },
          { code: 'malformed', message: 'Not JSON.' },
        ],
      },
    });
  });

  test('has at least one error even without field errors', () => {
    expect(channel.render(standardProblems.invalid(), context).body).toEqual({
      title: 'The request is not well formed.',
      status: 400,
      errors: [{ code: 'malformed', message: 'The request is not well formed.' }],
    });
  });

  test('limits field to 1 to 200 characters, whatever names the caller sends', () => {
    const path = fc.array(fc.oneof(fc.string({ maxLength: 300, size: 'max' }), fc.nat({ max: 1e6 })), {
      maxLength: 40,
      size: 'max',
    });
    fc.assert(
      fc.property(path, (steps) => {
        const fieldError: FieldError = { part: 'body', path: steps, code: 'unknown-field', message: 'x' };
        const { body } = channel.render(standardProblems.invalid({ fieldErrors: [fieldError] }), context);
        const field = fieldIn(body);
        expect(field === undefined || /^.{1,200}$/su.test(field)).toBe(true);
      }),
    );
  });
});

/** The field of the first error; undefined if there is no error. */
function fieldIn(body: unknown): string | undefined {
  const quoted = /"field":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(body))?.[1];
  return quoted === undefined ? undefined : String(JSON.parse(quoted));
}

describe('a business-problem', () => {
  test('has the literal, a message and the type of its interface, status 440', () => {
    expect(channel.render(problems['bad-otp'](), context)).toEqual({
      status: 440,
      contentType: 'application/json',
      body: {
        problem: 'bad-otp',
        message: 'The code is not right.',
        type: 'urn:problem:authorization:bad-otp',
        status: 440,
      },
    });
  });

  test('has details and trace-id only if they are present', () => {
    const problem = problems['bad-otp']({ details: { 'attempts-left': 3 }, message: 'Three left.' });
    expect(channel.render(problem, { ...context, traceId: 'abc' }).body).toEqual({
      problem: 'bad-otp',
      message: 'Three left.',
      details: { 'attempts-left': 3 },
      type: 'urn:problem:authorization:bad-otp',
      status: 440,
      'trace-id': 'abc',
    });
  });

  test('has details that are a text as they are', () => {
    const problem = problems['bad-otp']({ details: 'too-short' });
    expect(channel.render(problem, context).body).toMatchObject({ details: 'too-short' });
  });

  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/problem+json', 'application/problem+json'],
    ['text/html, application/problem+json;q=0.9', 'application/problem+json'],
  ])('for a caller who accepts %s is sent as %s', (accept, contentType) => {
    for (const problem of [problems['bad-otp'](), standardProblems.invalid()]) {
      expect(channel.render(problem, { ...context, accept }).contentType).toBe(contentType);
    }
  });
});
