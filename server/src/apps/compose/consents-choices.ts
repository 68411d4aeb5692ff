import type { AccessModel, ConsentsChoices, ConsentsPorts } from '#capabilities/consents/index.ts';
import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { CompositionDeps } from './composition.ts';
import { accountFieldNames, choicesByBank } from './profile-choices.ts';

/** What the banks chose for consents, from their profiles. */
export function consentsChoicesFrom(
  deps: Pick<CompositionDeps, 'bankOf' | 'runtime'>,
): ConsentsPorts['consentsChoices'] {
  return choicesByBank(deps, choicesIn);
}

function choicesIn(profile: Xs2aProfile, timeZone: string): ConsentsChoices {
  return {
    timeZone,
    models: new Set(modelsIn(profile)),
    accountFields: profile.supportedAccountReferenceFields.map((field) => accountFieldNames[field]),
    validityDaysMax: profile.maxConsentValidityDays,
    frequencyMax: profile.accountAccessFrequencyPerDay,
    unconfirmedLifeMs: profile.notConfirmedConsentExpirationTimeMs,
    areOwnerNamesDisclosed: profile.accountOwnerInformationSupported,
    areAccessesCounted: profile.countingOfAisRequests === 'byEndpointCall',
    areSeveralAllowed: profile.multipleConsents,
    areSessionsSupported: profile.aisPisSessionsSupported,
    reestablishHours: profile.dashboardReestablishHours,
    isCustomerMandated: profile.psuInInitialRequestMandated,
    isCustomerIgnored: profile.psuInInitialRequestIgnored,
  };
}

function modelsIn(profile: Xs2aProfile): readonly AccessModel[] {
  return [
    'detailed',
    ...(profile.bankOfferedConsentSupported ? (['bank-offered'] as const) : []),
    ...(profile.globalConsentSupported ? (['allPsd2'] as const) : []),
    ...(profile.availableAccountsConsentSupported
      ? (['availableAccounts', 'availableAccountsWithBalance'] as const)
      : []),
  ];
}
