import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('party', {
  'party-kind-mismatch': { kind: 'refused', message: 'This command applies to the other kind of party.' },
  'party-deceased': { kind: 'refused', message: 'This person is reported as deceased.' },
  'party-rejected': { kind: 'refused', message: 'The bank does not accept this party as a customer.' },
  'name-not-secret': { kind: 'refused', message: 'The name of this party is not secret.' },
  'id-number-already-registered': {
    kind: 'refused',
    message: 'A party with this identification number is already registered.',
  },
  'id-number-not-acceptable': {
    kind: 'refused',
    message: 'This kind of number does not identify this kind of party.',
  },
  'duplicate-party-suspected': {
    kind: 'refused',
    message: 'A similar party exists; an employee may confirm that this is another one.',
  },
  'profile-downgrade-not-allowed': { kind: 'refused', message: 'A registration profile cannot be lowered.' },
  'id-document-already-registered': { kind: 'refused', message: 'This document is already registered.' },
  'id-document-expired': { kind: 'refused', message: 'This document has expired.' },
  'id-document-limit-reached': {
    kind: 'refused',
    message: 'This party has reached the maximum number of documents.',
  },
  'servicing-unit-not-found': { kind: 'refused', message: 'Unknown servicing unit.' },
  'manager-not-found': { kind: 'refused', message: 'Unknown manager.' },
  'manager-not-in-unit': { kind: 'refused', message: 'This manager does not work in that unit.' },
  'preference-not-changeable': {
    kind: 'refused',
    message: 'Messages for this purpose are part of the service as long as a product is open.',
  },
  'contact-point-already-registered': {
    kind: 'refused',
    message: 'This contact point is already registered.',
  },
  'contact-point-limit-reached': {
    kind: 'refused',
    message: 'This party has reached the maximum number of contact points.',
  },
  'contact-point-in-use': {
    kind: 'refused',
    message: 'Address is used for sign-in; change it in the identity interface.',
  },
  'mandatory-field-cleared': {
    kind: 'refused',
    message: 'The registration profile of this party requires this field.',
  },
  'second-approval-required': {
    kind: 'refused',
    message: 'A second employee must approve this correction.',
  },
  'surname-unchanged': { kind: 'refused', message: 'The surname is already recorded.' },
  'death-already-reported': { kind: 'refused', message: 'Another date of death was reported before.' },
  'death-date-before-birth': { kind: 'refused', message: 'The date of death is before the date of birth.' },
  'name-unchanged': { kind: 'refused', message: 'The names are already recorded.' },
  'ownership-exceeds-total': { kind: 'refused', message: 'The shares add up to more than 100 percent.' },
  'beneficial-owner-missing': {
    kind: 'refused',
    message: 'No owner is a beneficial owner, by share or by declaration.',
  },
  'size-not-consistent': { kind: 'refused', message: 'Size and measures do not match.' },
  'status-not-reachable': {
    kind: 'refused',
    message: 'This change of the customer status is not possible from the present one.',
  },
  'relationship-terms-invalid': {
    kind: 'refused',
    message:
      'The role must belong to the kind, kin and employees must be individuals, and the end must not be before the beginning.',
  },
  'related-party-unknown': { kind: 'refused', message: 'The related party is no other party of this bank.' },
  'relationship-already-recorded': {
    kind: 'refused',
    message:
      'These parties have a relationship of this kind already, now or in the future. Change or end it.',
  },
  'relationship-not-found': {
    kind: 'refused',
    message: 'These parties have no relationship of this kind on that day or later.',
  },
  'mandate-terms-invalid': {
    kind: 'refused',
    message:
      'A mandate names at least one kind of resource, does not begin in the past and does not end before it begins.',
  },
  'mandate-proxy-unknown': { kind: 'refused', message: 'The proxy is no other party of this bank.' },
  'mandate-already-granted': {
    kind: 'refused',
    message: 'This proxy has a mandate already, now or in the future. Change or end it.',
  },
  'mandate-not-found': { kind: 'refused', message: 'This proxy has no mandate for this party.' },
  'screening-not-open': { kind: 'refused', message: 'This party has no open screening.' },
  'screening-already-proposed': {
    kind: 'refused',
    message: 'An outcome is proposed already; another employee must confirm or reject it.',
  },
  'screening-not-proposed': { kind: 'refused', message: 'No outcome is proposed for this party.' },
  'screening-own-proposal': {
    kind: 'refused',
    message: 'The employee who proposed an outcome can neither confirm nor reject it.',
  },
  'screening-outcome-differs': { kind: 'refused', message: 'The other outcome is proposed.' },
  'screening-proposal-void': {
    kind: 'refused',
    message:
      'Name, birth date or country changed since the proposal, or it is too old. Propose an outcome again.',
  },
});
