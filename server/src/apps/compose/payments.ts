import { createClientVault } from '#capabilities/client/index.ts';
import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { payeeVerificationsCapability } from '#capabilities/payee-verifications/index.ts';
import { createPaymentsVault, paymentsCapability } from '#capabilities/payments/index.ts';
import { scaCapability } from '#capabilities/sca/index.ts';
import { tppNotificationsCapability } from '#capabilities/tpp-notifications/index.ts';
import { tppQuotasCapability } from '#capabilities/tpp-quotas/index.ts';
import { createCommandGroups } from '#platform/work/command-groups.ts';
import { groupStatements } from '#platform/work/trail-statements.ts';
import { payeeOptOutCommands } from '../commands/payee-opt-outs.ts';
import { compose } from './composition.ts';
import { payerAccountsFrom } from './payer-accounts.ts';
import { paymentsChoicesFrom } from './payments-choices.ts';

export const payments = compose(paymentsCapability, {
  commands: [payeeOptOutCommands],
  async ports(deps, before) {
    const { cores } = await before.of(coreBankingCapability);
    return {
      ...(await before.of(scaCapability)),
      ...(await before.of(tppNotificationsCapability)),
      ...(await before.of(tppQuotasCapability)),
      paymentsVault: createPaymentsVault(deps.keys),
      clientVault: createClientVault(deps.keys),
      payerAccounts: payerAccountsFrom(deps, cores),
      cores,
      commandGroups: createCommandGroups({ database: deps.database, ...groupStatements }),
      documents: deps.runtime.documents,
      payees: await before.of(payeeVerificationsCapability),
      paymentsChoices: paymentsChoicesFrom(deps),
    };
  },
});
