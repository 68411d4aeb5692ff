import { defineProblems } from '#platform/kernel/problem.ts';

/** SPEC 002: the closed set of the authorization interface; those about signing rules are for commands only. */
export const problems = defineProblems('authorization', {
  'no-such-user': {
    kind: 'refused',
    message: 'The user does not exist or cannot be reached by this channel.',
  },
  'bad-otp': { kind: 'refused', message: 'The one-time password is wrong.' },
  'replayed-otp': { kind: 'refused', message: 'The one-time password was already used.' },
  'no-such-verification': {
    kind: 'refused',
    message: 'The verification does not exist, or it has expired. Send a new one-time password.',
  },
  'bad-response': { kind: 'refused', message: 'The response to the challenge is wrong.' },
  'replayed-response': { kind: 'refused', message: 'The challenge was already answered.' },
  'no-such-challenge': {
    kind: 'refused',
    message: 'The challenge does not exist, or it has expired. Request a new one.',
  },
  'unknown-signer': {
    kind: 'refused',
    message: 'A user id in this change is unknown at this bank. Correct it; nothing was changed.',
  },
  'signer-twice': {
    kind: 'refused',
    message: 'Two members of the group have ids that differ only in upper and lower case. Enter one of them.',
  },
  'absence-not-possible': {
    kind: 'refused',
    message: 'An absence must end after it begins, and the delegate must be another user.',
  },
  'absence-over': { kind: 'conflict', message: 'This owner has no such absence that is still to end.' },
  'signing-change-proposed': {
    kind: 'conflict',
    message: 'Another change of the same subject waits for its second employee. Approve or reject it first.',
  },
  'signing-change-not-proposed': {
    kind: 'conflict',
    message: 'No change with this id waits for its decision.',
  },
  'own-signing-approval': {
    kind: 'forbidden',
    message: 'The employee who proposed the change cannot approve it. Another employee must.',
  },
  'foreign-signing-rule': {
    kind: 'conflict',
    message: 'Since the proposal, a rule with the same id belongs to another owner. Reject the change.',
  },
});
