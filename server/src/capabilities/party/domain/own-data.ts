import type { EmploymentChange, NewDocument } from './changes.ts';
import {
  addContactPoint,
  addressKey,
  type ContactPointResult,
  changeContactPoint,
  isCurrent,
} from './contact-points.ts';
import { changedPreference } from './contact-preference.ts';
import { hasOpenProduct } from './customer-status.ts';
import { changedEmployment } from './employment.ts';
import type { PartyFacts } from './fact-map.ts';
import type { ContactAddress, ContactPoint, PreferenceEntry, TaxResidency } from './facts.ts';
import { addDocument } from './identification-documents.ts';
import type { ContactPurpose } from './literals.ts';
import { withoutAbsent } from './merging.ts';
import type { PostalAddress } from './postal-address.ts';
import { changedResidence } from './residence.ts';
import type { RuleContext } from './rule-context.ts';
import { changedSurname } from './surname.ts';

/** The usage of the contact point that holds an address which a customer may change. */
export type OwnAddressUsage = 'primary' | 'legal' | 'delivery';

/** A change that a customer makes to own data, or that staff approve for the customer. */
export type OwnChange =
  | {
      readonly kind: 'preference';
      readonly preferredLanguage?: string | null;
      /** Purposes for all media; choices for one medium stay as they are. */
      readonly optIns?: readonly ContactPurpose[];
      readonly optOuts?: readonly ContactPurpose[];
    }
  | { readonly kind: 'picture'; readonly url: string | null }
  | { readonly kind: 'address'; readonly usage: OwnAddressUsage; readonly address: PostalAddress }
  /** The customer has proven it with a code. */
  | { readonly kind: 'contact'; readonly method: 'email' | 'mobile'; readonly value: string }
  | { readonly kind: 'employment'; readonly change: EmploymentChange }
  | { readonly kind: 'tax-residencies'; readonly residencies: readonly TaxResidency[] }
  | { readonly kind: 'document'; readonly document: NewDocument }
  | { readonly kind: 'surname'; readonly surname: string };

/** Events of a change, by their names in the catalogue. */
type OwnEvent = readonly [
  (
    | 'preferenceModified'
    | 'contactPointRegistered'
    | 'contactPointModified'
    | 'contactPointVerified'
    | 'employmentModified'
    | 'residenceModified'
    | 'documentRegistered'
    | 'surnameChanged'
  ),
  (string | undefined)?,
];

export type OwnRefusal =
  | 'contact-point-already-registered'
  | 'contact-point-limit-reached'
  | 'id-document-already-registered'
  | 'id-document-expired'
  | 'id-document-limit-reached'
  | 'mandatory-field-cleared'
  | 'party-kind-mismatch'
  | 'preference-not-changeable'
  | 'surname-unchanged';

export type OwnResult =
  | { readonly kind: 'done'; readonly facts: PartyFacts; readonly events: readonly OwnEvent[] }
  /** An employer of a person who is not employed. */
  | { readonly kind: 'contradictory' }
  | { readonly kind: 'refused'; readonly refusal: OwnRefusal };

type Context = RuleContext & { readonly verifiedBy?: string };

/** Applies changes in their order, by the rules that hold for staff as well. All of them apply, or none. */
export function changedOwnData(
  facts: PartyFacts,
  changes: readonly OwnChange[],
  context: Context,
): OwnResult {
  let result: OwnResult & { kind: 'done' } = { kind: 'done', facts, events: [] };
  for (const change of changes) {
    const next = applied(result.facts, change, context);
    if (next.kind !== 'done') return next;
    result = { ...next, events: [...result.events, ...next.events] };
  }
  return result;
}

function applied(facts: PartyFacts, change: OwnChange, context: Context): OwnResult {
  switch (change.kind) {
    case 'preference':
      return withPreference(facts, change, context);
    case 'picture':
      return withPicture(facts, change.url);
    case 'address':
      return withAddress(facts, change, context);
    case 'contact':
      return withProvenContact(facts, change, context);
    case 'employment':
      return ofPerson(facts, withEmployment(facts, change.change));
    case 'tax-residencies':
      return ofPerson(facts, withTaxResidencies(facts, change.residencies));
    case 'document':
      return ofPerson(facts, withDocument(facts, change.document, context));
    case 'surname':
      return withSurname(facts, change.surname);
  }
}

function withPersonal(
  facts: PartyFacts,
  personal: PartyFacts['personal'],
  events: readonly OwnEvent[],
): OwnResult {
  return { kind: 'done', facts: { ...facts, personal }, events };
}

function withPicture(facts: PartyFacts, url: string | null): OwnResult {
  const { pictureUrl: _, ...others } = facts.personal;
  return withPersonal(facts, url === null ? others : { ...others, pictureUrl: url }, []);
}

