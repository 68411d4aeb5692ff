import Type from 'typebox';
import { customerStatuses, partyKinds } from '#capabilities/party/index.ts';
import { named } from '#platform/http/named-schema.ts';
import { changeRequestKinds, changeRequestStates } from '../domain/change-request.ts';
import { pendingActionKinds, pendingActionStates } from '../domain/pending-action.ts';
import { day, id, postalAddress, timestamp } from './own-data-values.ts';

const { Optional } = Type;
const text = Type.String();

const contact = named(
  'Contact',
  'An address or number, and whether the client proved that it can be reached there.',
  Type.Object({ value: text, verified: Type.Boolean() }),
);
export const changeRequest = named(
  'ChangeRequest',
  'A change that waits for a proof or a review.',
  Type.Object({
    changeRequestId: id,
    kind: Type.Enum(changeRequestKinds),
    status: Type.Enum(changeRequestStates),
    expiresAt: timestamp,
  }),
);
const ids = Type.Array(text);

/** The own data of a client in responses. */
export const client = named(
  'Client',
  'What the app shows about its customer.',
  Type.Object({
    clientNumber: text,
    bankId: text,
    kind: Type.Enum(partyKinds),
    displayName: text,
    givenName: Optional(text),
    surname: Optional(text),
    registeredName: Optional(text),
    status: Type.Enum(customerStatuses),
    preferredLanguage: Optional(text),
    timeZone: text,
    email: Optional(contact),
    mobilePhone: Optional(contact),
    contactAddress: Optional(postalAddress),
    legalAddress: Optional(postalAddress),
    deliveryAddress: Optional(postalAddress),
    marketingOptIns: Type.Array(text),
    marketingOptOuts: Type.Array(text),
    profilePictureUrl: Optional(text),
    lastLogin: Optional(timestamp),
    devices: Type.Array(
      Type.Object({
        deviceId: text,
        nickname: Optional(text),
        platform: text,
        model: Optional(text),
        status: text,
        pairedAt: timestamp,
        lastUsedAt: Optional(timestamp),
        isCurrent: Type.Boolean(),
      }),
    ),
    restrictions: Type.Array(
      Type.Object({
        restrictionId: text,
        kind: text,
        scope: Type.Object({ accounts: ids, cards: ids, devices: ids }),
        setAt: timestamp,
        setBy: Type.Enum(['client', 'bank']),
        expiresAt: Optional(timestamp),
      }),
    ),
    pendingActions: Type.Array(
      Type.Object({
        id,
        kind: Type.Enum(pendingActionKinds),
        title: text,
        dueDate: day,
        mandatory: Type.Boolean(),
        status: Type.Enum(pendingActionStates),
      }),
    ),
    changeRequests: Type.Array(changeRequest),
    preferences: Type.Object({
      tutorials: Type.Array(
        Type.Object({
          tutorialId: text,
          version: Type.Integer(),
          claimed: Type.Boolean(),
          claimedAt: Optional(timestamp),
        }),
      ),
    }),
  }),
  { lastLogin: 'The sign-in before the present one.', timeZone: 'IANA name, for the display of times.' },
);
