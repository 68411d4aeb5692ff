import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { scaCapability } from '#capabilities/sca/index.ts';
import { type BasketsChoices, signingBasketsCapability } from '#capabilities/signing-baskets/index.ts';
import { tppNotificationsCapability } from '#capabilities/tpp-notifications/index.ts';
import { tppQuotasCapability } from '#capabilities/tpp-quotas/index.ts';
import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import { basketMembersFrom } from './basket-members.ts';
import { compose } from './composition.ts';
import { choicesByBank } from './profile-choices.ts';

export const signingBaskets = compose(signingBasketsCapability, {
  async ports(deps, before) {
    const { cores } = await before.of(coreBankingCapability);
    return {
      ...(await before.of(scaCapability)),
      ...(await before.of(tppNotificationsCapability)),
      ...(await before.of(tppQuotasCapability)),
      basketMembers: basketMembersFrom(deps, cores),
      basketsChoices: choicesByBank(deps, choicesIn),
    };
  },
});

function choicesIn(profile: Xs2aProfile): BasketsChoices {
  return {
    areSupported: profile.signingBasketSupported,
    entriesMax: profile.signingBasketMaxEntries,
    unconfirmedLifeMs: profile.notConfirmedSigningBasketExpirationTimeMs,
  };
}
