import type { IdentificationInput, Registration } from './changes.ts';
import { addContactPoint, type ContactRefusal } from './contact-points.ts';
import { changedPreference } from './contact-preference.ts';
import {
  changedCustomer,
  hasOpenProduct,
  nextStatus,
  registrationTrigger,
  type ScreeningOutcome,
} from './customer-status.ts';
import type { PartyFacts } from './fact-map.ts';
import type {
  ContactPoint,
  CustomerFacts,
  Identification,
  PartyName,
  PersonalFacts,
  SensitiveFacts,
} from './facts.ts';
import { addDocument, type DocumentRefusal } from './identification-documents.ts';
import { registrationProfiles } from './literals.ts';
import { withoutAbsent } from './merging.ts';
import { changedSize } from './organization-size.ts';
import { type OwnershipRefusal, ownedBy } from './ownership.ts';
import type { RuleContext } from './rule-context.ts';

/** Why a registration is rejected. */
export type RegistrationRefusal =
  | 'profile-downgrade-not-allowed'
  | 'party-rejected'
  | 'party-deceased'
  | ContactRefusal
  | DocumentRefusal
  | OwnershipRefusal
  | 'size-not-consistent';

export type RegistrationResult =
  | { readonly kind: 'done'; readonly facts: PartyFacts }
  | { readonly kind: 'refused'; readonly refusal: RegistrationRefusal };

export type RegistrationContext = RuleContext & {
  readonly screening: ScreeningOutcome;
  /** The servicing unit of a party without an assigned one. */
  readonly defaultUnit: string | undefined;
};

/**
 * Returns the facts of a registered party: a new one, or a contact or prospect that is upgraded and keeps its known
 * data.
 */
export function registeredFacts(
  before: PartyFacts | undefined,
  registration: Registration,
  context: RegistrationContext,
): RegistrationResult {
  const obstacle = before === undefined ? undefined : obstacleToUpgrade(before, registration);
  if (obstacle !== undefined) return { kind: 'refused', refusal: obstacle };
  const customer = customerAfter(before, registration, context);
  const personal = personalAfter(before?.personal ?? { contactPoints: [] }, registration, {
    customer,
    context,
  });
  if (typeof personal === 'string') return { kind: 'refused', refusal: personal };
  const sensitive = sensitiveAfter(before?.sensitive ?? { documents: [] }, registration, context);
  if (typeof sensitive === 'string') return { kind: 'refused', refusal: sensitive };
  return { kind: 'done', facts: { personal, sensitive } };
}

/** Returns the number with its issuing country: the bank's own where none is named. */
export function identificationOf(given: IdentificationInput, bankCountry: string): Identification {
  return {
    idKind: given.idKind,
    idNumber: given.idNumber,
    issuingCountry: given.issuingCountry ?? bankCountry,
  };
}

function obstacleToUpgrade(before: PartyFacts, { profile }: Registration): RegistrationRefusal | undefined {
  const { customer, life, profile: current } = before.personal;
  if (life === 'deceased') return 'party-deceased';
  if (customer.status === 'rejected') return 'party-rejected';
  return registrationProfiles.indexOf(profile) <= registrationProfiles.indexOf(current)
    ? 'profile-downgrade-not-allowed'
    : undefined;
}

function customerAfter(
  before: PartyFacts | undefined,
  registration: Registration,
  { screening, today }: RegistrationContext,
): CustomerFacts {
  const birth = { ...before?.sensitive.birth, ...registration.birth };
  const hasBirthDate = registration.name.kind === 'organization' || birth.date !== undefined;
  const trigger = registrationTrigger(registration.profile, { hasBirthDate, screening });
  const current = before?.personal.customer;
  if (current === undefined)
    return { status: nextStatus('none', trigger) ?? 'potential', statusSince: today };
  // A party that declined before and now registers has shown new interest first.
  const from = current.status === 'declined' ? 'prospective' : current.status;
  return changedCustomer(current, nextStatus(from, trigger) ?? from, { today });
}

/** The facts known before; a new party has none, and an empty list of contact points. */
type KnownFacts = Partial<PersonalFacts> & Pick<PersonalFacts, 'contactPoints'>;

