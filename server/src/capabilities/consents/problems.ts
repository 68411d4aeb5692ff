import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('consents', {
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
    message: 'Consent-ID names no consent of this third party.',
    xs2a: { status: 400, code: 'CONSENT_UNKNOWN' },
  },
  'consent-invalid': {
    kind: 'unauthenticated',
    message:
      'The consent does not cover this request, is not approved, was withdrawn, or its proxy has no mandate any more. GET /v1/consents/{consentId} shows its status and access.',
    xs2a: { status: 401, code: 'CONSENT_INVALID' },
  },
  'consent-expired': {
    kind: 'unauthenticated',
    message: 'The consent has ended. Ask for a new one.',
    xs2a: { status: 401, code: 'CONSENT_EXPIRED' },
  },
  'access-exceeded': {
    kind: 'too-many',
    message:
      'This consent allows no more reads of this resource, today or at all. Wait as Retry-After says, or send PSU-IP-Address if the customer made the request; a consent for one access is used up.',
    xs2a: { status: 429, code: 'ACCESS_EXCEEDED' },
  },
  'access-faulty': {
    kind: 'invalid',
    message: 'The consent cannot be accepted as it is.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'access-not-offered': {
    kind: 'refused',
    message: 'The bank does not offer such a consent; its profile lists what it offers.',
    xs2a: { status: 400, code: 'SERVICE_INVALID' },
  },
  'account-unusable': {
    kind: 'invalid',
    message: 'The account does not exist at this bank, or is closed.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'accounts-apart': {
    kind: 'invalid',
    message: 'No customer holds all of these accounts. Ask for a consent of each customer.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'customer-missing': {
    kind: 'invalid',
    message: 'This bank requires PSU-ID when a consent is created.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'sessions-not-supported': {
    kind: 'refused',
    message:
      'This bank offers no sessions that combine account information and payments; leave combinedServiceIndicator out.',
    xs2a: { status: 400, code: 'SESSIONS_NOT_SUPPORTED' },
  },
  'core-away': {
    kind: 'unavailable',
    message: 'The bank cannot look accounts up at the moment. Try again later under the same X-Request-ID.',
  },
});
