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
  'policy-limit': {
    kind: 'refused',
    message: 'The value is not within the limits of this policy, which `policies list` shows.',
  },
  'policy-proposed': {
    kind: 'conflict',
    message: 'Another value of this policy waits for its second employee. Approve or reject it first.',
  },
  'policy-not-proposed': { kind: 'conflict', message: 'No value of this policy is proposed.' },
  'policy-proposed-anew': {
    kind: 'conflict',
    message: 'This proposal was replaced by another one. Read the new one, and name its id.',
  },
  'classification-closed': {
    kind: 'refused',
    message: 'The values of this classification are those of the specification. A bank cannot change them.',
  },
  'classification-fixed-values': {
    kind: 'refused',
    message:
      'Each value of this classification is a rule of the product. A bank can change descriptions, but add no value.',
  },
  'classification-value-reserved': {
    kind: 'refused',
    message: 'The product uses this literal with another meaning. Choose another one.',
  },
  'classification-value-fixed': {
    kind: 'refused',
    message: 'Rules of the product use this value. It cannot end.',
  },
  'classification-value-added': {
    kind: 'refused',
    message: 'The bank added this value; the starting set does not have it. End it instead.',
  },
  'classification-value-unchanged': {
    kind: 'refused',
    message: 'The proposal changes nothing. Name a text, a code, a parent or an end.',
  },
  'classification-code-fixed': { kind: 'refused', message: 'The code of a value cannot change.' },
  'classification-code-missing': {
    kind: 'refused',
    message: 'The classification has no such value, and a new one needs a code.',
  },
  'classification-code-taken': {
    kind: 'conflict',
    message: 'Another value of this classification has this code.',
  },
  'classification-full': {
    kind: 'refused',
    message: 'The bank has the maximum number of values in this classification. Change one of them instead.',
  },
  'classification-text-missing': {
    kind: 'refused',
    message: 'A new value needs a description in at least one language.',
  },
  'classification-parent-unknown': {
    kind: 'refused',
    message: 'The parent is neither a value nor a parent of this classification.',
  },
  'classification-value-proposed': {
    kind: 'conflict',
    message: 'Another change of this value waits for its second employee. Approve or reject it first.',
  },
  'classification-value-not-proposed': { kind: 'conflict', message: 'No change of this value is proposed.' },
  'classification-value-proposed-anew': {
    kind: 'conflict',
    message: 'This proposal was replaced by another one. Read the new one, and name its id.',
  },
  'own-classification-approval': {
    kind: 'forbidden',
    message: 'The employee who proposed the change cannot approve it. Another employee must.',
  },
  'own-policy-approval': {
    kind: 'forbidden',
    message: 'The employee who proposed the value cannot approve it. Another employee must.',
  },
});
