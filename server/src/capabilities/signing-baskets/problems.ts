import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('signing-baskets', {
  'baskets-not-supported': {
    kind: 'method-not-allowed',
    message: 'This bank offers no signing baskets. Authorise each payment and consent alone.',
    xs2a: { status: 405, code: 'SERVICE_INVALID' },
  },
  'basket-unknown': {
    kind: 'not-found',
    message: 'There is no such signing basket.',
    xs2a: { status: 403, code: 'RESOURCE_UNKNOWN' },
  },
  'basket-faulty': {
    kind: 'invalid',
    message: 'The signing basket is invalid. See the path of each message.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'member-unknown': {
    kind: 'invalid',
    message: 'There is no such payment or consent.',
    xs2a: { status: 400, code: 'RESOURCE_UNKNOWN' },
  },
  'member-expired': {
    kind: 'invalid',
    message: 'The payment or consent has expired or was rejected. Create a new one.',
    xs2a: { status: 400, code: 'RESOURCE_EXPIRED' },
  },
  'member-closed': {
    kind: 'conflict',
    message:
      'The payment or consent takes no authorisation: it is authorised or has ended, its payee is not confirmed yet, or it leaves its accounts to the customer.',
    xs2a: { status: 409, code: 'REFERENCE_STATUS_INVALID' },
  },
  'member-grouped': {
    kind: 'refused',
    message: 'The payment or consent is in another open signing basket. Delete that one first.',
    xs2a: { status: 400, code: 'RESOURCE_BLOCKED' },
  },
  'mix-not-supported': {
    kind: 'refused',
    message:
      'These payments and consents cannot be authorised together: they must be of one customer, and at most one of them a recurring consent.',
    xs2a: { status: 400, code: 'REFERENCE_MIX_INVALID' },
  },
  'basket-signed': {
    kind: 'conflict',
    message: 'A signing basket cannot be deleted after its first signature.',
    xs2a: { status: 409, code: 'STATUS_INVALID' },
  },
});
