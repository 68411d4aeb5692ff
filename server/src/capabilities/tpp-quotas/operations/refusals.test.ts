import { expect, test } from 'vitest';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { problems } from '../problems.ts';

/** Each problem as third parties see it; tests of payments, consents and baskets raise every one of them over HTTP. */
const wire: Readonly<Record<keyof typeof problems, string>> = {
  'open-resources-exceeded': '429 SERVICE_BLOCKED',
  'open-per-account-exceeded': '429 SERVICE_BLOCKED',
  'bytes-exceeded': '429 SERVICE_BLOCKED',
  'unknown-accounts-exceeded': '429 SERVICE_BLOCKED',
};

test('every problem has the status and the code of the interface', () => {
  const shown = Object.entries(problems).map(([literal, { entry }]) => {
    const { code, status } = xs2a.describeProblem(entry, literal);
    return [literal, `${status} ${code}`];
  });
  expect(Object.fromEntries(shown)).toEqual(wire);
});
