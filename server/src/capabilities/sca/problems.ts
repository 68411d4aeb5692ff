import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('sca', {
  'authorisation-unknown': {
    kind: 'not-found',
    message: 'No such resource, or no such authorisation of it.',
    xs2a: { status: 403, code: 'RESOURCE_UNKNOWN' },
  },
  'authorisation-ended': {
    kind: 'conflict',
    message: 'This authorisation has ended. Read its status; start a new one if the resource is still open.',
    xs2a: { status: 409, code: 'STATUS_INVALID' },
  },
  'authorisation-failed': {
    kind: 'refused',
    message: 'This authorisation has failed and cannot be confirmed. Start a new one.',
    xs2a: { status: 400, code: 'SCA_INVALID' },
  },
  'not-in-this-approach': {
    kind: 'forbidden',
    message: 'In this approach the customer does this at the bank. Follow the links of the authorisation.',
    xs2a: { status: 403, code: 'SERVICE_BLOCKED' },
  },
  'not-in-this-state': {
    kind: 'refused',
    message: 'Another step comes first. Follow the links of the authorisation.',
    xs2a: { status: 400, code: 'SERVICE_INVALID' },
  },
  'accounts-open': {
    kind: 'refused',
    message:
      "The resource names no account, and customers choose one only on the bank's page. Name the account, or send TPP-Redirect-URI where the bank supports REDIRECT.",
    xs2a: { status: 400, code: 'SERVICE_INVALID' },
  },
  'subject-closed': {
    kind: 'conflict',
    message: 'This resource takes no more authorisations.',
    xs2a: { status: 409, code: 'STATUS_INVALID' },
  },
  'subject-over': {
    kind: 'gone',
    message: 'This resource has expired or was rejected.',
    xs2a: { status: 403, code: 'RESOURCE_EXPIRED' },
  },
  'subject-grouped': {
    kind: 'refused',
    message:
      'This resource is in an open signing basket. Authorise the basket, or delete it to authorise its members one by one.',
    xs2a: { status: 400, code: 'RESOURCE_BLOCKED' },
  },
  'page-needed': {
    kind: 'refused',
    message:
      "The customer must see the results of the verified payees on the bank's page. Send TPP-Redirect-URI where the bank supports REDIRECT.",
    xs2a: { status: 400, code: 'SERVICE_INVALID' },
  },
  'not-requested': {
    kind: 'refused',
    message: 'No cancellation of this payment waits for an approval. Cancel the payment first (DELETE).',
    xs2a: { status: 400, code: 'SERVICE_INVALID' },
  },
  'payee-unconfirmed': {
    kind: 'conflict',
    message:
      'The payee is not verified yet, or the payer has not confirmed the result. Read the status of the payment, and follow creditorNameConfirmation.',
    xs2a: { status: 409, code: 'STATUS_INVALID' },
  },
  'already-approved': {
    kind: 'conflict',
    message: 'This customer has approved this resource already.',
    xs2a: { status: 409, code: 'STATUS_INVALID' },
  },
  'too-many-authorisations': {
    kind: 'conflict',
    message: 'Too many authorisations of this resource are open. Use one of them, or wait until they end.',
    xs2a: { status: 409, code: 'STATUS_INVALID' },
  },
  'approval-pending': {
    kind: 'too-many',
    message: 'The customer is being asked on a device already. Wait until that request has ended.',
    xs2a: { code: 'SERVICE_BLOCKED' },
  },
  'customer-missing': {
    kind: 'invalid',
    message: 'PSU-ID is required: the customer is not named yet.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'credentials-invalid': {
    kind: 'unauthenticated',
    message: 'Customer, password or code is wrong, or the customer is blocked.',
    xs2a: { status: 401, code: 'PSU_CREDENTIALS_INVALID' },
  },
  'customer-blocked': {
    kind: 'forbidden',
    message: 'This customer may not approve this at present. The customer should contact the bank.',
    xs2a: { status: 403, code: 'SERVICE_BLOCKED' },
  },
  'method-unknown': {
    kind: 'refused',
    message: 'The customer has no such method of authentication.',
    xs2a: { status: 400, code: 'SCA_METHOD_UNKNOWN' },
  },
  'password-not-encrypted': {
    kind: 'invalid',
    message: 'Encrypted passwords are not supported. Send `password`; the connection is encrypted.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'redirect-uri-missing': {
    kind: 'invalid',
    message: 'TPP-Redirect-URI is required: the customer approves on a page of the bank.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
});
