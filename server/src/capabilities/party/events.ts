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

const about = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) => defineEvent({ name, version: 1, source, aggregateKind: 'party', data, summary });

/** Everything this capability tells. `reference` is the id of the part meant, or the word in the summary. */
export const events = {
  individualRegistered: about('individual-registered', 'A person was registered.'),
  individualCorrected: about('individual-corrected', 'What was recorded of a person was put right.'),
  surnameChanged: about('individual-surname-changed', 'A person has another surname.'),
  deathReported: about('individual-death-reported', 'Somebody says that a person has died; not confirmed.'),
  deathConfirmed: about('individual-death-confirmed', 'A person has died.'),
  organizationRegistered: about('organization-registered', 'An organization was registered.'),
  nameModified: about('organization-name-modified', 'An organization has another name or legal structure.'),
  ownershipChanged: about('organization-ownership-changed', 'An organization has other owners.'),
  sizeModified: about('organization-size-modified', 'The size of an organization changed.'),
  profileUpgraded: about(
    'registration-profile-upgraded',
    'A contact or prospect rose; the reference is the profile.',
  ),
  statusChanged: about(
    'customer-status-changed',
    'The relation to the bank changed; the reference is the status.',
  ),
  documentRegistered: about('identification-document-registered', 'A document was registered.'),
  documentExpired: about('identification-document-expired', 'A document ran out.'),
  servicingModified: about('servicing-info-modified', 'Another unit or person takes care of the party.'),
  preferenceModified: about('contact-preference-modified', 'The party wishes to be contacted otherwise.'),
  contactPointRegistered: about('contact-point-registered', 'A contact point was added.'),
  contactPointModified: about('contact-point-modified', 'A contact point changed.'),
  contactPointVerified: about('contact-point-verified', 'The party proved that a contact point is its own.'),
  employmentModified: about('employment-profile-modified', 'The employment of a person changed.'),
  residenceModified: about(
    'residential-profile-modified',
    'The residence of a person changed; the reference confirm-tax-status says that the tax status is open.',
  ),
  erased: about('party-erased', 'What was known of a party is gone.'),
  merged: about('parties-merged', 'Two records were one party; the reference is the one that stays.'),
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
