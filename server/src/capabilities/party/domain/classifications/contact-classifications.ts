import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import { addressKinds, contactMethods, contactPurposes, contactUsages } from '../literals.ts';

/** The words about how a party is reached. */
export const contactClassifications: readonly ClassificationSchema[] = [
  {
    id: 'contact-point-methods',
    name: 'Contact point methods',
    description: 'By what means a party is reached.',
    values: valuesOf(contactMethods, {
      descriptions: {
        postal: 'Letter.',
        landline: 'Telephone at a fixed place.',
        mobile: 'Mobile telephone.',
        fax: 'Telefax.',
        email: 'E-mail.',
        web: 'Page on the web.',
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
    description: 'What kind of address a contact point holds.',
    values: valuesOf(addressKinds, {
      descriptions: {
        phone: 'Telephone number.',
        email: 'E-mail address.',
        social: 'Name of an account with a social network.',
        web: 'Address of a page on the web.',
        postal: 'Postal address.',
      },
    }),
  },
  {
    id: 'contact-purposes',
    name: 'Contact purposes',
    description: 'What the bank contacts a party for.',
    values: valuesOf(contactPurposes, {
      descriptions: {
        'service-provision': 'To provide the services agreed.',
        'customer-care': 'To answer and to help.',
        'payment-management': 'To manage payments.',
        'direct-marketing': 'To offer products and services.',
        'personalised-advertising': 'To show advertising chosen for the person.',
        survey: 'To ask for an opinion.',
      },
    }),
  },
];
