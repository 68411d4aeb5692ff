import { Temporal } from 'temporal-polyfill';
import type { PaymentsChoices, PaymentsPorts } from '#capabilities/payments/index.ts';
import { profilesFrom, type Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { CompositionDeps } from './composition.ts';

/** What the banks chose for payments, from their profiles. */
export function paymentsChoicesFrom({
  bankOf,
  runtime: { config },
}: Pick<CompositionDeps, 'bankOf' | 'runtime'>): PaymentsPorts['paymentsChoices'] {
  const profiles = profilesFrom(config.xs2aProfiles, config.banks);
  const made = new Map<string, PaymentsChoices>();
  return {
    of(bankId) {
      const known = made.get(bankId);
      if (known !== undefined) return known;
      const profile = profiles.get(bankId);
      if (profile === undefined) throw new Error(`bank ${bankId} has no profile`);
      const choices = choicesIn(profile, bankOf(bankId).timeZone);
      made.set(bankId, choices);
      return choices;
    },
  };
}

/** Names of identifiers in the profile, and those of the standard. */
const accountFields = {
  IBAN: 'iban',
  BBAN: 'bban',
  PAN: 'pan',
  MASKEDPAN: 'maskedPan',
  MSISDN: 'msisdn',
} as const;

function choicesIn(profile: Xs2aProfile, timeZone: string): PaymentsChoices {
  return {
    timeZone,
    products: profile.supportedPaymentTypeAndProductMatrix.payments,
    unconfirmedLifeMs: profile.notConfirmedPaymentExpirationTimeMs,
    validityDaysMax: profile.maxTransactionValidityDays,
    isDebtorAccountOptional: profile.debtorAccountOptionalInInitialRequest,
    accountFields: profile.supportedAccountReferenceFields.map((field) => accountFields[field]),
    areIbansChecked: !profile.ibanValidationDisabled,
    address: {
      rulesFrom: Temporal.PlainDate.from(profile.addressRulesFrom),
      isHybridAllowed: profile.hybridAddress,
    },
    version03Until: profile.pain001v03Until ?? undefined,
    statusFormats: profile.supportedTransactionStatusFormats,
    cancelledStatus: profile.cancelImmediateStatus,
    isCustomerMandated: profile.psuInInitialRequestMandated,
    isCustomerIgnored: profile.psuInInitialRequestIgnored,
  };
}
