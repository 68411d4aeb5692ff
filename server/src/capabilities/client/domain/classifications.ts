import { type ClassificationSchema, valuesOf, withTranslations } from '#platform/kernel/classification.ts';
import { changeRequestKinds } from './change-request.ts';
import { arabic } from './classification-texts/arabic.ts';
import { dutch } from './classification-texts/dutch.ts';
import { french } from './classification-texts/french.ts';
import { german } from './classification-texts/german.ts';
import { unpairReasons } from './devices/device.ts';
import { pendingActionKinds } from './pending-action.ts';
import { fraudCategories } from './restrictions/fraud-report.ts';
import { restrictionKinds, restrictionReasons } from './restrictions/restriction.ts';
import { tutorials } from './tutorials.ts';

/** Classifications of clients, their devices and restrictions, which correspondence serves: this interface has none of its own. */
export const clientClassifications: readonly ClassificationSchema[] = withTranslations(
  [
    {
      id: 'restriction-kinds',
      name: 'Restriction kinds',
      description: 'What a client currently cannot do.',
      bank: { mayAdd: false, fixed: 'all' },
      values: valuesOf(restrictionKinds, {
        descriptions: {
          'login-block': 'Sign in.',
          'payment-block': 'Pay.',
          'card-block': 'Use cards.',
          'new-payee-block': 'Payments to new payees.',
          'device-block': 'Use devices.',
          'foreign-payment-block': 'Pay abroad.',
          'estate-hold': 'All actions, until the estate is settled.',
          'court-order': 'Actions forbidden by court order.',
        },
      }),
    },
    {
      id: 'restriction-reasons',
      name: 'Restriction reasons',
      description: 'Why a restriction was set.',
      // The product sets or reads these itself.
      bank: { mayAdd: true, fixed: ['stolen', 'suspected-fraud', 'overdue-action', 'deceased'] },
      values: valuesOf(restrictionReasons, {
        descriptions: {
          lost: 'Card, device or credential lost.',
          stolen: 'Card, device or credential stolen.',
          'suspected-fraud': 'Suspected fraud.',
          'customer-request': 'Requested by the customer.',
          'overdue-action': 'The customer has not met an obligation.',
          deceased: 'The customer has died.',
          'court-order': 'Ordered by a court.',
          compliance: 'Required by law.',
          other: 'Another reason.',
        },
      }),
    },
    {
      id: 'fraud-categories',
      name: 'Fraud categories',
      description: 'What is suspected.',
      // A device that was unpaired reports the first two; a report that names none has the last.
      bank: { mayAdd: true, fixed: ['stolen-device', 'account-takeover', 'other'] },
      values: valuesOf(fraudCategories, {
        descriptions: {
          'unauthorised-payment': 'An unauthorized payment.',
          phishing: 'Phishing: a third party impersonates the bank.',
          'lost-credentials': 'Credentials may be known to a third party.',
          'stolen-device': 'A device was stolen.',
          'sim-swap': 'A third party controls the telephone number.',
          'account-takeover': 'A third party signs in to the account.',
          'scam-payment': 'A payment made because of deception.',
          other: 'Something else.',
        },
      }),
    },
    {
      id: 'unpair-reasons',
      name: 'Unpair reasons',
      description: 'Why a device is no longer used.',
      bank: { mayAdd: false, fixed: 'all' },
      values: valuesOf(unpairReasons, {
        descriptions: {
          lost: 'Lost.',
          stolen: 'Stolen.',
          replaced: 'Replaced by another device.',
          'not-mine': 'It never belonged to the client.',
          other: 'Another reason.',
        },
      }),
    },
    {
      id: 'pending-action-kinds',
      name: 'Pending action kinds',
      description: 'Actions that the bank expects from a client.',
      bank: { mayAdd: false, fixed: 'all' },
      values: valuesOf(pendingActionKinds, {
        descriptions: {
          'accept-terms': 'Accept terms and conditions.',
          'confirm-personal-data': 'Confirm that the stored data is correct.',
          'complete-kyc': 'Answer questions required by law.',
          'renew-id-document': 'Provide a valid document.',
          'confirm-tax-status': 'Declare the tax residence.',
          'verify-email': 'Verify an e-mail address.',
          'verify-phone': 'Verify a telephone number.',
          'pair-device': 'Add a device.',
          'sign-document': 'Sign a document.',
          'sign-payment': 'Sign a payment.',
          'read-notice': 'Read a notice.',
          'change-password': 'Choose another password.',
        },
      }),
    },
    {
      id: 'change-request-kinds',
      name: 'Change request kinds',
      description: 'What a client wants to change.',
      bank: { mayAdd: false, fixed: 'all' },
      values: valuesOf(changeRequestKinds, {
        descriptions: {
          email: 'The e-mail address.',
          'mobile-phone': 'The mobile telephone number.',
          'legal-address': 'The registered address.',
          surname: 'The surname.',
          'tax-residency': 'The tax residence.',
          'id-document': 'The identification document.',
        },
      }),
    },
    {
      id: 'tutorials',
      name: 'Tutorials',
      description: 'Step-by-step guides.',
      bank: { mayAdd: false, fixed: 'all' },
      values: valuesOf<string>(
        tutorials.map(({ tutorialId }) => tutorialId),
        {
          descriptions: {
            'first-steps': 'Navigation.',
            'first-payment': 'Making a payment.',
            'device-pairing': 'Adding a device.',
            'notification-preferences': 'Setting up notifications.',
          },
        },
      ),
    },
  ],
  { de: german, fr: french, nl: dutch, ar: arabic },
);
