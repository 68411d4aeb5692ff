import { expect, test } from 'vitest';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { problems } from '../problems.ts';

/** Each problem as third parties see it; the tests of the operations raise every one of them over HTTP. SPEC xs2a 1.7 */
const wire: Readonly<Record<keyof typeof problems, string>> = {
  'baskets-not-supported': '405 SERVICE_INVALID',
  'basket-unknown': '403 RESOURCE_UNKNOWN',
  'basket-faulty': '400 FORMAT_ERROR',
  'member-unknown': '400 RESOURCE_UNKNOWN',
  'member-expired': '400 RESOURCE_EXPIRED',
  'member-closed': '409 REFERENCE_STATUS_INVALID',
  'member-grouped': '400 RESOURCE_BLOCKED',
  'mix-not-supported': '400 REFERENCE_MIX_INVALID',
  'basket-signed': '409 STATUS_INVALID',
};

test('every problem has the status and the code of the standard', () => {
  const shown = Object.entries(problems).map(([literal, { entry }]) => {
    const { code, status } = xs2a.describeProblem(entry, literal);
    return [literal, `${status} ${code}`];
  });
  expect(Object.fromEntries(shown)).toEqual(wire);
});
