import { expect, test } from 'vitest';
import { xs2aVerifications } from '#dialects/xs2a/xs2a-verifications.ts';
import { problems } from '../problems.ts';

/** Each problem as third parties see it; the tests of the operations raise every one of them over HTTP. */
const wire: Readonly<Record<keyof typeof problems, string>> = {
  'payee-faulty': '400 FORMAT_ERROR',
  'parameter-not-supported': '400 PARAMETER_NOT_SUPPORTED',
  'requests-exceeded': '429 SERVICE_BLOCKED',
  'names-exceeded': '429 SERVICE_BLOCKED',
  'close-matches-exceeded': '429 SERVICE_BLOCKED',
  'bulk-unknown': '404 RESOURCE_UNKNOWN',
  'bulk-expired': '403 RESOURCE_EXPIRED',
};

test('every problem has the status and the code of the standard', () => {
  const shown = Object.entries(problems).map(([literal, { entry }]) => {
    const { code, status } = xs2aVerifications.describeProblem(entry, literal);
    return [literal, `${status} ${code}`];
  });
  expect(Object.fromEntries(shown)).toEqual(wire);
});