function withPreference(
  facts: PartyFacts,
  { optIns, optOuts, preferredLanguage }: OwnChange & { kind: 'preference' },
  context: Context,
): OwnResult {
  const { customer, preference: before } = facts.personal;
  const choices = (
    entries: readonly PreferenceEntry[] = [],
    purposes: readonly ContactPurpose[] | undefined,
  ) =>
    purposes && [
      ...entries.filter(({ medium }) => medium !== undefined),
      ...purposes.map((purpose) => ({ purpose })),
    ];
  const preference = changedPreference(
    before,
    withoutAbsent({
      preferredLanguage,
      optIns: choices(before?.optIns, optIns),
      optOuts: choices(before?.optOuts, optOuts),
    }),
    { ...context, hasOpenProduct: hasOpenProduct(customer) },
  );
  if (preference === 'preference-not-changeable') return refused(preference);
  return withPersonal(facts, { ...facts.personal, preference }, [['preferenceModified']]);
}

function withAddress(
  facts: PartyFacts,
  { address, usage }: OwnChange & { kind: 'address' },
  context: Context,
): OwnResult {
  const point = facts.personal.contactPoints.find(
    (one) => one.method === 'postal' && one.usage === usage && isCurrent(one, context.today),
  );
  return withPoint(
    facts,
    { point, method: 'postal', usage, address: { kind: 'postal', ...address } },
    context,
  );
}

function withProvenContact(
  facts: PartyFacts,
  { method, value }: OwnChange & { kind: 'contact' },
  context: Context,
): OwnResult {
  const address =
    method === 'email' ? ({ kind: 'email', value } as const) : ({ kind: 'phone', number: value } as const);
  const ofMethod = facts.personal.contactPoints.filter((one) => one.method === method);
  const point =
    ofMethod.find((one) => addressKey(one.address) === addressKey(address)) ??
    ofMethod.find(({ usage }) => usage === 'primary');
  const changed = withPoint(facts, { point, method, usage: 'primary', address }, context);
  if (changed.kind !== 'done') return changed;
  const { contactPoints } = changed.facts.personal;
  const isProven = (one: ContactPoint): boolean =>
    one.method === method && one.usage === 'primary' && addressKey(one.address) === addressKey(address);
  const proven = contactPoints.find(isProven);
  return withPersonal(
    changed.facts,
    {
      ...changed.facts.personal,
      contactPoints: contactPoints.map((one) => (isProven(one) ? { ...one, isVerified: true } : one)),
    },
    [...changed.events, ['contactPointVerified', proven?.id]],
  );
}

interface OwnPoint {
  /** Absent: it is added. */
  readonly point: ContactPoint | undefined;
  readonly method: 'postal' | 'email' | 'mobile';
  readonly usage: OwnAddressUsage;
  readonly address: ContactAddress;
}

function withPoint(
  facts: PartyFacts,
  { address, method, point, usage }: OwnPoint,
  context: Context,
): OwnResult {
  const { contactPoints, customer } = facts.personal;
  const rules = { ...context, hasOpenProduct: hasOpenProduct(customer) };
  const result: ContactPointResult =
    point === undefined
      ? addContactPoint(contactPoints, { method, usage, address }, rules)
      : changeContactPoint(contactPoints, point, { change: { usage, address }, context: rules });
  if (result.kind === 'refused') return result;
  // A temporary point that becomes the primary one has an end already.
  if (result.kind !== 'done') return { kind: 'refused', refusal: 'contact-point-already-registered' };
  const event = point === undefined ? 'contactPointRegistered' : 'contactPointModified';
  return withPersonal(facts, { ...facts.personal, contactPoints: result.points }, [[event, result.id]]);
}

function withEmployment(facts: PartyFacts, change: EmploymentChange): OwnResult {
  const employed = changedEmployment(facts, change);
  return employed.kind === 'done' ? { ...employed, events: [['employmentModified']] } : employed;
}

function withTaxResidencies(facts: PartyFacts, taxResidencies: readonly TaxResidency[]): OwnResult {
  const resident = changedResidence(facts, { taxResidencies });
  if (resident.kind === 'refused') return resident;
  // The customer has just said where taxes are paid.
  return { kind: 'done', facts: resident.facts, events: [['residenceModified']] };
}

function withDocument(facts: PartyFacts, document: NewDocument, context: Context): OwnResult {
  const documented = addDocument(facts.sensitive.documents, document, context);
  if (documented.kind === 'refused') return documented;
  const { documents } = documented;
  return {
    kind: 'done',
    facts: { ...facts, sensitive: { ...facts.sensitive, documents } },
    events: [['documentRegistered', documents.at(-1)?.id]],
  };
}

function withSurname(facts: PartyFacts, surname: string): OwnResult {
  const { name } = facts.personal;
  if (name.kind !== 'individual') return refused('party-kind-mismatch');
  const changed = changedSurname(name, { surname, reason: 'other', effectiveDate: '' });
  if (changed === 'surname-unchanged') return refused(changed);
  return withPersonal(facts, { ...facts.personal, name: changed }, [['surnameChanged']]);
}

function ofPerson({ personal }: PartyFacts, result: OwnResult): OwnResult {
  return personal.name.kind === 'individual' ? result : refused('party-kind-mismatch');
}

function refused(refusal: OwnRefusal): OwnResult {
  return { kind: 'refused', refusal };
}
