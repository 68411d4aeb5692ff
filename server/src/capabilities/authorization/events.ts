import Type from 'typebox';
import { defineEvent, eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import { otpChannels } from './domain/literals.ts';

const source = '/v1/authorization';

const defineVerificationEvent = eventFamily({
  source,
  aggregateKind: 'verification',
  data: Type.Object({
    'verification-id': Type.String(),
    'user-id': Type.Optional(Type.String()),
    channel: Type.Enum([...otpChannels]),
    action: Type.String(),
  }),
});

const defineUserEvent = eventFamily({
  source,
  aggregateKind: 'user',
  data: Type.Object({
    'user-id': Type.String(),
    reference: Type.Optional(Type.String()),
  }),
});

const defineCollectionEvent = eventFamily({
  source,
  aggregateKind: 'signature-collection',
  data: Type.Object({
    'collection-id': Type.String(),
    'resource-kind': Type.String(),
    'resource-id': Type.String(),
    digest: Type.String(),
    'user-id': Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
  }),
});

const defineRuleEvent = eventFamily({
  source,
  aggregateKind: 'signing-rule',
  data: Type.Object({ 'rule-id': Type.String(), version: Type.Integer(), owner: Type.String() }),
});

/** Events of this capability. None carries a code, a seed or signed data. */
export const events = {
  otpSent: defineVerificationEvent('otp-sent', 'One-time password queued for delivery.'),
  otpVerified: defineVerificationEvent('otp-verified', 'One-time password verified.'),
  otpRefused: defineVerificationEvent('otp-refused', 'Wrong one-time password presented.'),
  otpExhausted: defineVerificationEvent('otp-exhausted', 'No attempts left for a one-time password.'),
  oathVerified: defineUserEvent('oath-otp-verified', 'Token code verified.'),
  oathRefused: defineUserEvent('oath-otp-refused', 'Wrong token code presented.'),
  oathResynchronized: defineUserEvent(
    'oath-token-resynchronized',
    'Token resynchronized by two codes in a row.',
  ),
  counterUsed: defineEvent({
    name: 'oath-counter-used',
    version: 1,
    source,
    aggregateKind: 'oath-token',
    data: Type.Object({ reason: Type.String() }),
    summary: 'An event token made the right code; `reason` is the lowest counter that counts from now on.',
  }),
  ocraGenerated: defineUserEvent('ocra-challenge-generated', 'Challenge created.'),
  ocraVerified: defineUserEvent('ocra-response-verified', 'Challenge response verified.'),
  ocraRefused: defineUserEvent('ocra-response-refused', 'Wrong challenge response presented.'),
  factorBlocked: defineEvent({
    name: 'second-factor-blocked',
    version: 1,
    source,
    aggregateKind: 'user',
    data: Type.Object({
      'user-id': Type.String(),
      /** Absent for a permanent lockout, which only the bank lifts. */
      until: Type.Optional(Type.String({ format: 'date-time' })),
      'is-last-warning': Type.Boolean(),
    }),
    summary: 'Second factors of a user locked out after too many wrong codes in a row.',
  }),
  signatureAccepted: defineCollectionEvent('signature-accepted', 'Signature accepted.'),
  signatureRefused: defineCollectionEvent('signature-refused', 'Signature rejected.'),
  signaturesInvalidated: defineCollectionEvent('signatures-invalidated', 'Earlier signatures invalidated.'),
  rulesFulfilled: defineCollectionEvent('signing-rules-fulfilled', 'All required signatures present.'),
  collectionExpired: defineCollectionEvent('signature-collection-expired', 'Signature collection expired.'),
  collectionCancelled: defineCollectionEvent(
    'signature-collection-cancelled',
    'Signature collection cancelled.',
  ),
  ruleActivated: defineRuleEvent('signing-rule-activated', 'Signing rule activated.'),
  ruleRetired: defineRuleEvent('signing-rule-retired', 'Signing rule retired.'),
} as const;

/** User and verification that an event names. */
export interface VerificationFacts {
  readonly verificationId: string;
  readonly userId: string | undefined;
  readonly channel: (typeof otpChannels)[number];
  readonly action: string;
}

const outcomes = {
  otpSent: 'sent',
  otpVerified: 'verified',
  otpRefused: 'refused',
  otpExhausted: 'exhausted',
} as const;

export function verificationEvent(
  event: 'otpSent' | 'otpVerified' | 'otpRefused' | 'otpExhausted',
  { action, channel, userId, verificationId }: VerificationFacts,
): NewEvent {
  const created = eventOf(events[event], verificationId, {
    'verification-id': verificationId,
    ...(userId === undefined ? {} : { 'user-id': userId }),
    channel,
    action,
  });
  return { ...created, counted: { what: 'code', channel, outcome: outcomes[event] } };
}

/** User and collection that an event names. */
export interface CollectionFacts {
  readonly collectionId: string;
  readonly resourceKind: string;
  readonly resourceId: string;
  readonly digest: string;
}

export function collectionEvent(
  event:
    | 'signatureAccepted'
    | 'signatureRefused'
    | 'signaturesInvalidated'
    | 'rulesFulfilled'
    | 'collectionExpired'
    | 'collectionCancelled',
  { collectionId, digest, resourceId, resourceKind }: CollectionFacts,
  { reason, userId }: { readonly userId?: string; readonly reason?: string },
): NewEvent {
  return eventOf(events[event], collectionId, {
    'collection-id': collectionId,
    'resource-kind': resourceKind,
    'resource-id': resourceId,
    digest,
    ...(userId === undefined ? {} : { 'user-id': userId }),
    ...(reason === undefined ? {} : { reason }),
  });
}

export function ruleEvent(
  event: 'ruleActivated' | 'ruleRetired',
  { owner, ruleId, version }: { readonly ruleId: string; readonly version: number; readonly owner: string },
): NewEvent {
  return eventOf(events[event], ruleId, { 'rule-id': ruleId, version, owner });
}
