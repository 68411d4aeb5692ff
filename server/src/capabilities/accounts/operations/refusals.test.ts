import { expect, test } from 'vitest';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { problems } from '../problems.ts';

/** Each problem as third parties see it; the tests of the operations raise every one of them over HTTP. SPEC xs2a 5.3 */
const wire: Readonly<Record<keyof typeof problems, string>> = {
  'account-unknown': '404 RESOURCE_UNKNOWN',
  'core-away': '503 ',
  'transaction-unknown': '403 RESOURCE_UNKNOWN',
  'download-unknown': '403 RESOURCE_UNKNOWN',
  'report-faulty': '400 FORMAT_ERROR',
  'page-unknown': '400 FORMAT_ERROR',
  'parameter-not-supported': '400 PARAMETER_NOT_SUPPORTED',
  'parameters-contradict': '400 PARAMETER_NOT_CONSISTENT',
  'period-invalid': '400 PERIOD_INVALID',
  'document-not-offered': '406 REQUESTED_FORMATS_INVALID',
  'report-too-long': '400 PERIOD_INVALID',
};

test('every problem has the status and the code of the standard', () => {
  const shown = Object.entries(problems).map(([literal, { entry }]) => {
    const { code, status } = xs2a.describeProblem(entry, literal);
    return [literal, `${status} ${code}`];
  });
  expect(Object.fromEntries(shown)).toEqual(wire);
});
