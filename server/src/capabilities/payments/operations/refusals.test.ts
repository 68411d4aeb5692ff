import { expect, test } from 'vitest';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { problems } from '../problems.ts';

/** Each problem as third parties see it; the tests of the operations raise every one of them over HTTP. SPEC xs2a 5.3 */
const wire: Readonly<Record<keyof typeof problems, string>> = {
  'product-unknown': '404 PRODUCT_UNKNOWN',
  'bulk-document': '405 SERVICE_INVALID',
  'content-deleted': '403 RESOURCE_EXPIRED',
  'product-other': '403 PRODUCT_INVALID',
  'payment-unknown': '403 RESOURCE_UNKNOWN',
  'payment-faulty': '400 FORMAT_ERROR',
  'execution-date-invalid': '400 EXECUTION_DATE_INVALID',
  'period-invalid': '400 PERIOD_INVALID',
  'message-repeated': '400 FORMAT_ERROR',
  'account-unusable': '400 FORMAT_ERROR',
  'customer-missing': '400 FORMAT_ERROR',
  'sessions-not-supported': '400 SESSIONS_NOT_SUPPORTED',
  'verification-missing': '400 FORMAT_ERROR',
  'payee-not-confirmable': '409 STATUS_INVALID',
  'cancellation-impossible': '405 CANCELLATION_INVALID',
  'core-away': '503 ',
  // Raised by commands of staff alone.
  'customer-no-firm': '409 STATUS_INVALID',
  'opt-out-unknown': '409 STATUS_INVALID',
};

test('every problem has the status and the code of the standard', () => {
  const shown = Object.entries(problems).map(([literal, { entry }]) => {
    const { code, status } = xs2a.describeProblem(entry, literal);
    return [literal, `${status} ${code}`];
  });
  expect(Object.fromEntries(shown)).toEqual(wire);
});
