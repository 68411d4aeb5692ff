import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';

/** Classifications of signatures and signing rules. */
export const signingClassifications: readonly ClassificationSchema[] = [
  {
    // SPEC 002: literals as specified, `N/A` included.
    id: 'transaction-types',
    name: 'Transaction types',
    description: 'Destination of a transaction.',
    values: valuesOf(['N/A', 'SLF', 'TPF', 'PMT', 'RMT'], {
      descriptions: {
        'N/A': 'Anywhere.',
        SLF: 'To an account of the same customer.',
        TPF: 'To another customer of the same bank.',
        PMT: 'To another bank in the same country.',
        RMT: 'Abroad, in another currency, or at high value.',
      },
    }),
  },
  {
    id: 'authorization-types',
    name: 'Authorization types',
    description: 'What an authorization is for.',
    values: valuesOf(['PAYMENT', 'CANCELLATION', 'CONSENT', 'N/A'], {
      descriptions: {
        PAYMENT: 'Making a payment.',
        CANCELLATION: 'Cancelling a payment.',
        CONSENT: 'Granting a consent.',
        'N/A': 'Anything.',
      },
    }),
  },
  {
    id: 'resource-kinds',
    name: 'Resource kinds',
    description: 'What can be signed.',
    values: valuesOf(
      [
        'payment',
        'bulk-payment',
        'periodic-payment',
        'signing-basket',
        'payment-cancellation',
        'consent',
        'funds-confirmation-consent',
        'document',
        'party-correction',
        'restriction-lift',
        'employee-approval',
        'signing-rule',
      ],
      {
        descriptions: {
          payment: 'A payment.',
          'bulk-payment': 'Many payments in one order.',
          'periodic-payment': 'A recurring payment.',
          'signing-basket': 'Several objects signed together.',
          'payment-cancellation': 'Cancellation of an ordered payment.',
          consent: 'Account access for a third party.',
          'funds-confirmation-consent': 'Permission to ask for the availability of funds.',
          document: 'A document.',
          'party-correction': 'A correction of party data.',
          'restriction-lift': 'The removal of a restriction.',
          'employee-approval': 'Another action that needs two employees.',
          'signing-rule': 'A signing rule.',
        },
      },
    ),
  },
];
