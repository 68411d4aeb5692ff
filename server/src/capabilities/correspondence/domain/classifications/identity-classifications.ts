import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';

/** Classifications of users and sign-in. */
export const identityClassifications: readonly ClassificationSchema[] = [
  {
    id: 'user-statuses',
    name: 'User statuses',
    description: 'Whether a user can sign in.',
    values: valuesOf(['pending', 'active', 'locked', 'suspended', 'closed'], {
      descriptions: {
        pending: 'Registration is incomplete.',
        active: 'Can sign in.',
        locked: 'Temporarily locked after too many failures.',
        suspended: 'Cannot sign in until the bank has reviewed the account.',
        closed: 'Closed permanently.',
      },
    }),
  },
  {
    id: 'answer-format-types',
    name: 'Answer format types',
    description: 'Format of the answer to a security question.',
    values: valuesOf(['free-text', 'single-choice', 'date', 'number', 'pattern'], {
      descriptions: {
        'free-text': 'Any text.',
        'single-choice': 'One of the answers offered.',
        date: 'A day.',
        number: 'A number between two bounds.',
        pattern: 'A text that matches a pattern.',
      },
    }),
  },
  {
    id: 'banks',
    name: 'Banks',
    description: 'Banks served by this installation.',
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
    description: 'External identity providers.',
    values: valuesOf(['identity-wallet', 'national-identity', 'apple', 'google', 'microsoft'], {
      descriptions: {
        'identity-wallet': 'European digital identity wallet.',
        'national-identity': 'National electronic identity.',
        apple: 'Account with Apple.',
        google: 'Account with Google.',
        microsoft: 'Account with Microsoft.',
      },
    }),
  },
  {
    id: 'sensitive-actions',
    name: 'Sensitive actions',
    description: 'Purpose of a one-time password.',
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
          registration: 'Registration as a user.',
          'username-recovery': 'Recovery of the username.',
          'password-reset': 'Reset of the password.',
          payment: 'Paying.',
          'payee-registration': 'Adding a payee.',
          consent: 'Granting access to a third party.',
          'contact-change': 'Changing a telephone number or an address.',
          'device-pairing': 'Adding a device.',
          'limit-change': 'Changing a limit.',
          'card-control': 'Changing card settings.',
        },
      },
    ),
  },
];
