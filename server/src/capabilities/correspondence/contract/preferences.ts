import Type from 'typebox';
import { closed, moneyInput, orNull, outputOnly } from '#dialects/channel/schema-parts.ts';
import { anyToken, callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { contactMedia, frequencies } from '../domain/literals.ts';
import { groupIds } from '../domain/notification-groups.ts';
import { preferencesMax } from '../domain/policy.ts';
import { problems } from '../problems.ts';
import { correspondence, done, enumOf } from './interface.ts';

const { Optional } = Type;

const preferencesPath = '/v1/correspondence/me/notification-preferences';

const channelsOut = Type.Array(
  Type.Object({ 'contact-medium': enumOf(contactMedia), enabled: Type.Boolean() }),
);
const moneyOut = named(
  'Money',
  'An amount of money.',
  Type.Object({ currency: Type.String(), amount: Type.String() }),
  { currency: 'ISO 4217.', amount: 'Decimal number with a point.' },
);

const groupOut = named(
  'NotificationGroup',
  'A kind of notification with its defaults.',
  Type.Object({
    'group-id': enumOf(groupIds),
    name: Type.String(),
    description: Type.String(),
    'default-channels': channelsOut,
    'default-threshold': Optional(moneyOut),
    'default-frequency': Optional(enumOf(frequencies)),
    mandatory: Type.Boolean(),
    'per-account': Type.Boolean(),
  }),
  {
    mandatory: 'Whether the customer cannot switch it off.',
    'per-account': 'Whether each account can have its own preference.',
  },
);

export const listNotificationGroups = contract({
  operationId: 'Correspondence_NotificationGroups_GetList',
  interface: correspondence,
  method: 'GET',
  path: '/v1/correspondence/notification-groups',
  summary: 'Notification groups and their default preferences',
  description: 'The kinds of notifications that the bank sends, with the channels that are on by default.',
  access: anyToken,
  request: {},
  responses: {
    200: {
      description: 'The groups with their defaults.',
      body: Type.Object({ items: Type.Array(groupOut) }),
    },
  },
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'S000',
});

const own = callers({ customer: { scope: 'notification-preferences' } });

const preferenceOut = named(
  'NotificationPreference',
  'What the customer chose for a group, or the default.',
  Type.Object({
    'customer-number': Type.String(),
    'account-id': Optional(Type.String()),
    'notification-group': enumOf(groupIds),
    threshold: Optional(moneyOut),
    frequency: Optional(enumOf(frequencies)),
    channels: channelsOut,
    'is-default': Type.Boolean(),
  }),
);

export const getPreferences = contract({
  operationId: 'Correspondence_NotificationPreferences_Get',
  interface: correspondence,
  method: 'GET',
  path: preferencesPath,
  summary: 'Notification preferences of the customer',
  description: 'What the customer has chosen; `is-default` marks groups for which nothing was chosen.',
  access: own,
  request: {},
  responses: {
    200: {
      description: 'One preference per group, and one per account with its own preference.',
      body: Type.Object({ items: Type.Array(preferenceOut) }),
    },
  },
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'S000',
});

// GAP: S000 says only that changed preferences are supplied. An absent member stays unchanged; null clears threshold or
// frequency. ADR-0030
const preferenceIn = Type.Object(
  {
    'customer-number': Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,35}$' })),
    'account-id': Optional(Type.String({ minLength: 1, maxLength: 100 })),
    'notification-group': enumOf(groupIds),
    threshold: Optional(orNull(moneyInput)),
    frequency: Optional(orNull(enumOf(frequencies))),
    channels: Optional(
      Type.Array(Type.Object({ 'contact-medium': enumOf(contactMedia), enabled: Type.Boolean() }, closed), {
        maxItems: contactMedia.length,
      }),
    ),
    ...outputOnly('is-default'),
  },
  closed,
);

export const setPreferences = contract({
  operationId: 'Correspondence_NotificationPreferences_Set',
  bodySize: 'medium',
  interface: correspondence,
  method: 'POST',
  path: preferencesPath,
  summary: 'Change notification preferences; all changes apply or none',
  description:
    'Changes the preferences that the body has; if one cannot be changed, none is. Mandatory groups cannot be switched off on every channel.',
  access: own,
  request: {
    body: Type.Object({ items: Type.Array(preferenceIn, { minItems: 1, maxItems: preferencesMax }) }, closed),
  },
  responses: done,
  problems: [
    problems['preference-not-changeable'],
    problems['account-not-found'],
    problems['no-contact-for-medium'],
  ],
  idempotency: 'optional',
  rate: 'change',
  source: 'S000',
});
