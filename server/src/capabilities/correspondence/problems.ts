import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('correspondence', {
  'recipient-not-found': { kind: 'refused', message: 'Unknown customer.' },
  'no-contact-for-medium': { kind: 'refused', message: 'The recipient cannot be reached by this medium.' },
  'recipient-opted-out': { kind: 'refused', message: 'The recipient does not want messages of this kind.' },
  'recipient-deceased': { kind: 'refused', message: 'The recipient is reported as deceased.' },
  'template-not-found': { kind: 'refused', message: 'The template does not exist in this format.' },
  'template-data-not-valid': {
    kind: 'refused',
    message: 'The data does not match the schema of the template.',
  },
  'attachment-rejected': {
    kind: 'refused',
    message: 'An attachment does not match its media type, or contains active content.',
  },
  'communication-already-taken': {
    kind: 'refused',
    message: 'Another gateway is delivering this communication.',
  },
  'preference-not-changeable': {
    kind: 'refused',
    message: 'Messages of this group cannot be turned off.',
  },
  'account-not-found': { kind: 'refused', message: 'The customer does not have this account.' },
});
