import type { PartyKind, RegistrationProfile } from './literals.ts';

/** SPEC 000: mandatory fields by kind and profile, named as in the specification. */
export const mandatoryFields = {
  individual: {
    contact: ['given-name', 'surname', 'mobile-phone', 'email-address'],
    prospect: ['given-name', 'surname', 'mobile-phone', 'email-address', 'contact-address', 'id-number'],
    // Without phone and e-mail: a customer of a branch may have neither.
    customer: [
      'given-name',
      'surname',
      'contact-address',
      'birth-place',
      'birth-country',
      'country-of-residence',
      'legal-address',
      'delivery-address',
      'employment-status',
      'id-number',
    ],
  },
  organization: {
    contact: ['commercial-name', 'phone'],
    prospect: ['commercial-name', 'phone', 'contact-address', 'id-number', 'registered-name'],
    customer: [
      'commercial-name',
      'phone',
      'contact-address',
      'id-number',
      'registered-name',
      'organization-purpose',
      'legal-address',
      'delivery-address',
      'established',
    ],
  },
} as const satisfies Readonly<Record<PartyKind, Readonly<Record<RegistrationProfile, readonly string[]>>>>;

/** A field that some profile requires. */
export type MandatoryField = (typeof mandatoryFields)[PartyKind][RegistrationProfile][number];
