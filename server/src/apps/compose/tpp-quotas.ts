import { createQuotaHashes, tppQuotasCapability } from '#capabilities/tpp-quotas/index.ts';
import { compose } from './composition.ts';
import { choicesByBank } from './profile-choices.ts';

export const tppQuotas = compose(tppQuotasCapability, {
  async ports(deps) {
    return {
      quotaChoices: choicesByBank(deps, (profile) => profile.quotas),
      quotaHashes: createQuotaHashes(deps.keys),
    };
  },
});
