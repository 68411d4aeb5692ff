import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import {
  contractKinds,
  correctionReasons,
  deathReportSources,
  employmentStatuses,
  genders,
  individualStatuses,
  legalCapacities,
  maritalStatuses,
  residenceStatuses,
  surnameChangeReasons,
  tenureStatuses,
} from '../literals.ts';

/** Classifications of individuals. */
export const personClassifications: readonly ClassificationSchema[] = [
  {
    id: 'individual-statuses',
    name: 'Individual statuses',
    description: 'Whether a person is alive.',
    values: valuesOf(individualStatuses, {
      descriptions: { living: 'The person is alive.', deceased: 'The person has died.' },
    }),
  },
  {
    id: 'genders',
    name: 'Genders',
    description: 'Representation of human sexes after ISO/IEC 5218.',
    values: valuesOf(genders, {
      descriptions: {
        female: 'Female.',
        male: 'Male.',
        'not-known': 'Not known.',
        'not-applicable': 'Not applicable.',
      },
      codes: { 'not-known': '0', male: '1', female: '2', 'not-applicable': '9' },
    }),
  },
  {
    id: 'legal-capacities',
    name: 'Legal capacities',
    description: 'How far a person can act with legal effect.',
    values: valuesOf(legalCapacities, {
      descriptions: {
        full: 'The person acts alone.',
        limited: 'Some acts need the consent of another person.',
        none: 'Another person acts for the person.',
        unknown: 'Not known.',
      },
    }),
  },
  {
    id: 'marital-statuses',
    name: 'Marital statuses',
    description: 'Marital status after the census recommendations of the United Nations.',
    values: valuesOf(maritalStatuses, {
      descriptions: {
        single: 'Never married.',
        married: 'Married.',
        'registered-partnership': 'In a registered partnership.',
        separated: 'Married and legally separated.',
        divorced: 'Divorced and not married again.',
        widowed: 'Widowed and not married again.',
        unknown: 'Not known.',
      },
    }),
  },
  {
    id: 'employment-statuses',
    name: 'Employment statuses',
    description: 'What a person mainly lives by.',
    values: valuesOf(employmentStatuses, {
      descriptions: {
        employed: 'Works for an employer.',
        'self-employed': 'Works on own account.',
        unemployed: 'Has no work and looks for some.',
        student: 'Is at school or university.',
        retired: 'Has ended working life.',
        homemaker: 'Keeps a household.',
        other: 'None of the others.',
      },
    }),
  },
  {
    id: 'contract-kinds',
    name: 'Contract kinds',
    description: 'How long a contract of employment lasts.',
    values: valuesOf(contractKinds, {
      descriptions: {
        permanent: 'Without an end.',
        'fixed-term': 'Until an agreed day.',
        temporary: 'For a time, through an agency or as needed.',
      },
    }),
  },
  {
    id: 'residence-statuses',
    name: 'Residence statuses',
    description: 'Whether the centre of economic interest is in the country of the bank.',
    values: valuesOf(residenceStatuses, {
      descriptions: { resident: 'Resident.', 'non-resident': 'Not resident.' },
    }),
  },
  {
    id: 'tenure-statuses',
    name: 'Tenure statuses',
    description: 'By what right a household lives in its dwelling, after EU-SILC.',
    values: valuesOf(tenureStatuses, {
      descriptions: {
        'outright-owner': 'Owner without a mortgage.',
        'owner-with-mortgage': 'Owner who pays a mortgage.',
        'tenant-market-rent': 'Tenant at the rent of the market.',
        'tenant-reduced-rent': 'Tenant at a reduced rent.',
        'rent-free': 'Lives there for free.',
        unknown: 'Not known.',
      },
    }),
  },
  {
    id: 'correction-reasons',
    name: 'Correction reasons',
    description: 'Why data of a person are corrected.',
    bank: { mayAdd: true, fixed: [] },
    values: valuesOf(correctionReasons, {
      descriptions: {
        'typing-error': 'A typing error.',
        'document-check': 'A document has other data.',
        'customer-request': 'The customer requested it.',
        'court-order': 'A court ordered it.',
        migration: 'Another system delivered wrong data.',
      },
    }),
  },
  {
    id: 'surname-change-reasons',
    name: 'Surname change reasons',
    description: 'Why the surname of a person changes.',
    // The first marriage keeps the surname as that of birth.
    bank: { mayAdd: true, fixed: ['marriage'] },
    values: valuesOf(surnameChangeReasons, {
      descriptions: {
        marriage: 'Marriage or registered partnership.',
        divorce: 'Divorce or the end of a partnership.',
        'court-decision': 'Decision of a court or an authority.',
        other: 'Another reason.',
      },
    }),
  },
  {
    id: 'death-report-sources',
    name: 'Death report sources',
    description: 'Source of a death report.',
    // These two confirm a death; reports from any other source wait for one of them.
    bank: { mayAdd: true, fixed: ['certificate', 'civil-register'] },
    values: valuesOf(deathReportSources, {
      descriptions: {
        certificate: 'A death certificate.',
        'civil-register': 'The civil register.',
        relative: 'A relative.',
        other: 'Another person.',
      },
    }),
  },
];
