import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';

/** The words about what is signed, and by whose rules. */
export const signingClassifications: readonly ClassificationSchema[] = [
  {
    // SPEC 002: written as there, `N/A` included.
    id: 'transaction-types',
    name: 'Transaction types',
    description: 'Where the money of a transaction goes.',
    values: valuesOf(['N/A', 'SLF', 'TPF', 'PMT', 'RMT'], {
      descriptions: {
        'N/A': 'Anywhere.',
        SLF: 'To an account of the same customer.',
        TPF: 'To somebody else at the same bank.',
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
        CONSENT: 'Giving a consent.',
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
          'periodic-payment': 'A payment that is repeated.',
          'signing-basket': 'Several things signed together.',
          'payment-cancellation': 'The end of a payment that was ordered.',
          consent: 'Access to accounts for somebody else.',
          'funds-confirmation-consent': 'Leave to ask whether there is enough money.',
          document: 'A document.',
          'party-correction': 'A correction of what is known of a party.',
          'restriction-lift': 'The end of a restriction.',
          'employee-approval': 'Another act of two employees.',
          'signing-rule': 'A rule about who signs.',
        },
      },
    ),
  },
];
