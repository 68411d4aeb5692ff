import Type from 'typebox';
import { channel } from '#dialects/channel/channel.ts';
import { channelParameters } from '#dialects/channel/parameter-texts.ts';
import type { CustomerAccess } from '#platform/auth/access.ts';
import type { Interface } from '#platform/http/contract.ts';
import { stepUpMaxAgeSeconds } from '../domain/policy.ts';

/** SPEC 002: users, their credentials, and the policy for them. */
export const identity: Interface = {
  name: 'identity',
  title: 'Identity',
  basePath: '/v1/identity',
  dialect: channel,
  parameters: {
    ...channelParameters,
    bank: 'The bank of the user.',
    customer: 'Customer number of the user.',
    email: 'E-mail address of the user.',
    login: 'Name of a login: the username, or the subject of a linked login.',
    'phone-number': 'Phone number of the user.',
    'picture-id': 'Id of the picture, from its address.',
    provider: 'Provider of the linked login.',
    'psu-ip-address':
      'IP address of the person for whom an application acts; it needs the scope `identity.psu-address`.',
    username: 'Name by which the user signs in.',
    'x-human-check': 'Token of the bot check that the bank chose.',
  },
  duringMaintenance: 'closed',
};

export const done = { 204: { description: 'Done.' } } as const;

const freshForSeconds = stepUpMaxAgeSeconds;

/** Access for customers to their own account: signed in with a second factor, either at sign-in or recently. */
export const ownUser: CustomerAccess = { scope: 'identity.me' };
export const ownUserStrong: CustomerAccess = { scope: 'identity.me', assurance: 'sca' };
export const ownUserFresh: CustomerAccess = { scope: 'identity.me', assurance: 'sca', freshForSeconds };

const nameMax = 64;
/**
 * A username in a path. A text that cannot be a username is not found (404), not malformed, unless an operation says
 * otherwise.
 */
export const usernameParams = Type.Object({ username: Type.String({ minLength: 1, maxLength: 254 }) });
export const username = Type.String({ minLength: 1, maxLength: nameMax });
const emailMax = 254;
export const email = Type.String({ format: 'email', minLength: 3, maxLength: emailMax });
const phoneTextMax = 40;
export const phoneNumber = Type.String({ format: 'phone', minLength: 1, maxLength: phoneTextMax });
/** The password policy checks lengths and returns its own error codes; this limit only bounds the input. */
export const password = Type.String({ minLength: 1, maxLength: 1_024 });
export const otp = Type.String({ pattern: '^[0-9]{6,8}$' });
export const channelSchema = Type.Enum(['sms', 'email']);

const addressMax = 45;
/** The IP address of the person on whose behalf an application acts; needs scope `identity.psu-address`. */
const personAddressHeader = { 'psu-ip-address': Type.Optional(Type.String({ maxLength: addressMax })) };
export const personAddressMaybe = Type.Object(personAddressHeader);

/** Token of a bot check. The bank chooses the service that issues these tokens. */
export const humanCheckHeader = Type.Object({
  'x-human-check': Type.String({ minLength: 1, maxLength: 4_096 }),
  ...personAddressHeader,
});

/** The same header, for endpoints where only some callers need a bot check. */
export const humanCheckMaybe = Type.Object({
  'x-human-check': Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
  ...personAddressHeader,
});

export const shaping = {
  include: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
  trim: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
};

export const ifMatch = Type.Object({ 'if-match': Type.Optional(Type.String()) });
