import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';

/** The words about clients, their devices and what is held up. */
export const clientClassifications: readonly ClassificationSchema[] = [
  {
    id: 'restriction-kinds',
    name: 'Restriction kinds',
    description: 'What a client cannot do for the time being.',
    values: valuesOf(
      [
        'login-block',
        'payment-block',
        'card-block',
        'new-payee-block',
        'device-block',
        'foreign-payment-block',
        'estate-hold',
        'court-order',
      ],
      {
        descriptions: {
          'login-block': 'Sign in.',
          'payment-block': 'Pay.',
          'card-block': 'Use cards.',
          'new-payee-block': 'Pay to somebody new.',
          'device-block': 'Use devices.',
          'foreign-payment-block': 'Pay abroad.',
          'estate-hold': 'Anything, until the estate is settled.',
          'court-order': 'What a court has forbidden.',
        },
      },
    ),
  },
  {
    id: 'restriction-reasons',
    name: 'Restriction reasons',
    description: 'Why a restriction was set.',
    values: valuesOf(
      [
        'lost',
        'stolen',
        'suspected-fraud',
        'customer-request',
        'overdue-action',
        'deceased',
        'court-order',
        'compliance',
        'other',
      ],
      {
        descriptions: {
          lost: 'Something was lost.',
          stolen: 'Something was stolen.',
          'suspected-fraud': 'Somebody may be cheating.',
          'customer-request': 'The customer wishes it.',
          'overdue-action': 'The customer has not done what was due.',
          deceased: 'The customer has died.',
          'court-order': 'A court has ordered it.',
          compliance: 'The law asks for it.',
          other: 'Another reason.',
        },
      },
    ),
  },
  {
    id: 'fraud-categories',
    name: 'Fraud categories',
    description: 'What somebody suspects.',
    values: valuesOf(
      [
        'unauthorised-payment',
        'phishing',
        'lost-credentials',
        'stolen-device',
        'sim-swap',
        'account-takeover',
        'scam-payment',
        'other',
      ],
      {
        descriptions: {
          'unauthorised-payment': 'A payment nobody agreed to.',
          phishing: 'Somebody pretends to be the bank.',
          'lost-credentials': 'Somebody else may know what one signs in with.',
          'stolen-device': 'A device was stolen.',
          'sim-swap': 'Somebody else has the telephone number.',
          'account-takeover': 'Somebody else signs in.',
          'scam-payment': 'A payment made because of a lie.',
          other: 'Something else.',
        },
      },
    ),
  },
  {
    id: 'unpair-reasons',
    name: 'Unpair reasons',
    description: 'Why a device is no longer used.',
    values: valuesOf(['lost', 'stolen', 'replaced', 'not-mine', 'other'], {
      descriptions: {
        lost: 'Lost.',
        stolen: 'Stolen.',
        replaced: 'Another one is used instead.',
        'not-mine': 'It never belonged to the client.',
        other: 'Another reason.',
      },
    }),
  },
  {
    id: 'pending-action-kinds',
    name: 'Pending action kinds',
    description: 'What the bank waits for a client to do.',
    values: valuesOf(
      [
        'accept-terms',
        'confirm-personal-data',
        'complete-kyc',
        'renew-id-document',
        'confirm-tax-status',
        'verify-email',
        'verify-phone',
        'pair-device',
        'sign-document',
        'sign-payment',
        'read-notice',
        'change-password',
      ],
      {
        descriptions: {
          'accept-terms': 'Agree to terms.',
          'confirm-personal-data': 'Say whether what is known is still true.',
          'complete-kyc': 'Answer what the law makes the bank ask.',
          'renew-id-document': 'Show a document that is still valid.',
          'confirm-tax-status': 'Say where taxes are paid.',
          'verify-email': 'Prove an e-mail address.',
          'verify-phone': 'Prove a telephone number.',
          'pair-device': 'Add a device.',
          'sign-document': 'Sign a document.',
          'sign-payment': 'Sign a payment.',
          'read-notice': 'Read a notice.',
          'change-password': 'Choose another password.',
        },
      },
    ),
  },
  {
    id: 'change-request-kinds',
    name: 'Change request kinds',
    description: 'What a client wants to have changed.',
    values: valuesOf(['email', 'mobile-phone', 'legal-address', 'surname', 'tax-residency', 'id-document'], {
      descriptions: {
        email: 'The e-mail address.',
        'mobile-phone': 'The mobile telephone number.',
        'legal-address': 'The registered address.',
        surname: 'The surname.',
        'tax-residency': 'Where taxes are paid.',
        'id-document': 'The identification document.',
      },
    }),
  },
  {
    id: 'tutorials',
    name: 'Tutorials',
    description: 'What is explained step by step.',
    values: valuesOf(['first-steps', 'first-payment', 'device-pairing', 'notification-preferences'], {
      descriptions: {
        'first-steps': 'Finding the way.',
        'first-payment': 'Making a payment.',
        'device-pairing': 'Adding a device.',
        'notification-preferences': 'Choosing what to hear of.',
      },
    }),
  },
];
