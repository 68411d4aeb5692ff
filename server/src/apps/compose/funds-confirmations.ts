import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { createFundsVault, fundsConfirmationsCapability } from '#capabilities/funds-confirmations/index.ts';
import { scaCapability } from '#capabilities/sca/index.ts';
import { tppNotificationsCapability } from '#capabilities/tpp-notifications/index.ts';
import { tppQuotasCapability } from '#capabilities/tpp-quotas/index.ts';
import { fundsConsentCommands } from '../commands/funds-consents.ts';
import { compose } from './composition.ts';
import { fundsAccountsFrom } from './funds-accounts.ts';
import { fundsChoicesFrom } from './funds-choices.ts';

export const fundsConfirmations = compose(fundsConfirmationsCapability, {
  commands: [fundsConsentCommands],
  async ports(deps, before) {
    const { cores } = await before.of(coreBankingCapability);
    return {
      ...(await before.of(scaCapability)),
      ...(await before.of(tppNotificationsCapability)),
      ...(await before.of(tppQuotasCapability)),
      fundsVault: createFundsVault(deps.keys),
      fundsAccounts: fundsAccountsFrom(deps, cores),
      fundsChoices: fundsChoicesFrom(deps),
    };
  },
});
