import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('party', {
  'party-kind-mismatch': { kind: 'refused', message: 'This command is for the other kind of party.' },
  'party-deceased': { kind: 'refused', message: 'This person is reported as deceased.' },
  'party-rejected': { kind: 'refused', message: 'The bank does not take this party as a customer.' },
  'id-number-already-registered': {
    kind: 'refused',
    message: 'A party with this identification number is registered already.',
  },
  'id-number-not-acceptable': {
    kind: 'refused',
    message: 'This kind of number does not identify this kind of party.',
  },
  'duplicate-party-suspected': {
    kind: 'refused',
    message:
      'Somebody like this is registered already; a member of staff may confirm that it is another one.',
  },
  'profile-downgrade-not-allowed': { kind: 'refused', message: 'A registration profile only rises.' },
  'id-document-already-registered': { kind: 'refused', message: 'This document is registered already.' },
  'id-document-expired': { kind: 'refused', message: 'This document has expired.' },
  'id-document-limit-reached': {
    kind: 'refused',
    message: 'This party has as many documents as it may have.',
  },
  'servicing-unit-not-found': { kind: 'refused', message: 'There is no such servicing unit.' },
  'manager-not-found': { kind: 'refused', message: 'There is no such manager.' },
  'manager-not-in-unit': { kind: 'refused', message: 'This manager does not work in that unit.' },
  'preference-not-changeable': {
    kind: 'refused',
    message: 'Messages for this purpose belong to the service as long as a product is open.',
  },
  'contact-point-already-registered': {
    kind: 'refused',
    message: 'This contact point is registered already.',
  },
  'contact-point-limit-reached': {
    kind: 'refused',
    message: 'This party has as many contact points as it may have.',
  },
  'contact-point-in-use': {
    kind: 'refused',
    message: 'Somebody signs in with this address; it is changed in the identity interface.',
  },
  'mandatory-field-cleared': {
    kind: 'refused',
    message: 'The registration profile of this party needs this field.',
  },
  'second-approval-required': {
    kind: 'refused',
    message: 'A second employee has to confirm this correction.',
  },
  'surname-unchanged': { kind: 'refused', message: 'This is already the surname.' },
  'death-already-reported': { kind: 'refused', message: 'Another date of death was reported before.' },
  'death-date-before-birth': { kind: 'refused', message: 'The date of death lies before the date of birth.' },
  'name-unchanged': { kind: 'refused', message: 'These are already the names.' },
  'ownership-exceeds-total': { kind: 'refused', message: 'The shares add up to more than 100 percent.' },
  'beneficial-owner-missing': {
    kind: 'refused',
    message: 'No owner is a beneficial owner, by share or by declaration.',
  },
  'size-not-consistent': { kind: 'refused', message: 'Size and measures do not fit each other.' },
});
