import { consentsCapability, createConsentsVault } from '#capabilities/consents/index.ts';
import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { scaCapability } from '#capabilities/sca/index.ts';
import { tppNotificationsCapability } from '#capabilities/tpp-notifications/index.ts';
import { tppQuotasCapability } from '#capabilities/tpp-quotas/index.ts';
import { consentCommands } from '../commands/consents.ts';
import { startAccessDays } from './access-days.ts';
import { compose } from './composition.ts';
import { consentAccountsFrom } from './consent-accounts.ts';
import { consentsChoicesFrom } from './consents-choices.ts';

export const consents = compose(consentsCapability, {
  commands: [consentCommands],
  async ports(deps, before) {
    const { cores } = await before.of(coreBankingCapability);
    return {
      ...(await before.of(scaCapability)),
      ...(await before.of(tppNotificationsCapability)),
      ...(await before.of(tppQuotasCapability)),
      consentsVault: createConsentsVault(deps.keys),
      consentAccounts: consentAccountsFrom(deps, cores),
      accessDays: startAccessDays(deps),
      consentsChoices: consentsChoicesFrom(deps),
    };
  },
  close: ({ accessDays }) => accessDays.close(),
});
