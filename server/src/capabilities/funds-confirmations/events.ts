import Type from 'typebox';
import { defineEvent, eventOf, type NewEvent } from '#platform/work/event.ts';
import { type ConsentEvent, changeCauses } from './domain/consent.ts';
import type { ConsentHead } from './store/consent-rows.ts';

const about = { source: '/funds-confirmations', aggregateKind: 'funds-consent' } as const;
const members = {
  consentId: Type.String(),
  organisationId: Type.String(),
  consentStatus: Type.String(),
};

/** All events of this capability. None names the customer or an account. */
export const events = {
  created: defineEvent({
    ...about,
    name: 'funds-consent-created',
    version: 1,
    summary: 'A consent to the confirmation of funds was asked for.',
    data: Type.Object(members),
  }),
  changed: defineEvent({
    ...about,
    name: 'funds-consent-changed',
    version: 1,
    summary: 'The status of a consent to the confirmation of funds changed.',
    // `withdrawn` by the customer, `revoked` by the bank, `terminated` by the third party.
    data: Type.Object({ ...members, cause: Type.Enum([...changeCauses]) }),
  }),
  ended: defineEvent({
    ...about,
    name: 'funds-consent-ended',
    version: 1,
    summary:
      'A consent to the confirmation of funds was withdrawn or deleted. A restored backup must not make it valid again.',
    data: Type.Object({
      consentId: Type.String(),
      /** Its last status. */
      reason: Type.String(),
      /** When its row was written. */
      at: Type.String(),
    }),
  }),
} as const;

export function consentCreated(consent: ConsentHead): NewEvent {
  return eventOf(events.created, consent.consentId, membersOf(consent));
}

/** Says what changed a consent, so that a subscriber knows whether the customer, the bank or the third party did it. */
export function consentChanged(consent: ConsentHead, cause: ConsentEvent['kind']): NewEvent {
  return eventOf(events.changed, consent.consentId, { ...membersOf(consent), cause });
}

function membersOf({ consentId, organisationId, status }: ConsentHead): {
  readonly consentId: string;
  readonly organisationId: string;
  readonly consentStatus: string;
} {
  return { consentId, organisationId, consentStatus: status };
}

export function consentEnded({ changedAt, consentId, status }: ConsentHead): NewEvent {
  return eventOf(events.ended, consentId, { consentId, reason: status, at: changedAt.toString() });
}
