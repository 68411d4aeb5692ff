import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('correspondence', {
  'recipient-not-found': { kind: 'refused', message: 'There is no such customer.' },
  'no-contact-for-medium': { kind: 'refused', message: 'The recipient cannot be reached by this medium.' },
  'recipient-opted-out': { kind: 'refused', message: 'The recipient does not want messages of this kind.' },
  'recipient-deceased': { kind: 'refused', message: 'The recipient is reported as deceased.' },
  'template-not-found': { kind: 'refused', message: 'There is no such template in this form.' },
  'template-data-not-valid': { kind: 'refused', message: 'The data does not fit the template.' },
  'attachment-rejected': { kind: 'refused', message: 'An attachment is not what it says, or not safe.' },
  'communication-already-taken': {
    kind: 'refused',
    message: 'Another gateway is delivering this communication.',
  },
  'preference-not-changeable': {
    kind: 'refused',
    message: 'Messages of this group cannot be turned off.',
  },
  'account-not-found': { kind: 'refused', message: 'The customer has no such account.' },
});
