import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { partyCapability } from '#capabilities/party/index.ts';
import { createPayeeVault, payeeVerificationsCapability } from '#capabilities/payee-verifications/index.ts';
import { compose } from './composition.ts';
import { openPayeeBanks } from './payee-banks.ts';
import { choicesByBank } from './profile-choices.ts';

export const payeeVerifications = compose(payeeVerificationsCapability, {
  async ports(deps, before) {
    const { cores } = await before.of(coreBankingCapability);
    const { partyVault } = await before.of(partyCapability);
    return {
      payeeVault: createPayeeVault(deps.keys),
      cores,
      partyVault,
      payeeBanks: await openPayeeBanks(deps.runtime.config.payeeBanks),
      payeeChoices: choicesByBank(deps, (profile) => ({
        bulkSyncEntries: profile['vop.bulkSyncEntries'],
        bulkMaxEntries: profile['vop.bulkMaxEntries'],
      })),
    };
  },
  close: ({ payeeBanks }) => payeeBanks.close(),
});
