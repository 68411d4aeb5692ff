import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';

/** The words about users and how they sign in. */
export const identityClassifications: readonly ClassificationSchema[] = [
  {
    id: 'user-statuses',
    name: 'User statuses',
    description: 'Whether a user can sign in.',
    values: valuesOf(['pending', 'active', 'locked', 'suspended', 'closed'], {
      descriptions: {
        pending: 'Something is still missing.',
        active: 'Can sign in.',
        locked: 'Cannot sign in for a time, after too many failures.',
        suspended: 'Cannot sign in until the bank has looked into it.',
        closed: 'Gone for good.',
      },
    }),
  },
  {
    id: 'answer-format-types',
    name: 'Answer format types',
    description: 'How the answer to a security question is written.',
    values: valuesOf(['free-text', 'single-choice', 'date', 'number', 'pattern'], {
      descriptions: {
        'free-text': 'Any text.',
        'single-choice': 'One of the answers offered.',
        date: 'A day.',
        number: 'A number between two bounds.',
        pattern: 'A text of a certain form.',
      },
    }),
  },
  {
    id: 'banks',
    name: 'Banks',
    description: 'The banks that are served.',
    values: valuesOf(['01', '02', 'nl'], {
      descriptions: {
        '01': 'The first bank.',
        '02': 'The second bank.',
        nl: 'The bank in the Netherlands.',
      },
    }),
  },
  {
    id: 'identity-providers',
    name: 'Identity providers',
    description: 'Who else vouches for a user.',
    values: valuesOf(['identity-wallet', 'national-identity', 'apple', 'google', 'microsoft'], {
      descriptions: {
        'identity-wallet': 'European digital identity wallet.',
        'national-identity': 'Electronic identity of a country.',
        apple: 'Account with Apple.',
        google: 'Account with Google.',
        microsoft: 'Account with Microsoft.',
      },
    }),
  },
  {
    id: 'sensitive-actions',
    name: 'Sensitive actions',
    description: 'What a code is asked for.',
    values: valuesOf(
      [
        'login',
        'registration',
        'username-recovery',
        'password-reset',
        'payment',
        'payee-registration',
        'consent',
        'contact-change',
        'device-pairing',
        'limit-change',
        'card-control',
      ],
      {
        descriptions: {
          login: 'Signing in.',
          registration: 'Becoming a user.',
          'username-recovery': 'Asking for a forgotten username.',
          'password-reset': 'Asking for a new password.',
          payment: 'Paying.',
          'payee-registration': 'Adding somebody to pay to.',
          consent: 'Letting somebody else in.',
          'contact-change': 'Changing a telephone number or an address.',
          'device-pairing': 'Adding a device.',
          'limit-change': 'Changing a limit.',
          'card-control': 'Changing what a card can do.',
        },
      },
    ),
  },
];
