import { defineCapability } from '#platform/capability/capability.ts';
import { cleanUpQuotas } from './operations/clean-up-quotas.ts';
import type { TppQuotasPorts } from './ports/tpp-quotas-ports.ts';
import { problems } from './problems.ts';
import { quotaKeyClasses } from './store/quota-keys.ts';

export type { Phase } from './domain/phase.ts';
export type { Quotas, TppQuotasPorts } from './ports/tpp-quotas-ports.ts';
export { problems as quotaProblems } from './problems.ts';
export { deleteUnsignedContents } from './steps/delete-unsigned.ts';
export { followResource } from './steps/follow-resource.ts';
export { limitUnknownAccounts } from './steps/limit-unknown-accounts.ts';
export { type NewResource, withinQuotas } from './steps/reserve-resource.ts';
export { createQuotaHashes } from './store/quota-hashes.ts';

/** What each third party may have open and stored, so that one cannot use up what others need. */
export const tppQuotasCapability = defineCapability<TppQuotasPorts>({
  name: 'tpp-quotas',
  routes: [],
  problems,
  jobs: [{ name: 'clean-up-quotas', cron: '17 * * * *', needs: 'context', run: cleanUpQuotas }],
  keyClasses: quotaKeyClasses,
});
