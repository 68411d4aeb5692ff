import Type from 'typebox';
import { defineEvent, eventOf, type NewEvent } from '#platform/work/event.ts';
import { otpChannels } from './domain/literals.ts';

const source = '/v1/authorization';

const defineVerificationEvent = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) =>
  defineEvent({
    name,
    version: 1,
    source,
    aggregateKind: 'verification',
    data: Type.Object({
      'verification-id': Type.String(),
      'user-id': Type.Optional(Type.String()),
      channel: Type.Enum([...otpChannels]),
      action: Type.String(),
    }),
    summary,
  });

const defineUserEvent = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) =>
  defineEvent({
    name,
    version: 1,
    source,
    aggregateKind: 'user',
    data: Type.Object({
      'user-id': Type.String(),
      reference: Type.Optional(Type.String()),
    }),
    summary,
  });

const defineCollectionEvent = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) =>
  defineEvent({
    name,
    version: 1,
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
    summary,
  });

const defineRuleEvent = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) =>
  defineEvent({
    name,
    version: 1,
    source,
    aggregateKind: 'signing-rule',
    data: Type.Object({ 'rule-id': Type.String(), version: Type.Integer(), owner: Type.String() }),
    summary,
  });

/** Everything this capability tells; never a code, a seed or what was signed. */
export const events = {
  otpSent: defineVerificationEvent('otp-sent', 'A one-time password is on its way.'),
  otpVerified: defineVerificationEvent('otp-verified', 'The right one-time password was given.'),
  otpRefused: defineVerificationEvent('otp-refused', 'A wrong one-time password was given.'),
  otpExhausted: defineVerificationEvent('otp-exhausted', 'A verification has no attempts left.'),
  oathVerified: defineUserEvent('oath-otp-verified', 'A token made the right code.'),
  oathRefused: defineUserEvent('oath-otp-refused', 'No token of the user makes the code that was given.'),
  oathResynchronized: defineUserEvent(
    'oath-token-resynchronized',
    'A token was found again by two codes in a row.',
  ),
  counterUsed: defineEvent({
    name: 'oath-counter-used',
    version: 1,
    source,
    aggregateKind: 'oath-token',
    data: Type.Object({ reason: Type.String() }),
    summary: 'An event token made the right code; `reason` is the lowest counter that counts from now on.',
  }),
  ocraGenerated: defineUserEvent('ocra-challenge-generated', 'A challenge was made.'),
  ocraVerified: defineUserEvent('ocra-response-verified', 'A challenge was answered.'),
  ocraRefused: defineUserEvent('ocra-response-refused', 'A challenge was answered wrongly.'),
  factorBlocked: defineEvent({
    name: 'second-factor-blocked',
    version: 1,
    source,
    aggregateKind: 'user',
    data: Type.Object({
      'user-id': Type.String(),
      /** Absent when only the bank can lift it. */
      until: Type.Optional(Type.String({ format: 'date-time' })),
      'is-last-warning': Type.Boolean(),
    }),
    summary: 'Too many wrong codes in a row: no second factor of the user is taken for a while.',
  }),
  signatureAccepted: defineCollectionEvent('signature-accepted', 'A signature was accepted.'),
  signatureRefused: defineCollectionEvent('signature-refused', 'Somebody could not sign.'),
  signaturesInvalidated: defineCollectionEvent(
    'signatures-invalidated',
    'Signatures given before do not count any more.',
  ),
  rulesFulfilled: defineCollectionEvent(
    'signing-rules-fulfilled',
    'The last signature that was needed was given.',
  ),
  collectionExpired: defineCollectionEvent(
    'signature-collection-expired',
    'Signatures were not complete in time.',
  ),
  collectionCancelled: defineCollectionEvent(
    'signature-collection-cancelled',
    'What was to be signed was withdrawn.',
  ),
  ruleActivated: defineRuleEvent('signing-rule-activated', 'A signing rule holds from now on.'),
  ruleRetired: defineRuleEvent('signing-rule-retired', 'A signing rule holds no more.'),
} as const;

/** Whom and what an event about a verification names. */
export interface VerificationFacts {
  readonly verificationId: string;
  readonly userId: string | undefined;
  readonly channel: (typeof otpChannels)[number];
  readonly action: string;
}

export function verificationEvent(
  event: 'otpSent' | 'otpVerified' | 'otpRefused' | 'otpExhausted',
  { action, channel, userId, verificationId }: VerificationFacts,
): NewEvent {
  return eventOf(events[event], verificationId, {
    'verification-id': verificationId,
    ...(userId === undefined ? {} : { 'user-id': userId }),
    channel,
    action,
  });
}

/** Whom and what an event about a collection names. */
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
