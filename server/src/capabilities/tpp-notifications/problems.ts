import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('tpp-notifications', {
  'notifications-not-supported': {
    kind: 'not-found',
    message: 'This bank sends no notifications to third parties.',
    xs2a: { status: 404, code: 'RESOURCE_UNKNOWN' },
  },
});
