import { defineProblems } from '#platform/kernel/problem.ts';

/** Problems of this capability. */
export const problems = defineProblems('tpp', {
  'block-period': { kind: 'invalid', message: 'A block must end in the future.' },
});
