import { defineProblems } from '#platform/kernel/problem.ts';

const blocked = { status: 429, code: 'SERVICE_BLOCKED' } as const;

export const problems = defineProblems('tpp-quotas', {
  'open-resources-exceeded': {
    kind: 'too-many',
    message:
      'Quota of open resources exceeded: payments, consents and signing baskets that no customer has approved yet. Let customers approve them, delete some, or wait until they expire.',
    xs2a: blocked,
  },
  'open-per-account-exceeded': {
    kind: 'too-many',
    message:
      'Quota of open resources for this account exceeded: payments and consents that no customer has approved yet. Let the customer approve them, delete some, or wait until they expire.',
    xs2a: blocked,
  },
  'bytes-exceeded': {
    kind: 'too-many',
    message:
      'Quota of stored bytes exceeded: the size of what no customer has approved, counted until about a day after its end. Send fewer or smaller requests that are not approved.',
    xs2a: blocked,
  },
  'unknown-accounts-exceeded': {
    kind: 'too-many',
    message:
      'Quota of different unknown account numbers per hour exceeded; until it is free again, no account number is looked up that this third party did not name in that hour. Retry after the seconds in Retry-After.',
    xs2a: blocked,
  },
});
