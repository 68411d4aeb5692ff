import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import {
  customerSectors,
  customerSegments,
  customerStatuses,
  documentKinds,
  documentStatuses,
  idKinds,
  partyKinds,
  recordStates,
  registrationProfiles,
  relationshipKinds,
  relationshipRoles,
} from '../literals.ts';

/** Classifications of all parties. */
export const partyClassifications: readonly ClassificationSchema[] = [
  {
    id: 'party-kinds',
    name: 'Party kinds',
    description: 'What a party is.',
    values: valuesOf(partyKinds, {
      descriptions: { individual: 'A natural person.', organization: 'An organization.' },
    }),
  },
  {
    id: 'customer-statuses',
    name: 'Customer statuses',
    description: 'Relation of a party to the bank.',
    values: valuesOf(customerStatuses, {
      descriptions: {
        potential: 'Known and not contacted yet.',
        prospective: 'Contacted or applying.',
        active: 'Uses a product.',
        dormant: 'Has products and does not use them.',
        former: 'Has no open product any more.',
        declined: 'The party declined.',
        rejected: 'The bank rejected the party.',
      },
    }),
  },
  {
    id: 'identification-kinds',
    name: 'Identification kinds',
    description: 'What an identification number is.',
    values: valuesOf(idKinds, {
      descriptions: {
        'registration-number': 'Number in a register of organizations.',
        'tax-id-number': 'Number given by a tax authority.',
        'personal-id-number': 'Number of a person in the population register.',
        'identity-card-number': 'Number of an identity card.',
        'passport-number': 'Number of a passport.',
        'driver-license-number': 'Number of a driving licence.',
        'social-security-number': 'Number given by social security.',
      },
    }),
  },
  {
    id: 'registration-profiles',
    name: 'Registration profiles',
    description: 'How much is known of a party.',
    values: valuesOf(registrationProfiles, {
      descriptions: {
        contact: 'A name and a contact point.',
        prospect: 'Enough to make an offer.',
        customer: 'Enough to open a product.',
      },
    }),
  },
  {
    id: 'record-states',
    name: 'Record states',
    description: 'State of a record.',
    values: valuesOf(recordStates, {
      descriptions: {
        live: 'In use.',
        merged: 'Merged into another record.',
        erased: 'Erased; only the number remains.',
      },
    }),
  },
  {
    id: 'party-relationship-kinds',
    name: 'Party relationship kinds',
    description: 'Kind of a relationship between two parties.',
    values: valuesOf(relationshipKinds, {
      descriptions: {
        kinship: 'Family.',
        ownership: 'One owns the other, wholly or in part.',
        mandate: 'One acts for the other.',
        work: 'One works for the other.',
      },
    }),
  },
  {
    id: 'party-relationship-roles',
    name: 'Party relationship roles',
    description: 'Role of one party towards another.',
    values: valuesOf(relationshipRoles, {
      descriptions: {
        spouse: 'Husband, wife or partner.',
        parent: 'Father or mother.',
        child: 'Son or daughter.',
        sibling: 'Brother or sister.',
        kin: 'Another relative.',
        investor: 'Owns the other.',
        investee: 'Is owned by the other.',
        proxy: 'Acts for the other.',
        principal: 'Is acted for by the other.',
        employee: 'Works for the other.',
        employer: 'The other works for it.',
      },
      parents: {
        spouse: 'kinship',
        parent: 'kinship',
        child: 'kinship',
        sibling: 'kinship',
        kin: 'kinship',
        investor: 'ownership',
        investee: 'ownership',
        proxy: 'mandate',
        principal: 'mandate',
        employee: 'work',
        employer: 'work',
      },
    }),
  },
  {
    id: 'identification-document-kinds',
    name: 'Identification document kinds',
    description: 'What an identification document is.',
    values: valuesOf(documentKinds, {
      descriptions: {
        passport: 'Passport.',
        'identity-card': 'Identity card.',
        'driver-license': 'Driving licence.',
        'residence-permit': 'Residence permit.',
      },
    }),
  },
  {
    id: 'identification-document-statuses',
    name: 'Identification document statuses',
    description: 'Whether an identification document can be relied on.',
    values: valuesOf(documentStatuses, {
      descriptions: {
        valid: 'In force.',
        expired: 'Past its expiry date.',
        replaced: 'Replaced by a newer one of its kind.',
        revoked: 'Declared invalid.',
      },
    }),
  },
  {
    id: 'customer-sectors',
    name: 'Customer sectors',
    description: 'Institutional sectors of ESA 2010.',
    bank: { mayAdd: true, fixed: [] },
    values: valuesOf(customerSectors, {
      descriptions: {
        households: 'Households.',
        'non-financial-corporations': 'Corporations that make goods and non-financial services.',
        'financial-corporations': 'Banks, insurers, funds and other financial corporations.',
        'general-government': 'Central, state and local government and social security funds.',
        'non-profit-institutions': 'Non-profit institutions that serve households.',
        'rest-of-world': 'Units that are not resident.',
      },
      codes: {
        households: 'S.14',
        'non-financial-corporations': 'S.11',
        'financial-corporations': 'S.12',
        'general-government': 'S.13',
        'non-profit-institutions': 'S.15',
        'rest-of-world': 'S.2',
      },
    }),
  },
  {
    id: 'customer-segments',
    name: 'Customer segments',
    description: 'Groups that the bank serves differently.',
    bank: { mayAdd: true, fixed: [] },
    values: valuesOf(customerSegments, {
      descriptions: {
        mass: 'Most individuals.',
        affluent: 'Individuals with more income or assets than most.',
        'private-banking': 'Individuals with large assets.',
        youth: 'Young people.',
        senior: 'Elderly people.',
        staff: 'People who work for the bank.',
        micro: 'The smallest enterprises.',
        sme: 'Small and medium-sized enterprises.',
        corporate: 'Large enterprises.',
        'public-sector': 'Public bodies.',
        'non-profit': 'Organizations that do not work for profit.',
      },
      parents: {
        mass: 'individual',
        affluent: 'individual',
        'private-banking': 'individual',
        youth: 'individual',
        senior: 'individual',
        staff: 'individual',
        micro: 'organization',
        sme: 'organization',
        corporate: 'organization',
        'public-sector': 'organization',
        'non-profit': 'organization',
      },
    }),
  },
];