function personalAfter(
  before: KnownFacts,
  registration: Registration,
  { customer, context }: { readonly customer: CustomerFacts; readonly context: RegistrationContext },
): PersonalFacts | RegistrationRefusal {
  const { employment, name, organization, person, preference, residence } = registration;
  const contactContext = { ...context, hasOpenProduct: hasOpenProduct(customer) };
  const contactPoints = contactsAfter(before.contactPoints, registration, contactContext);
  if (typeof contactPoints === 'string') return contactPoints;
  const changedPreferenceResult =
    preference && changedPreference(before.preference, preference, contactContext);
  if (changedPreferenceResult === 'preference-not-changeable') return changedPreferenceResult;
  const business = businessAfter(before, registration);
  if (typeof business === 'string') return business;
  return withoutAbsent({
    ...before,
    profile: registration.profile,
    name: namesAfter(before.name, name),
    customer,
    life: name.kind === 'individual' ? (before.life ?? 'living') : undefined,
    person: overlaid(before.person, person),
    residence: overlaid(before.residence, residence),
    employment: overlaid(before.employment, employment),
    organization: overlaid(before.organization, organization),
    ...business,
    servicing: servicingAfter(before.servicing, registration, context),
    preference: overlaid(before.preference, changedPreferenceResult),
    contactPoints,
  });
}

function businessAfter(
  before: KnownFacts,
  { ownership, size }: Registration,
): Pick<PersonalFacts, 'ownership' | 'size'> | RegistrationRefusal {
  const owned = ownership && ownedBy(ownership);
  if (owned?.kind === 'refused') return owned.refusal;
  const sized = size && changedSize(before.size, size);
  if (sized === 'size-not-consistent') return sized;
  return withoutAbsent({
    ownership: overlaid(before.ownership, owned?.ownership),
    size: overlaid(before.size, sized),
  });
}

function servicingAfter(
  before: PersonalFacts['servicing'],
  { servicing }: Registration,
  { defaultUnit, today }: RegistrationContext,
): PersonalFacts['servicing'] {
  if (servicing !== undefined)
    return withoutAbsent({ unit: defaultUnit, ...before, ...servicing, since: today });
  if (before !== undefined) return before;
  return defaultUnit === undefined ? undefined : { unit: defaultUnit, since: today };
}

function sensitiveAfter(
  before: SensitiveFacts,
  registration: Registration,
  context: RegistrationContext,
): SensitiveFacts | RegistrationRefusal {
  const { birth, document, identification, taxResidencies } = registration;
  const documented = document && addDocument(before.documents, document, context);
  if (documented?.kind === 'refused') return documented.refusal;
  return withoutAbsent({
    ...before,
    identification: overlaid(
      before.identification,
      identification && identificationOf(identification, context.bankCountry),
    ),
    birth: overlaid(before.birth, birth),
    taxResidencies: taxResidencies ?? before.taxResidencies,
    ownerNumbers: ownerNumbersAfter(before, registration),
    documents: documented?.documents ?? before.documents,
  });
}

function ownerNumbersAfter(
  before: SensitiveFacts,
  { ownership }: Registration,
): SensitiveFacts['ownerNumbers'] {
  const owned = ownership && ownedBy(ownership);
  return owned?.kind === 'done' ? owned.ownerNumbers : before.ownerNumbers;
}

/** A contact point that an upgrade repeats is the same one, not another. */
function contactsAfter(
  before: readonly ContactPoint[],
  { contacts }: Registration,
  context: RuleContext & { readonly hasOpenProduct: boolean },
): readonly ContactPoint[] | ContactRefusal {
  let points = before;
  for (const contact of contacts) {
    const contacted = addContactPoint(points, contact, context);
    if (contacted.kind === 'done') points = contacted.points;
    else if (contacted.kind === 'refused' && contacted.refusal !== 'contact-point-already-registered')
      return contacted.refusal;
  }
  return points;
}

/** The kind was checked before; names of different kinds are not mixed. */
function namesAfter(before: PartyName | undefined, given: PartyName): PartyName {
  if (before?.kind === 'individual' && given.kind === 'individual') return { ...before, ...given };
  if (before?.kind === 'organization' && given.kind === 'organization') return { ...before, ...given };
  return given;
}

/** Overlays known members with new ones. */
function overlaid<T extends object>(before: T | undefined, given: T | undefined): T | undefined {
  return given === undefined ? before : { ...before, ...given };
}
