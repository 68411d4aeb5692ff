import { Temporal } from 'temporal-polyfill';
import type { PaymentsChoices, PaymentsPorts } from '#capabilities/payments/index.ts';
import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { CompositionDeps } from './composition.ts';
import { accountFieldNames, choicesByBank } from './profile-choices.ts';

/** What the banks chose for payments, from their profiles. */
export function paymentsChoicesFrom(
  deps: Pick<CompositionDeps, 'bankOf' | 'runtime'>,
): PaymentsPorts['paymentsChoices'] {
  return choicesByBank(deps, choicesIn);
}

function choicesIn(profile: Xs2aProfile, timeZone: string): PaymentsChoices {
  return {
    timeZone,
    products: profile.supportedPaymentTypeAndProductMatrix.payments,
    bulkProducts: profile.supportedPaymentTypeAndProductMatrix['bulk-payments'],
    standingProducts: profile.supportedPaymentTypeAndProductMatrix['periodic-payments'],
    bulkEntriesMax: profile.maxBulkEntries,
    unconfirmedLifeMs: profile.notConfirmedPaymentExpirationTimeMs,
    validityDaysMax: profile.maxTransactionValidityDays,
    isDebtorAccountOptional: profile.debtorAccountOptionalInInitialRequest,
    accountFields: profile.supportedAccountReferenceFields.map((field) => accountFieldNames[field]),
    areIbansChecked: !profile.ibanValidationDisabled,
    address: {
      rulesFrom: Temporal.PlainDate.from(profile.addressRulesFrom),
      isHybridAllowed: profile.hybridAddress,
    },
    version03Until: profile.pain001v03Until ?? undefined,
    statusFormats: profile.supportedTransactionStatusFormats,
    isCancellationApproved: profile.paymentCancellationAuthorisationMandated,
    cancelledStatus: profile.cancelImmediateStatus,
    isCustomerMandated: profile.psuInInitialRequestMandated,
    isCustomerIgnored: profile.psuInInitialRequestIgnored,
    payees: {
      isIntegrated: profile['vop.integrated'],
      whenNotRequested: profile['vop.whenHeaderAbsent'],
      isEarlierMandated: profile['vop.requestIdMandated'],
      earlierValidSeconds: profile['vop.requestIdValidSeconds'],
      inlineWaitMs: profile['vop.inlineWaitMs'],
    },
  };
}
