import { expect, test } from 'vitest';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { problems } from '../problems.ts';

/** Each problem as third parties see it; the tests of the operations raise every one of them. SPEC xs2a 5.3 */
const wire: Readonly<Record<keyof typeof problems, string>> = {
  'consent-unknown': '403 CONSENT_UNKNOWN',
  'content-deleted': '403 RESOURCE_EXPIRED',
  'consent-not-found': '400 CONSENT_UNKNOWN',
  'consent-invalid': '401 CONSENT_INVALID',
  'consent-expired': '401 CONSENT_EXPIRED',
  'not-agreed': '400 NO_PIIS_ACTIVATION',
  'card-invalid': '400 CARD_INVALID',
  'question-faulty': '400 FORMAT_ERROR',
  'questions-exceeded': '429 SERVICE_BLOCKED',
  'consent-faulty': '400 FORMAT_ERROR',
  'consents-not-offered': '400 SERVICE_INVALID',
  'account-unusable': '400 FORMAT_ERROR',
  'customer-missing': '400 FORMAT_ERROR',
  // Only commands of staff raise these two.
  'agreement-not-offered': '400 PAYMENT_FAILED',
  'not-the-holder': '400 PAYMENT_FAILED',
  'core-away': '503 ',
};

test('every problem has the status and the code of the standard', () => {
  const shown = Object.entries(problems).map(([literal, { entry }]) => {
    const { code, status } = xs2a.describeProblem(entry, literal);
    return [literal, `${status} ${code}`];
  });
  expect(Object.fromEntries(shown)).toEqual(wire);
});
