import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import {
  addressKinds,
  contactMethods,
  contactPurposes,
  contactUsages,
  marketing,
  partOfService,
} from '../literals.ts';

/** Classifications of contact data. */
export const contactClassifications: readonly ClassificationSchema[] = [
  {
    id: 'contact-point-methods',
    name: 'Contact point methods',
    description: 'Means of contact with a party.',
    values: valuesOf(contactMethods, {
      descriptions: {
        postal: 'Letter.',
        landline: 'Fixed-line telephone.',
        mobile: 'Mobile telephone.',
        fax: 'Telefax.',
        email: 'E-mail.',
        web: 'Web page.',
        social: 'Account with a social network.',
      },
    }),
  },
  {
    id: 'contact-point-usages',
    name: 'Contact point usages',
    description: 'What a contact point is used for.',
    values: valuesOf(contactUsages, {
      descriptions: {
        primary: 'The first choice for its method.',
        home: 'At home.',
        work: 'At work.',
        legal: 'Registered address, for what has legal effect.',
        delivery: 'Where letters and parcels are sent.',
        temporary: 'For a time only.',
        other: 'Another use.',
      },
    }),
  },
  {
    id: 'address-kinds',
    name: 'Address kinds',
    description: 'Kind of the address of a contact point.',
    values: valuesOf(addressKinds, {
      descriptions: {
        phone: 'Telephone number.',
        email: 'E-mail address.',
        social: 'Name of an account with a social network.',
        web: 'Web address.',
        postal: 'Postal address.',
      },
    }),
  },
  {
    id: 'contact-purposes',
    name: 'Contact purposes',
    description: 'Purpose for which the bank contacts a party.',
    bank: { mayAdd: true, fixed: [...partOfService, ...marketing] },
    values: valuesOf(contactPurposes, {
      descriptions: {
        'service-provision': 'To provide the services agreed.',
        'customer-care': 'To respond to requests and to help.',
        'payment-management': 'To manage payments.',
        'direct-marketing': 'To offer products and services.',
        'personalised-advertising': 'To show advertising chosen for the person.',
        survey: 'To ask for an opinion.',
      },
    }),
  },
];
