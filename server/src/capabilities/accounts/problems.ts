import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('accounts', {
  'account-unknown': {
    kind: 'not-found',
    message: 'There is no such account under this consent. Ids of accounts differ between consents.',
    xs2a: { status: 404, code: 'RESOURCE_UNKNOWN' },
  },
  'transaction-unknown': {
    kind: 'not-found',
    message: 'The account has no such transaction.',
    xs2a: { status: 403, code: 'RESOURCE_UNKNOWN' },
  },
  'download-unknown': {
    kind: 'not-found',
    message: 'There is no such download, or it is older than an hour. Ask for the transactions again.',
    xs2a: { status: 403, code: 'RESOURCE_UNKNOWN' },
  },
  'report-faulty': {
    kind: 'invalid',
    message: 'The transactions cannot be listed by these parameters.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'page-unknown': {
    kind: 'invalid',
    message: 'The cursor is invalid or older than one hour. Request the first page again.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'parameter-not-supported': {
    kind: 'refused',
    message: 'The bank does not support this parameter or value; its profile lists what it supports.',
    xs2a: { status: 400, code: 'PARAMETER_NOT_SUPPORTED' },
  },
  'parameters-contradict': {
    kind: 'invalid',
    message: 'The cursor cannot be combined with other parameters. Use the next link unchanged.',
    xs2a: { status: 400, code: 'PARAMETER_NOT_CONSISTENT' },
  },
  'period-invalid': {
    kind: 'invalid',
    message:
      'The transactions are older than 90 days. They can be read with PSU-IP-Address within one hour after the customer approved the consent.',
    xs2a: { status: 400, code: 'PERIOD_INVALID' },
  },
  'document-not-offered': {
    kind: 'not-acceptable',
    message:
      'The bank does not offer this list in this format. camt.053 and MT940 have booked transactions only: use bookingStatus=booked, or Accept: application/json.',
    xs2a: { status: 406, code: 'REQUESTED_FORMATS_INVALID' },
  },
  'report-too-long': {
    kind: 'refused',
    message: 'The document would be too long. Choose a shorter period, or read the list page by page.',
    xs2a: { status: 400, code: 'PERIOD_INVALID' },
  },
  'core-away': {
    kind: 'unavailable',
    message: 'The bank cannot read accounts at the moment. Try again later.',
  },
});
