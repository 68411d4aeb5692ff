import type { PartyFacts } from './fact-map.ts';
import type { ContactMethod, ContactUsage } from './literals.ts';
import { type MandatoryField, mandatoryFields } from './registration-profiles.ts';

type Has = (facts: PartyFacts) => boolean;

const hasPoint =
  (methods: readonly ContactMethod[], usage?: ContactUsage): Has =>
  ({ personal }) =>
    personal.contactPoints.some(
      (point) =>
        point.hasEnded !== true &&
        methods.includes(point.method) &&
        (usage === undefined || point.usage === usage),
    );

const isPerson: Has = ({ personal }) => personal.name.kind === 'individual';

const presence: Readonly<Record<MandatoryField, Has>> = {
  'given-name': isPerson,
  surname: isPerson,
  'commercial-name': ({ personal }) => personal.name.kind === 'organization',
  'registered-name': ({ personal: { name } }) =>
    name.kind === 'organization' && name.registeredName !== undefined,
  'mobile-phone': hasPoint(['mobile']),
  phone: hasPoint(['mobile', 'landline']),
  'email-address': hasPoint(['email']),
  'contact-address': hasPoint(['postal']),
  'legal-address': hasPoint(['postal'], 'legal'),
  'delivery-address': hasPoint(['postal'], 'delivery'),
  'id-number': ({ sensitive }) => sensitive.identification !== undefined,
  'birth-place': ({ sensitive }) => sensitive.birth?.place !== undefined,
  'birth-country': ({ sensitive }) => sensitive.birth?.country !== undefined,
  'country-of-residence': ({ personal }) => personal.residence?.countryOfResidence !== undefined,
  'employment-status': ({ personal }) => personal.employment?.status !== undefined,
  'organization-purpose': ({ personal }) => personal.organization?.purpose !== undefined,
  established: ({ personal }) => personal.organization?.established !== undefined,
};

/** Returns whether a party has the field that the registration profile requires under this name. */
export function hasField(facts: PartyFacts, field: MandatoryField): boolean {
  return presence[field](facts);
}

/** Returns the fields required by the profile that a change would clear. */
export function clearedFields(before: PartyFacts, after: PartyFacts): readonly MandatoryField[] {
  const { name, profile } = before.personal;
  const needed: readonly MandatoryField[] = mandatoryFields[name.kind][profile];
  return needed.filter((field) => hasField(before, field) && !hasField(after, field));
}
