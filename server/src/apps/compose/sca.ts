import { createApprovalDevices, createClientVault } from '#capabilities/client/index.ts';
import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { createFundsConsentSubjects, createFundsVault } from '#capabilities/funds-confirmations/index.ts';
import { identityCapability } from '#capabilities/identity/index.ts';
import {
  createScaVault,
  type ExemptionRules,
  type LowValueLimits,
  type ScaChoices,
  scaCapability,
} from '#capabilities/sca/index.ts';
import { createBasketSubjects, guardMembers } from '#capabilities/signing-baskets/index.ts';
import { tppNotificationsCapability } from '#capabilities/tpp-notifications/index.ts';
import { profilesFrom, type Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import { parseMoney } from '#platform/kernel/money.ts';
import { basketMembersFrom, cancellationSubjectsFrom } from './basket-members.ts';
import { compose } from './composition.ts';
import { accountPayeeFacts } from './payee-facts.ts';

/** Approvals. Payments and consents are approved alone or, in a basket, together. */
export const sca = compose(scaCapability, {
  async ports(deps, before) {
    const { api, keys, runtime } = deps;
    const { clock, config } = runtime;
    const { cores } = await before.of(coreBankingCapability);
    const profiles = profilesFrom(config.xs2aProfiles, config.banks);
    const identity = await before.of(identityCapability);
    const { notificationChoices } = await before.of(tppNotificationsCapability);
    const grouping = { clock, members: basketMembersFrom(deps, cores) };
    return {
      scaVault: createScaVault(keys),
      subjects: {
        payment: guardMembers('payment', grouping),
        'payment-cancellation': cancellationSubjectsFrom(deps, cores),
        consent: guardMembers('consent', grouping),
        'funds-confirmation-consent': createFundsConsentSubjects({
          clock,
          fundsVault: createFundsVault(keys),
        }),
        'signing-basket': createBasketSubjects(grouping),
        ...api?.approvalParts.subjects,
      },
      devices: createApprovalDevices({
        clientVault: createClientVault(keys),
        users: identity.authorization.users,
      }),
      identity,
      notificationChoices,
      payeeFacts: accountPayeeFacts(identity.authorization.accounts),
      scaChoices: {
        of(bankId) {
          const profile = profiles.get(bankId);
          if (profile === undefined) throw new Error(`bank ${bankId} has no profile`);
          return { ...choicesIn(profile, config.baseUrl), ...flowIn(profile, config.baseUrl, bankId) };
        },
      },
    };
  },
});

function choicesIn(profile: Xs2aProfile, pageUrl: string): ScaChoices {
  const [first = 'REDIRECT', ...others] = profile.scaApproachesSupported;
  return {
    approaches: [first, ...others],
    linkLifeMs: profile.redirectUrlExpirationTimeMs,
    cancellationLinkLifeMs: profile.paymentCancellationRedirectUrlExpirationTimeMs,
    authorisationLifeMs: profile.authorisationExpirationTimeMs,
    isConfirmationNeeded: profile.authorisationConfirmationRequestMandated,
    startMode: profile.startAuthorisationMode,
    areBasketsSupported: profile.signingBasketSupported,
    areAddressesCompared: profile.checkUriComplianceToDomainSupported,
    pageUrl,
    exemptions: exemptionsIn(profile),
  };
}

/** Returns how browsers come to the page, and what third parties need before. SPEC xs2a-2026 6 */
function flowIn(
  profile: Xs2aProfile,
  baseUrl: string,
  bankId: string,
): Pick<ScaChoices, 'oauthMetadataUrl' | 'isPreStepMandated'> {
  const ownMetadata = `${baseUrl}/.well-known/oauth-authorization-server/oauth/${bankId}`;
  switch (profile.scaRedirectFlow) {
    case 'REDIRECT':
      return {};
    case 'OAUTH':
      return { oauthMetadataUrl: profile.oauthConfigurationUrl ?? ownMetadata };
    case 'OAUTH_PRE_STEP':
      return { isPreStepMandated: true };
  }
}

/** Returns the exemptions that a bank uses; none without a choice of the bank. */
function exemptionsIn(profile: Xs2aProfile): ExemptionRules {
  return {
    'low-value': profile['scaExemptions.lowValue'].map(limitsIn),
    recurring: profile['scaExemptions.recurring'],
    'own-accounts': profile['scaExemptions.ownAccounts'],
    'trusted-beneficiary': profile['scaExemptions.trustedBeneficiary'],
  };
}

function limitsIn({
  amountMax,
  countMax,
  currency,
  sumMax,
}: Xs2aProfile['scaExemptions.lowValue'][number]): LowValueLimits {
  const [one, sum] = [amountMax, sumMax].map((amount) => parseMoney({ currency, amount }));
  if (one === undefined || sum === undefined) throw new Error(`limits in ${currency} were not checked`);
  return { currency: one.currency, amountMax: one.minor, sumMax: sum.minor, countMax };
}
