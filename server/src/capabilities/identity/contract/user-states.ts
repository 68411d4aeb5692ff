import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers, oneOf } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { reasonsOfStaff } from '../domain/state-change-reasons.ts';
import { done, identity, usernameParams } from './interface.ts';

// GAP: the specification names these changes of a user, and no operation that makes them. ADR-0162
const changing = {
  interface: identity,
  method: 'POST',
  responses: done,
  problems: [standardProblems.conflict],
  idempotency: 'none',
  rate: 'change',
  source: 'addition',
} as const;

/** The employee who may register users has verified who asks. */
const agent = callers({ employee: { role: 'identity.users.register' } });

export const suspendUser = contract({
  ...changing,
  operationId: 'Identity_Users_Suspend',
  path: '/v1/identity/users/{username}/suspend',
  summary: 'Suspend a user: ends all sessions, and withdraws signatures that are not used yet',
  description:
    'The user cannot sign in and signs nothing until an employee reinstates the user. An employee of the fraud desk may only suspend.',
  access: callers({ employee: { role: oneOf('identity.users.register', 'fraud-desk') } }),
  request: {
    params: usernameParams,
    body: Type.Object({ reason: Type.Enum([...reasonsOfStaff.suspend]) }, closed),
  },
});

export const reinstateUser = contract({
  ...changing,
  operationId: 'Identity_Users_Reinstate',
  path: '/v1/identity/users/{username}/reinstate',
  summary: 'Reinstate a suspended user whose identity was verified; resets failed attempts',
  description:
    'For an employee who has verified the identity of the user. A user whose party has died or was erased stays suspended: 409.',
  access: agent,
  request: {
    params: usernameParams,
    body: Type.Object({ reason: Type.Enum([...reasonsOfStaff.reinstate]) }, closed),
  },
});

export const unlockUser = contract({
  ...changing,
  operationId: 'Identity_Users_Unlock',
  path: '/v1/identity/users/{username}/unlock',
  summary: 'End the lockouts of a user’s password after the user’s identity was verified',
  description:
    'The password and the second factors can be tried again at once. The user is not suspended: 409 otherwise.',
  access: agent,
  request: {
    params: usernameParams,
    body: Type.Object({ reason: Type.Enum([...reasonsOfStaff.unlock]) }, closed),
  },
});
