import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { problems } from '../problems.ts';
import {
  done,
  email,
  identity,
  ifMatch,
  otp,
  ownUser,
  ownUserFresh,
  ownUserStrong,
  password,
  phoneNumber,
  shaping,
  username,
} from './interface.ts';
import { userProfile } from './profile.ts';

const { Optional } = Type;

const changing = {
  interface: identity,
  method: 'PUT',
  idempotency: 'none',
  rate: 'change',
  source: 'S002',
} as const;

const started = { 202: { description: 'A code is being sent to the new address or number.' } } as const;

export const getMe = contract({
  interface: identity,
  operationId: 'Identity_Me_Get',
  method: 'GET',
  path: '/v1/identity/me',
  summary: 'The signed-in user',
  description: 'The user of the token, with the `ETag` that changes of the user need.',
  access: callers({ customer: ownUser }),
  request: { query: Type.Object(shaping) },
  responses: { 200: { description: 'The user.', body: userProfile, headers: { etag: 'Its version.' } } },
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'S002',
});

export const changePassword = contract({
  ...changing,
  operationId: 'Identity_Me_ChangePassword',
  path: '/v1/identity/me/password',
  summary: 'Change the password; the current one may be a temporary one',
  description:
    'Needs the current password. The new one must meet the password requirements; other sessions of the user end.',
  access: callers({ customer: ownUser }),
  request: {
    body: Type.Object({ 'current-password': password, 'new-password': password }, closed),
  },
  responses: done,
  problems: [
    problems['password-same-as-existing'],
    problems['password-does-not-meet-requirements'],
    standardProblems['step-up-required'],
  ],
});

export const changeUsername = contract({
  ...changing,
  operationId: 'Identity_Me_ChangeUsername',
  path: '/v1/identity/me/username',
  summary: 'Change the username',
  description: 'The old username stays reserved and becomes available to other users later.',
  access: callers({ customer: ownUserStrong }),
  request: { headers: ifMatch, body: Type.Object({ username }, closed) },
  responses: done,
  problems: [problems['username-already-used'], standardProblems['precondition-failed']],
});

export const changeEmail = contract({
  ...changing,
  operationId: 'Identity_Me_ChangeEmail',
  path: '/v1/identity/me/email',
  summary: 'Set or change the e-mail address; starts its verification',
  description:
    'Sends a code to the new address. The address counts only after it is confirmed with the code.',
  access: callers({ customer: ownUserFresh }),
  request: { body: Type.Object({ email }, closed) },
  responses: started,
  problems: [problems['email-already-used']],
});

export const confirmEmail = contract({
  ...changing,
  operationId: 'Identity_Me_ConfirmEmail',
  path: '/v1/identity/me/email/confirm',
  summary: 'Confirm the e-mail address with the code that was sent there',
  description: 'Completes the change of the e-mail address with the code.',
  access: callers({ customer: ownUser }),
  request: { body: Type.Object({ email, otp }, closed) },
  responses: done,
  problems: [problems['verification-expired']],
});

export const changePhoneNumber = contract({
  ...changing,
  operationId: 'Identity_Me_ChangePhoneNumber',
  path: '/v1/identity/me/phone-number',
  summary: 'Set or change the phone number; starts its verification',
  description: 'Sends a code to the new number. The number counts only after it is confirmed with the code.',
  access: callers({ customer: ownUserFresh }),
  request: { body: Type.Object({ 'phone-number': phoneNumber }, closed) },
  responses: started,
  problems: [problems['phone-number-already-used']],
});

export const confirmPhoneNumber = contract({
  ...changing,
  operationId: 'Identity_Me_ConfirmPhoneNumber',
  path: '/v1/identity/me/phone-number/confirm',
  summary: 'Confirm the phone number with the code that was sent there',
  description: 'Completes the change of the phone number with the code.',
  access: callers({ customer: ownUser }),
  request: { body: Type.Object({ 'phone-number': phoneNumber, otp }, closed) },
  responses: done,
  problems: [problems['verification-expired']],
});

const secretText = Type.String({ minLength: 1, maxLength: 2_048 });

export const linkLogin = contract({
  ...changing,
  method: 'POST',
  operationId: 'Identity_Me_LinkLogin',
  bodySize: 'medium',
  path: '/v1/identity/me/logins',
  summary: 'Link a login at an external OpenID provider',
  description: 'Adds a login at a provider that the bank accepts, proved by an id token of that provider.',
  access: callers({ customer: ownUserStrong }),
  request: {
    body: Type.Object(
      {
        provider: Type.String({ minLength: 1, maxLength: 40 }),
        code: secretText,
        'code-verifier': Type.String({ pattern: '^[A-Za-z0-9._~-]{43,128}$' }),
        nonce: Type.String({ minLength: 1, maxLength: 512 }),
        'redirect-uri': Optional(secretText),
      },
      closed,
    ),
  },
  responses: done,
  problems: [problems['login-already-used'], problems['provider-not-supported'], standardProblems.conflict],
  idempotency: 'optional',
});

export const unlinkLogin = contract({
  ...changing,
  method: 'DELETE',
  operationId: 'Identity_Me_UnlinkLogin',
  path: '/v1/identity/me/logins/{login}',
  summary: 'Remove a linked login',
  description: 'The login no longer signs the user in; 404 if it is not linked.',
  access: callers({ customer: ownUserStrong }),
  request: {
    params: Type.Object({ login: Type.String({ minLength: 1, maxLength: 254 }) }),
    query: Type.Object({ provider: Optional(Type.String({ minLength: 1, maxLength: 40 })) }),
  },
  responses: done,
  problems: [standardProblems.conflict],
});
