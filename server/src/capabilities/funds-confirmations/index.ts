import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { xs2aFundsConsents } from '#dialects/xs2a/xs2a-funds-consents.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { fundsConsentsPath } from './contract/consents.ts';
import { fundsEndings } from './domain/endings.ts';
import { fundsEventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { cleanUpFundsConfirmations } from './operations/clean-up-funds-confirmations.ts';
import { expireConsents } from './operations/expire-consents.ts';
import type { FundsPorts } from './ports/funds-ports.ts';
import { problems } from './problems.ts';
import { fundsRoutes } from './routes.ts';
import { fundsKeyClasses } from './store/funds-keys.ts';

export { describeFundsConsent } from './operations/describe-funds-consent.ts';
export { endFundsConsent } from './operations/end-funds-consent.ts';
export { listCustomerFundsConsents } from './operations/list-customer-funds-consents.ts';
export { listFundsConsentsOfOwner } from './operations/list-funds-consents-of-owner.ts';
export { recordAgreement } from './operations/record-agreement.ts';
export { type Reestablishment, reestablishFundsConsent } from './operations/reestablish-funds-consent.ts';
export { replayFundsConsentEndings } from './operations/replay-funds-consent-endings.ts';
export { standingOfFundsConsent } from './operations/standing-of-funds-consent.ts';
export {
  type ViewedFundsConsent,
  viewCustomerFundsConsent,
} from './operations/view-customer-funds-consent.ts';
export { withdrawFundsConsent } from './operations/withdraw-funds-consent.ts';
export type { FundsAccounts } from './ports/funds-accounts.ts';
export type { FundsChoices, FundsPorts } from './ports/funds-ports.ts';
export { problems as fundsProblems } from './problems.ts';
export { createFundsConsentSubjects } from './steps/consent-subjects.ts';
export type { CustomerFundsConsent } from './steps/customer-consents.ts';
export type { ConsentHead as FundsConsentHead } from './store/consent-rows.ts';
export { createFundsVault } from './store/funds-vault.ts';

/** Yes/no questions of third parties about the funds of an account, and the consents of customers to them. */
export const fundsConfirmationsCapability = defineCapability<FundsPorts>({
  name: 'funds-confirmations',
  routes: fundsRoutes,
  events,
  problems,
  paths: [
    [fundsConsentsPath, xs2aFundsConsents],
    ['/v1/funds-confirmations', xs2a],
  ],
  handlers: fundsEventHandlers,
  jobs: [
    { name: 'expire-funds-consents', cron: '* * * * *', needs: 'context', run: expireConsents },
    {
      name: 'clean-up-funds-confirmations',
      cron: '29 * * * *',
      needs: 'context',
      run: cleanUpFundsConfirmations,
    },
  ],
  keyClasses: fundsKeyClasses,
  endings: fundsEndings,
});
