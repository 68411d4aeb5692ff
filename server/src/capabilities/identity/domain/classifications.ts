import { type ClassificationSchema, valuesOf, withTranslations } from '#platform/kernel/classification.ts';
import { arabic } from './classification-texts/arabic.ts';
import { dutch } from './classification-texts/dutch.ts';
import { french } from './classification-texts/french.ts';
import { german } from './classification-texts/german.ts';
import { answerFormatTypes } from './questions.ts';

/** Classifications of users and sign-in, which correspondence serves: this interface has none of its own. */
export const identityClassifications: readonly ClassificationSchema[] = withTranslations(
  [
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
      values: valuesOf(answerFormatTypes, {
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
      bank: { mayAdd: false, fixed: 'all' },
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
  ],
  { de: german, fr: french, nl: dutch, ar: arabic },
);
