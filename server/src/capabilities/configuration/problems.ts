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
  'policy-limit': { kind: 'refused', message: 'The value is not within the limits of this policy.' },
  'policy-proposed': {
    kind: 'conflict',
    message: 'Another value of this policy waits for its second employee. Approve or reject it first.',
  },
  'policy-not-proposed': { kind: 'conflict', message: 'No value of this policy is proposed.' },
  'policy-proposed-anew': {
    kind: 'conflict',
    message: 'Another value of this policy is proposed now than the one with this id. Read it first.',
  },
  'own-policy-approval': {
    kind: 'forbidden',
    message: 'The employee who proposed the value cannot approve it. Another employee must.',
  },
});
