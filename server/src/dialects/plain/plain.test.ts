import { expect, test } from 'vitest';
import type { ProblemContext } from '#platform/http/dialect.ts';
import { defineProblems } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { plain } from './plain.ts';

const requestId = '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001';
const context: ProblemContext = {
  requestId,
  path: '/api/v1/client',
  method: 'GET',
  accept: 'application/json',
  traceId: undefined,
};

test('a field error has field, code and message in a problem of RFC 9457', () => {
  const fieldErrors = [{ part: 'body', path: ['items', 3, 'status'], code: 'enum', message: 'No.' }] as const;
  expect(plain.render(standardProblems.invalid({ fieldErrors }), context)).toEqual({
    status: 400,
    contentType: 'application/problem+json',
    body: {
      type: 'urn:problem:platform:invalid',
      title: 'The request is not well formed.',
      status: 400,
      detail: 'The request is not well formed.',
      instance: `urn:uuid:${requestId}`,
      code: 'invalid',
      errors: [{ field: 'items[3].status', code: 'enum', message: 'No.' }],
    },
  });
});

test('a business problem is 422 with its literal as code, unless its entry says otherwise', () => {
  const problems = defineProblems('client', {
    'no-device': { kind: 'refused', message: 'No device.' },
    other: { kind: 'refused', message: 'Other.', plain: { status: 409, code: 'another' } },
  });
  expect(plain.render(problems['no-device'](), context)).toMatchObject({
    status: 422,
    body: { code: 'no-device' },
  });
  expect(plain.render(problems.other(), context)).toMatchObject({ status: 409, body: { code: 'another' } });
});

test('details are added to the standard members and never replace them', () => {
  const problem = standardProblems.conflict({
    message: 'Changed.',
    details: { version: 3, status: 200, type: 'evil', code: 'evil', instance: 'evil', title: 'evil' },
  });
  expect(plain.render(problem, context).body).toEqual({
    type: 'urn:problem:platform:conflict',
    title: standardProblems.conflict.entry.message,
    status: 409,
    detail: 'Changed.',
    instance: `urn:uuid:${requestId}`,
    code: 'conflict',
    version: 3,
  });
});
