import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProblemContext } from '#platform/http/dialect.ts';
import { defineProblems } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { oauth } from './oauth.ts';

const context: ProblemContext = {
  requestId: '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001',
  path: '/oauth/token',
  method: 'POST',
  accept: undefined,
  traceId: undefined,
};

test('the description contains only characters that RFC 6749 allows', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (message, path) => {
      const problem = standardProblems.invalid({
        message,
        fieldErrors: [{ part: 'body', path, code: 'type', message }],
      });
      for (const text of [
        oauth.render(problem, context),
        oauth.render(standardProblems.conflict({ message }), context),
      ]) {
        const description: unknown = Reflect.get(text.body ?? {}, 'error_description');
        expect(description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/);
      }
    }),
  );
});

test('field errors are listed with their paths', () => {
  const fieldErrors = [
    { part: 'body', path: ['redirect_uri'], code: 'required', message: 'Field is required.' },
    { part: 'body', path: ['scope'], code: 'pattern', message: 'No "quotes" and no \\.' },
  ] as const;
  expect(oauth.render(standardProblems.invalid({ fieldErrors }), context)).toEqual({
    status: 400,
    contentType: 'application/json',
    body: {
      error: 'invalid_request',
      error_description: 'redirect_uri: Field is required. scope: No  quotes  and no  .',
    },
  });
});

test('a catalogue entry may define its own code', () => {
  const { denied } = defineProblems('oauth', {
    denied: {
      kind: 'forbidden',
      message: 'The customer said no.',
      oauth: { status: 400, code: 'access_denied' },
    },
  });
  expect(oauth.render(denied(), context)).toMatchObject({
    status: 400,
    body: { error: 'access_denied', error_description: 'The customer said no.' },
  });
});
