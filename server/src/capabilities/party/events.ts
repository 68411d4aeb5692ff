import Type from 'typebox';
import { defineEvent, eventOf, type NewEvent } from '#platform/work/event.ts';
import { partyKinds } from './domain/literals.ts';
import type { PartyHead } from './domain/party.ts';

const source = '/v1/party';
/** Least of all: who it is about. Whoever may know more reads the party. */
const data = Type.Object({
  'party-number': Type.String(),
  kind: Type.Enum([...partyKinds]),
  /** What exactly, where a party has several of them; or what follows from it. */
  reference: Type.Optional(Type.String()),
});

const definePartyEvent = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) => defineEvent({ name, version: 1, source, aggregateKind: 'party', data, summary });

/** Everything this capability tells. `reference` is the id of the part meant, or the word in the summary. */
export const events = {
  individualRegistered: definePartyEvent('individual-registered', 'A person was registered.'),
  individualCorrected: definePartyEvent(
    'individual-corrected',
    'What was recorded of a person was put right.',
  ),
  surnameChanged: definePartyEvent('individual-surname-changed', 'A person has another surname.'),
  deathReported: definePartyEvent(
    'individual-death-reported',
    'Somebody says that a person has died; not confirmed.',
  ),
  deathConfirmed: definePartyEvent('individual-death-confirmed', 'A person has died.'),
  organizationRegistered: definePartyEvent('organization-registered', 'An organization was registered.'),
  nameModified: definePartyEvent(
    'organization-name-modified',
    'An organization has another name or legal structure.',
  ),
  ownershipChanged: definePartyEvent('organization-ownership-changed', 'An organization has other owners.'),
  sizeModified: definePartyEvent('organization-size-modified', 'The size of an organization changed.'),
  profileUpgraded: definePartyEvent(
    'registration-profile-upgraded',
    'A contact or prospect rose; the reference is the profile.',
  ),
  statusChanged: definePartyEvent(
    'customer-status-changed',
    'The relation to the bank changed; the reference is the status.',
  ),
  documentRegistered: definePartyEvent('identification-document-registered', 'A document was registered.'),
  documentExpired: definePartyEvent('identification-document-expired', 'A document ran out.'),
  servicingModified: definePartyEvent(
    'servicing-info-modified',
    'Another unit or person takes care of the party.',
  ),
  preferenceModified: definePartyEvent(
    'contact-preference-modified',
    'The party wishes to be contacted otherwise.',
  ),
  contactPointRegistered: definePartyEvent('contact-point-registered', 'A contact point was added.'),
  contactPointModified: definePartyEvent('contact-point-modified', 'A contact point changed.'),
  contactPointVerified: definePartyEvent(
    'contact-point-verified',
    'The party proved that a contact point is its own.',
  ),
  employmentModified: definePartyEvent('employment-profile-modified', 'The employment of a person changed.'),
  residenceModified: definePartyEvent(
    'residential-profile-modified',
    'The residence of a person changed; the reference confirm-tax-status says that the tax status is open.',
  ),
  erased: definePartyEvent('party-erased', 'What was known of a party is gone.'),
  merged: definePartyEvent(
    'parties-merged',
    'Two records were one party; the reference is the one that stays.',
  ),
} as const;

export function partyEvent(
  event: keyof typeof events,
  { kind, partyNumber }: Pick<PartyHead, 'kind' | 'partyNumber'>,
  reference?: string,
): NewEvent {
  return eventOf(events[event], partyNumber, {
    'party-number': partyNumber,
    kind,
    ...(reference === undefined ? {} : { reference }),
  });
}
