import { type ClassificationSchema, valuesOf, withTranslations } from '#platform/kernel/classification.ts';
import { arabic } from './classification-texts/arabic.ts';
import { dutch } from './classification-texts/dutch.ts';
import { french } from './classification-texts/french.ts';
import { german } from './classification-texts/german.ts';
import { noAction, sensitiveActions } from './literals.ts';
import { anyKind, authorizationTypes, resourceKinds, transactionTypes } from './signing/rule.ts';

/** What can be signed. */
export const resourceKindSchema: ClassificationSchema = {
  id: 'resource-kinds',
  name: 'Resource kinds',
  description: 'What can be signed.',
  bank: { mayAdd: true, fixed: 'all', reserved: [anyKind] },
  values: valuesOf(resourceKinds, {
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
  }),
};

/** What a one-time password can be requested for. */
export const sensitiveActionSchema: ClassificationSchema = {
  id: 'sensitive-actions',
  name: 'Sensitive actions',
  description: 'Purpose of a one-time password.',
  bank: { mayAdd: true, fixed: 'all', reserved: [noAction] },
  values: valuesOf(sensitiveActions, {
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
  }),
};

/** Classifications of codes, signatures and rules, which correspondence serves: this interface has none of its own. */
export const authorizationClassifications: readonly ClassificationSchema[] = withTranslations(
  [
    {
      // SPEC 002: literals as specified, `N/A` included.
      id: 'transaction-types',
      name: 'Transaction types',
      description: 'Destination of a transaction.',
      values: valuesOf(transactionTypes, {
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
      values: valuesOf(authorizationTypes, {
        descriptions: {
          PAYMENT: 'Making a payment.',
          CANCELLATION: 'Cancelling a payment.',
          CONSENT: 'Granting a consent.',
          'N/A': 'Anything.',
        },
      }),
    },
    resourceKindSchema,
    sensitiveActionSchema,
  ],
  { de: german, fr: french, nl: dutch, ar: arabic },
);
