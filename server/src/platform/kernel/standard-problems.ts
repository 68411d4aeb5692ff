import { defineProblems } from './problem.ts';

/** The problems all interfaces share. Which of them an operation may raise without listing them: `contract.ts`. */
export const standardProblems = defineProblems('platform', {
  invalid: { kind: 'invalid', message: 'The request is not well formed.' },
  unauthorized: { kind: 'unauthenticated', message: 'Authentication is missing or not accepted.' },
  'step-up-required': { kind: 'unauthenticated', message: 'A stronger or fresher sign-in is needed.' },
  'certificate-missing': {
    kind: 'unauthenticated',
    message: 'A client certificate is needed.',
    xs2a: { code: 'CERTIFICATE_MISSING' },
  },
  'certificate-invalid': {
    kind: 'unauthenticated',
    message: 'The client certificate is not accepted.',
    xs2a: { code: 'CERTIFICATE_INVALID' },
  },
  'certificate-expired': {
    kind: 'unauthenticated',
    message: 'The client certificate has expired.',
    xs2a: { code: 'CERTIFICATE_EXPIRED' },
  },
  'certificate-revoked': {
    kind: 'unauthenticated',
    message: 'The client certificate has been revoked.',
    xs2a: { code: 'CERTIFICATE_REVOKED' },
  },
  'certificate-blocked': {
    kind: 'unauthenticated',
    message: 'The client certificate is blocked.',
    xs2a: { code: 'CERTIFICATE_BLOCKED' },
  },
  'signature-missing': {
    kind: 'unauthenticated',
    message: 'The request must be signed.',
    xs2a: { code: 'SIGNATURE_MISSING' },
  },
  'signature-invalid': {
    kind: 'unauthenticated',
    message: 'The signature of the request is not accepted.',
    xs2a: { code: 'SIGNATURE_INVALID' },
  },
  'timestamp-invalid': {
    kind: 'invalid',
    message:
      'Date is more than 15 minutes before or after the time at the bank. Send the time of the request.',
    xs2a: { code: 'TIMESTAMP_INVALID' },
  },
  'token-unknown': {
    kind: 'unauthenticated',
    message:
      'The access token is missing, or is not one of this bank. Request one from its authorization server.',
    xs2a: { code: 'TOKEN_UNKNOWN' },
  },
  'token-invalid': {
    kind: 'unauthenticated',
    message:
      'The access token is for another certificate, customer, resource or interface, or was revoked. Request a new one.',
    xs2a: { code: 'TOKEN_INVALID' },
  },
  'token-expired': {
    kind: 'unauthenticated',
    message: 'The access token has expired. Request a new one.',
    xs2a: { code: 'TOKEN_EXPIRED' },
  },
  'role-invalid': {
    kind: 'unauthenticated',
    message: 'The certificate does not carry the role this service needs.',
    xs2a: { code: 'ROLE_INVALID' },
  },
  forbidden: { kind: 'forbidden', message: 'This caller may not do this.' },
  'https-required': { kind: 'forbidden', message: 'Use https.' },
  'not-found': { kind: 'not-found', message: 'There is no such resource.' },
  'unknown-host': { kind: 'not-found', message: 'No bank is served under this host name.' },
  'method-not-allowed': { kind: 'method-not-allowed', message: 'Method not allowed.' },
  'not-acceptable': { kind: 'not-acceptable', message: 'No representation that this request accepts.' },
  'request-timeout': { kind: 'timeout', message: 'The request body did not arrive in time.' },
  conflict: { kind: 'conflict', message: 'The resource changed meanwhile or is in another state.' },
  gone: { kind: 'gone', message: 'The resource is no longer there.' },
  'precondition-failed': { kind: 'precondition-failed', message: 'If-Match names an older version.' },
  'payload-too-large': { kind: 'too-large', message: 'The request body is too large.' },
  'unsupported-media-type': {
    kind: 'unsupported-media-type',
    message: 'Unsupported media type.',
  },
  'idempotency-key-reused': {
    kind: 'key-reused',
    message: 'This key was used before with another request.',
  },
  'request-repeated': {
    kind: 'key-reused',
    message:
      'This key was used before, and its response is no longer stored. Use a new key for a new request.',
  },
  'too-many-requests': {
    kind: 'too-many',
    message: 'Too many requests; wait before the next one.',
    // ACCESS_EXCEEDED, the usual code, says that the accesses of a consent are used up.
    xs2a: { code: 'SERVICE_BLOCKED' },
  },
  'internal-error': { kind: 'internal', message: 'Something failed on our side.' },
  'not-implemented': { kind: 'not-implemented', message: 'Not offered by this bank.' },
  'service-unavailable': { kind: 'unavailable', message: 'Not available at the moment.' },
});
