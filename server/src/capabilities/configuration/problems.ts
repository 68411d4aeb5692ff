import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('configuration', {
  'window-not-found': { kind: 'not-found', message: 'There is no such maintenance window.' },
  'window-state': { kind: 'conflict', message: 'The maintenance window is not in a state that allows this.' },
  'own-approval': { kind: 'forbidden', message: 'Whoever planned a window cannot approve it.' },
  'maintenance-running': { kind: 'conflict', message: 'Another maintenance of this bank is running.' },
  'window-order': { kind: 'refused', message: 'A window must end after it starts, and not in the past.' },
});
