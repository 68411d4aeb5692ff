import type { FundsChoices, FundsPorts } from '#capabilities/funds-confirmations/index.ts';
import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { CompositionDeps } from './composition.ts';
import { accountFieldNames, choicesByBank } from './profile-choices.ts';

/** What the banks chose for the confirmation of funds, from their profiles. */
export function fundsChoicesFrom(
  deps: Pick<CompositionDeps, 'bankOf' | 'runtime'>,
): FundsPorts['fundsChoices'] {
  return choicesByBank(deps, choicesIn);
}

const origins = {
  NOT_SUPPORTED: undefined,
  ASPSP_CONSENT_SUPPORTED: 'bank',
  TPP_CONSENT_SUPPORTED: 'third-party',
} as const satisfies Record<Xs2aProfile['piisConsentSupported'], FundsChoices['origin']>;

function choicesIn(profile: Xs2aProfile, timeZone: string): FundsChoices {
  return {
    timeZone,
    origin: origins[profile.piisConsentSupported],
    accountFields: profile.supportedAccountReferenceFields.map((field) => accountFieldNames[field]),
    unconfirmedLifeMs: profile.notConfirmedConsentExpirationTimeMs,
    reestablishHours: profile.dashboardReestablishHours,
    isCustomerMandated: profile.psuInInitialRequestMandated,
    isCustomerIgnored: profile.psuInInitialRequestIgnored,
  };
}
