import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('configuration', {
  'window-not-found': { kind: 'not-found', message: 'Unknown maintenance window.' },
  'window-state': {
    kind: 'conflict',
    message: 'The state of the maintenance window does not allow this transition.',
  },
  'own-approval': { kind: 'forbidden', message: 'The planner cannot approve the window.' },
  'maintenance-running': { kind: 'conflict', message: 'Another maintenance of this bank is running.' },
  'window-order': { kind: 'refused', message: 'A window must end after it starts, and not in the past.' },
});
