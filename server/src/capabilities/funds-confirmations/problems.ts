import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('funds-confirmations', {
  'consent-unknown': {
    kind: 'not-found',
    message: 'There is no such consent.',
    xs2a: { status: 403, code: 'CONSENT_UNKNOWN' },
  },
  'content-deleted': {
    kind: 'gone',
    message:
      'The consent ended without a signature; what it asked for is deleted. Its status can still be read.',
    xs2a: { status: 403, code: 'RESOURCE_EXPIRED' },
  },
  'consent-not-found': {
    kind: 'invalid',
    message: 'Consent-ID names no consent of this third party to the confirmation of funds.',
    xs2a: { status: 400, code: 'CONSENT_UNKNOWN' },
  },
  'consent-invalid': {
    kind: 'unauthenticated',
    message:
      'The consent is not for this account, is not approved, was withdrawn, its customer does not hold the account any more, or its proxy has no mandate any more. GET /v2/consents/confirmation-of-funds/{consentId} shows its status and its account.',
    xs2a: { status: 401, code: 'CONSENT_INVALID' },
  },
  'consent-expired': {
    kind: 'unauthenticated',
    message: 'The consent has ended. Ask for a new one.',
    xs2a: { status: 401, code: 'CONSENT_EXPIRED' },
  },
  'not-agreed': {
    kind: 'refused',
    message: 'No customer has agreed that this third party asks about the funds of this account.',
    xs2a: { status: 400, code: 'NO_PIIS_ACTIVATION' },
  },
  'card-invalid': {
    kind: 'invalid',
    message: 'The agreement is about another card.',
    xs2a: { status: 400, code: 'CARD_INVALID' },
  },
  'question-faulty': {
    kind: 'invalid',
    message: 'The question is invalid. See the path of each message.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'questions-exceeded': {
    kind: 'too-many',
    message:
      'Too many different amounts were asked about this account. The same amount as before can be repeated; another one after the seconds in Retry-After.',
    xs2a: { status: 429, code: 'SERVICE_BLOCKED' },
  },
  'consent-faulty': {
    kind: 'invalid',
    message: 'The consent is invalid. See the path of each message.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'consents-not-offered': {
    kind: 'refused',
    message:
      'This bank takes no consents to the confirmation of funds through this interface; piisConsentSupported of its XS2A profile says how they are given.',
    xs2a: { status: 400, code: 'SERVICE_INVALID' },
  },
  'account-unusable': {
    kind: 'invalid',
    message: 'The account does not exist at this bank, or is closed.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'customer-missing': {
    kind: 'invalid',
    message: 'This bank requires PSU-ID when a consent is created.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'agreement-not-offered': {
    kind: 'refused',
    message:
      'The bank makes no agreements of its own: piisConsentSupported of its XS2A profile is not ASPSP_CONSENT_SUPPORTED.',
  },
  'not-the-holder': { kind: 'refused', message: 'The customer does not hold this account.' },
  'core-away': {
    kind: 'unavailable',
    message: 'The bank cannot look accounts up at the moment. Try again later.',
  },
});
