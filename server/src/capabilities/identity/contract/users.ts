import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers, everyone, oneOf } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { problems } from '../problems.ts';
import {
  done,
  email,
  humanCheckMaybe,
  identity,
  ifMatch,
  ownUser,
  password,
  personAddressMaybe,
  phoneNumber,
  shaping,
  username,
  usernameParams,
} from './interface.ts';
import { passwordRequirements, userProfile } from './profile.ts';

const { Optional } = Type;
const personName = Type.String({ minLength: 1, maxLength: 70 });
const url = Type.String({ minLength: 1, maxLength: 2_000 });
const handle = Type.String({ minLength: 1, maxLength: 64 });

const reading = {
  interface: identity,
  method: 'GET',
  idempotency: 'none',
  rate: 'read',
  source: 'S002',
} as const;

export const registerUser = contract({
  interface: identity,
  operationId: 'Identity_Users_Register',
  method: 'POST',
  path: '/v1/identity/users',
  summary: 'Register a user',
  description:
    'Creates a user for a person, as an app does at sign-up or an employee in a branch. The username must be free.',
  access: callers({
    application: { scope: oneOf('identity.users.register', 'identity.signup') },
    employee: { role: 'identity.users.register' },
  }),
  request: {
    headers: personAddressMaybe,
    body: Type.Object(
      {
        username,
        password: Optional(password),
        email,
        'phone-number': phoneNumber,
        'customer-number': Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,35}$' })),
        'first-name': Optional(personName),
        'last-name': Optional(personName),
        'hint-picture-url': Optional(url),
        'terms-version': Optional(Type.String({ minLength: 1, maxLength: 40 })),
        'verification-ids': Optional(Type.Array(handle, { maxItems: 4, uniqueItems: true })),
      },
      closed,
    ),
  },
  responses: {
    201: {
      description: 'Registered.',
      body: Type.Object({ 'user-id': Type.String(), username: Type.String(), uri: Type.String() }),
      headers: { location: 'Address of the user.' },
    },
  },
  problems: [
    problems['username-already-used'],
    problems['email-already-used'],
    problems['phone-number-already-used'],
  ],
  idempotency: 'required',
  rate: 'change',
  source: 'S002',
});

export const findUser = contract({
  ...reading,
  operationId: 'Identity_Users_Find',
  path: '/v1/identity/users',
  summary: 'Find the one user that matches all values',
  description: 'Returns the user only if exactly one matches all values of the query; otherwise 404.',
  access: callers({
    application: { scope: 'identity.users.read' },
    employee: { role: 'identity.users.read' },
  }),
  request: {
    query: Type.Object({
      customer: Optional(Type.String({ minLength: 1, maxLength: 35 })),
      email: Optional(email),
      login: Optional(Type.String({ minLength: 1, maxLength: 254 })),
      'phone-number': Optional(phoneNumber),
      ...shaping,
    }),
  },
  responses: { 200: { description: 'The user.', body: userProfile, headers: { etag: 'Its version.' } } },
  problems: [],
});

export const getUser = contract({
  ...reading,
  operationId: 'Identity_Users_Get',
  path: '/v1/identity/users/{username}',
  summary: 'Get a user; callers with access to hints only get a hint picture for every username',
  description:
    'The profile of one user. A caller with the scope `identity.hint` gets only a picture, and gets one for unknown usernames as well.',
  access: callers({
    application: { scope: oneOf('identity.users.read', 'identity.hint') },
    employee: { role: 'identity.users.read' },
    customer: ownUser,
  }),
  request: { params: usernameParams, query: Type.Object(shaping) },
  responses: { 200: { description: 'The user.', body: userProfile, headers: { etag: 'Its version.' } } },
  problems: [],
});

export const isUsernameAvailable = contract({
  ...reading,
  operationId: 'Identity_Users_Available',
  path: '/v1/identity/users/{username}/available',
  summary: 'Check whether a username is available',
  description: '200 if the username can be registered now, 410 if it is taken.',
  access: callers({ application: { scope: 'identity.signup' }, customer: ownUser }),
  request: { params: usernameParams, headers: humanCheckMaybe },
  responses: { 200: { description: 'Available.' } },
  problems: [standardProblems.gone],
});

const ownPicture = {
  interface: identity,
  method: 'PUT',
  access: callers({ customer: ownUser, employee: { role: 'identity.users.register' } }),
  request: {
    params: usernameParams,
    headers: ifMatch,
    body: Type.Object({ 'picture-url': url }, closed),
  },
  responses: done,
  problems: [standardProblems['precondition-failed']],
  idempotency: 'none',
  rate: 'change',
  source: 'S002',
} as const;

export const setProfilePicture = contract({
  ...ownPicture,
  operationId: 'Identity_Users_SetProfilePicture',
  path: '/v1/identity/users/{username}/profile-picture',
  summary: 'Set the profile picture',
  description: 'Portico fetches the picture from the URL, checks it and stores a copy.',
});

export const setHintPicture = contract({
  ...ownPicture,
  operationId: 'Identity_Users_SetHintPicture',
  path: '/v1/identity/users/{username}/hint-picture',
  summary: 'Set the picture by which the user recognizes the sign-in page',
  description:
    'Portico fetches the picture from the URL, checks it and stores a copy. The sign-in page shows it, so that the user recognizes the bank.',
});

// GAP: the specification names pictures by address and no operation that serves them. ADR-0045
export const getPicture = contract({
  ...reading,
  operationId: 'Identity_Pictures_Get',
  path: '/v1/identity/pictures/{bank}/{picture-id}',
  summary: 'Get a picture of a user, or a dummy picture',
  description:
    'The bytes of a picture by the id from a profile. The profile of an unknown username has the id of a dummy picture.',
  access: everyone,
  // Pages that stay open show it.
  duringMaintenance: 'open',
  rate: 'anonymous',
  request: {
    params: Type.Object({
      bank: Type.String({ pattern: '^[a-z0-9]{2,8}$' }),
      'picture-id': Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
    }),
  },
  responses: {
    200: {
      description: 'The picture.',
      files: ['image/png', 'image/jpeg'],
      headers: { 'cache-control': 'One day; a picture never changes.' },
    },
  },
  problems: [],
  source: 'addition',
});

export const getPasswordRequirements = contract({
  ...reading,
  operationId: 'Identity_Policy_PasswordRequirements',
  path: '/v1/identity/policy/password-requirements',
  summary: 'Get the password requirements',
  description:
    'Lengths, character classes and history that a new password must meet, for the form in which it is chosen.',
  access: callers({ application: { scope: 'identity.policy' }, customer: { scope: 'identity.policy' } }),
  request: {},
  responses: {
    200: {
      description: 'The requirements.',
      body: passwordRequirements,
      headers: { 'cache-control': 'How long they may be cached.' },
    },
  },
  problems: [],
});
