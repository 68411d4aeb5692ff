import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import {
  controlKinds,
  legalStructures,
  organizationPurposes,
  organizationSizes,
  ownershipKinds,
} from '../literals.ts';

/** Classifications of organizations. */
export const organizationClassifications: readonly ClassificationSchema[] = [
  {
    id: 'organization-sizes',
    name: 'Organization sizes',
    description: 'Size of an enterprise after Recommendation 2003/361/EC.',
    values: valuesOf(organizationSizes, {
      descriptions: {
        micro: 'Fewer than 10 people, and turnover or balance sheet up to 2 million euro.',
        small: 'Fewer than 50 people, and turnover or balance sheet up to 10 million euro.',
        medium:
          'Fewer than 250 people, and turnover up to 50 million or balance sheet up to 43 million euro.',
        large: 'Larger than medium.',
      },
    }),
  },
  {
    id: 'ownership-kinds',
    name: 'Ownership kinds',
    description: 'Who owns an organization.',
    bank: { mayAdd: true, fixed: [] },
    values: valuesOf(ownershipKinds, {
      descriptions: {
        private: 'Private owners.',
        state: 'The state or another public body.',
        mixed: 'Private and public owners.',
        cooperative: 'The members of a cooperative.',
        social: 'Society at large.',
      },
    }),
  },
  {
    id: 'control-kinds',
    name: 'Control kinds',
    description: 'By what means an owner controls an organization.',
    bank: { mayAdd: true, fixed: [] },
    values: valuesOf(controlKinds, {
      descriptions: {
        shares: 'Shares in the capital.',
        votes: 'Voting rights.',
        other: 'Other means.',
      },
    }),
  },
  {
    id: 'legal-structures',
    name: 'Legal structures',
    description: 'Families of the legal forms of ISO 20275.',
    bank: { mayAdd: true, fixed: [] },
    values: valuesOf(legalStructures, {
      descriptions: {
        'sole-proprietor': 'One person who trades in his or her own name.',
        'general-partnership': 'Partners who are all fully liable.',
        'limited-partnership': 'Partners of whom some are liable with their share only.',
        'private-limited': 'Company with limited liability whose shares are not offered to the public.',
        'public-limited': 'Company with limited liability whose shares may be offered to the public.',
        'cooperative-society': 'Society that serves its members.',
        association: 'People joined for a purpose, with or without legal personality.',
        foundation: 'Assets dedicated to a purpose.',
        'public-body': 'State, municipality or another body of public law.',
        branch: 'Part of an organization elsewhere, without legal personality.',
        other: 'Another form.',
      },
    }),
  },
  {
    id: 'organization-purposes',
    name: 'Organization purposes',
    description: 'Purpose of an organization.',
    bank: { mayAdd: true, fixed: [] },
    values: valuesOf(organizationPurposes, {
      descriptions: {
        commercial: 'To earn money for its owners.',
        'mutual-benefit': 'To serve its members.',
        charitable: 'To do good to others.',
        'public-administration': 'To govern and to serve the public.',
        religious: 'To practise a religion.',
        political: 'To take part in politics.',
        other: 'Another purpose.',
      },
    }),
  },
];
