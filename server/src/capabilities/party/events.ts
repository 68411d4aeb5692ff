import Type from 'typebox';
import { eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import { partyKinds } from './domain/literals.ts';
import type { PartyHead } from './domain/party.ts';

const source = '/v1/party';
/** Identifies the party only. Receivers that may know more read the party. */
const data = Type.Object({
  'party-number': Type.String(),
  kind: Type.Enum([...partyKinds]),
  /** The id of the part, where a party has several; or the value named in the summary. */
  reference: Type.Optional(Type.String()),
});

const definePartyEvent = eventFamily({ source, aggregateKind: 'party', data });

/** All events of this capability. `reference` is the id of the part, or the value named in the summary. */
export const events = {
  individualRegistered: definePartyEvent('individual-registered', 'Individual registered.'),
  individualCorrected: definePartyEvent('individual-corrected', 'Recorded data of an individual corrected.'),
  surnameChanged: definePartyEvent('individual-surname-changed', 'Surname of an individual changed.'),
  deathReported: definePartyEvent('individual-death-reported', 'Death reported; not confirmed.'),
  deathConfirmed: definePartyEvent('individual-death-confirmed', 'Death confirmed.'),
  organizationRegistered: definePartyEvent('organization-registered', 'Organization registered.'),
  nameModified: definePartyEvent(
    'organization-name-modified',
    'Name or legal structure of an organization changed.',
  ),
  ownershipChanged: definePartyEvent('organization-ownership-changed', 'Owners of an organization changed.'),
  sizeModified: definePartyEvent('organization-size-modified', 'Size of an organization changed.'),
  profileUpgraded: definePartyEvent(
    'registration-profile-upgraded',
    'Contact or prospect upgraded; the reference is the profile.',
  ),
  statusChanged: definePartyEvent(
    'customer-status-changed',
    'Customer status changed; the reference is the status.',
  ),
  documentRegistered: definePartyEvent(
    'identification-document-registered',
    'Identification document registered.',
  ),
  documentExpired: definePartyEvent('identification-document-expired', 'Identification document expired.'),
  servicingModified: definePartyEvent('servicing-info-modified', 'Servicing unit or manager changed.'),
  preferenceModified: definePartyEvent('contact-preference-modified', 'Contact preference changed.'),
  contactPointRegistered: definePartyEvent('contact-point-registered', 'Contact point added.'),
  contactPointModified: definePartyEvent('contact-point-modified', 'Contact point changed.'),
  contactPointVerified: definePartyEvent('contact-point-verified', 'Contact point verified by the party.'),
  employmentModified: definePartyEvent('employment-profile-modified', 'Employment of an individual changed.'),
  residenceModified: definePartyEvent(
    'residential-profile-modified',
    'Residence of an individual changed; the reference confirm-tax-status says that the tax status is open.',
  ),
  mandateGranted: definePartyEvent(
    'mandate-granted',
    'A party got a mandate to act for this one; the reference is the proxy.',
  ),
  mandateChanged: definePartyEvent(
    'mandate-changed',
    'Scope, signing group or period of a mandate changed; the reference is the proxy.',
  ),
  mandateEnded: definePartyEvent('mandate-ended', 'A mandate ends; the reference is the proxy.'),
  relationshipChanged: definePartyEvent(
    'party-relationship-changed',
    'Kinship or work of a party was entered, changed or ended; the reference is the other party.',
  ),
  nameDisclosureEnded: definePartyEvent(
    'party-name-disclosure-ended',
    'The name of a party is not confirmed to third parties any more.',
  ),
  nameSecrecyEnded: definePartyEvent(
    'party-name-secrecy-ended',
    'The name of a party is confirmed to third parties again.',
  ),
  erased: definePartyEvent('party-erased', 'Party erased.'),
  merged: definePartyEvent(
    'parties-merged',
    'Party merged into another; the reference is the surviving party.',
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
