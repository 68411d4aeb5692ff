import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('payments', {
  'product-unknown': {
    kind: 'not-found',
    message: 'The bank does not offer this payment product.',
    xs2a: { status: 404, code: 'PRODUCT_UNKNOWN' },
  },
  'content-deleted': {
    kind: 'gone',
    message:
      'The payment ended without a signature; what it ordered is deleted. Its status can still be read, as application/json.',
    xs2a: { status: 403, code: 'RESOURCE_EXPIRED' },
  },
  'product-other': {
    kind: 'forbidden',
    message:
      'The payment was initiated under another payment service or product. Use the links of its initiation.',
    xs2a: { status: 403, code: 'PRODUCT_INVALID' },
  },
  'payment-unknown': {
    kind: 'not-found',
    message: 'There is no such payment.',
    xs2a: { status: 403, code: 'RESOURCE_UNKNOWN' },
  },
  'payment-faulty': {
    kind: 'invalid',
    message: 'The order cannot be accepted as it is.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'execution-date-invalid': {
    kind: 'invalid',
    message: 'The payment cannot be executed on the requested day.',
    xs2a: { status: 400, code: 'EXECUTION_DATE_INVALID' },
  },
  'period-invalid': {
    kind: 'invalid',
    message: 'The standing order cannot pay in this period.',
    xs2a: { status: 400, code: 'PERIOD_INVALID' },
  },
  'message-repeated': {
    kind: 'invalid',
    message: 'This MsgId was used before. Every pain.001 document needs a new one.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'account-unusable': {
    kind: 'invalid',
    message: 'The debtor account does not exist at this bank, or no payment can be made from it.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'customer-missing': {
    kind: 'invalid',
    message: 'This bank requires PSU-ID when a payment is initiated.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'sessions-not-supported': {
    kind: 'refused',
    message:
      'This bank offers no sessions that combine account information and payments; leave Consent-ID out.',
    xs2a: { status: 400, code: 'SESSIONS_NOT_SUPPORTED' },
  },
  'verification-missing': {
    kind: 'invalid',
    message:
      'This bank requires the X-Request-ID of a verification of the same payee that is recent enough. Verify the payee, then initiate the payment.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'payee-not-confirmable': {
    kind: 'conflict',
    message: 'The payee of this payment needs no confirmation, or the payment has ended. Read its status.',
    xs2a: { status: 409, code: 'STATUS_INVALID' },
  },
  'cancellation-impossible': {
    kind: 'method-not-allowed',
    message:
      'This payment cannot be cancelled any more: it was rejected or executed, is being executed, or was approved without an execution date. A bulk cannot be cancelled once its execution has begun.',
    xs2a: { status: 405, code: 'CANCELLATION_INVALID' },
  },
  'bulk-document': {
    kind: 'method-not-allowed',
    message:
      'extended-status is for bulks that were initiated in JSON. Read /status of this one with Accept: application/xml (pain.002).',
    xs2a: { status: 405, code: 'SERVICE_INVALID' },
  },
  'core-away': {
    kind: 'unavailable',
    message: 'The core banking system does not answer. Repeat the request later with the same X-Request-ID.',
  },
  'customer-no-firm': {
    kind: 'conflict',
    message: 'Only firms can opt out of the verification of payees.',
  },
  'opt-out-unknown': {
    kind: 'conflict',
    message: 'The firm has not opted out of the verification of payees.',
  },
});
