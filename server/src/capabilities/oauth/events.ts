import Type from 'typebox';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { defineEvent, eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { Client } from './domain/client.ts';
import { type StaffIdentity, staffAssurances } from './domain/employee.ts';
import type { SigningKey } from './domain/signing-key.ts';

const source = '/oauth';
const clientData = Type.Object({
  clientId: Type.String(),
  /** When the registration was changed. */
  at: Type.Optional(Type.String({ format: 'date-time' })),
});

const defineClientEvent = eventFamily({ source, aggregateKind: 'oauth-client', data: clientData });

/** Events about clients. */
export const clientEvents = {
  added: defineClientEvent('client-added', 'A client was registered and may request tokens.'),
  keysRotated: defineClientEvent(
    'client-keys-rotated',
    'A client has new keys; old keys stay valid during the overlap.',
  ),
  changed: defineClientEvent('client-changed', 'The registration of a client was changed.'),
  disabled: defineClientEvent('client-disabled', 'A client was disabled; its tokens are void.'),
  enabled: defineClientEvent('client-enabled', 'A client was enabled and may request tokens again.'),
} as const;

export function clientEvent(kind: keyof typeof clientEvents, { clientId, modifiedAt }: Client): NewEvent {
  return eventOf(clientEvents[kind], clientId, { clientId, at: toWireTimestamp(modifiedAt) });
}

const grantEnded = defineEvent({
  name: 'grant-ended',
  version: 1,
  source,
  aggregateKind: 'grant',
  data: Type.Object({ reason: Type.Enum(['ended', 'reuse']) }),
  summary:
    'A grant and all its tokens are void; `reuse` when a single-use artefact was used twice, which indicates theft.',
});

const tokenRevoked = defineEvent({
  name: 'token-revoked',
  version: 1,
  source,
  aggregateKind: 'token',
  data: Type.Object({}),
  summary: 'An access token was revoked before it expired.',
});

const signingKeyRotated = defineEvent({
  name: 'signing-key-rotated',
  version: 1,
  source,
  aggregateKind: 'bank',
  data: Type.Object({ keyId: Type.String(), tokenClass: Type.String() }),
  summary: 'The bank will sign with a new key; the old key stays valid during the overlap.',
});

const employeeSignedIn = defineEvent({
  name: 'employee-signed-in',
  version: 1,
  source,
  aggregateKind: 'employee',
  data: Type.Object({ assurance: Type.Enum([...staffAssurances]) }),
  summary: 'An employee signed in through the bank’s own identity provider.',
});

const defineEmployeeEvent = eventFamily({ source, aggregateKind: 'employee', data: Type.Object({}) });

const employeeEvents = {
  cutOff: defineEmployeeEvent(
    'employee-cut-off',
    'An employee was cut off: sign-in is refused until reinstatement; all sessions and tokens ended.',
  ),
  reinstated: defineEmployeeEvent('employee-reinstated', 'An employee was reinstated and may sign in again.'),
} as const;

/** All events of this capability. */
export const events = {
  ...employeeEvents,
  ...clientEvents,
  grantEnded,
  tokenRevoked,
  signingKeyRotated,
  employeeSignedIn,
} as const;

export function grantEndedEvent(grant: string, reason: 'ended' | 'reuse'): NewEvent {
  return eventOf(grantEnded, grant, { reason });
}

export function tokenRevokedEvent(tokenId: string): NewEvent {
  return eventOf(tokenRevoked, tokenId, {});
}

export function signingKeyRotatedEvent({ bankId, keyId, tokenClass }: SigningKey): NewEvent {
  return eventOf(signingKeyRotated, bankId, { keyId, tokenClass });
}

export function employeeSignedInEvent({ assurance, employeeId }: StaffIdentity): NewEvent {
  return eventOf(employeeSignedIn, employeeId, { assurance });
}

export function employeeEvent(kind: keyof typeof employeeEvents, employeeId: string): NewEvent {
  return eventOf(employeeEvents[kind], employeeId, {});
}
