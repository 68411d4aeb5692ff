import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { consentsEndings } from './domain/endings.ts';
import { consentsEventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { cleanUpConsents } from './operations/clean-up-consents.ts';
import { expireConsents } from './operations/expire-consents.ts';
import type { ConsentsPorts } from './ports/consents-ports.ts';
import { problems } from './problems.ts';
import { consentsRoutes } from './routes.ts';
import { consentsKeyClasses } from './store/consents-keys.ts';

export type { AccessModel, DataKind } from './domain/access.ts';
export type { AccessDay } from './domain/access-day.ts';
export type { ConsentStatus } from './domain/consent.ts';
export { type AccountGroup, coveredKinds, isNeedCovered } from './domain/coverage.ts';
export { isOwnerNamed } from './domain/kept-access.ts';
export { createAccessDays } from './engine/access-days.ts';
export { checkConsent, type UsableConsent } from './operations/check-consent.ts';
export { countAccess, type LeftAccesses } from './operations/count-access.ts';
export { describeConsent } from './operations/describe-consent.ts';
export { endConsent } from './operations/end-consent.ts';
export { endUsedConsent } from './operations/end-used-consent.ts';
export { findLastReport } from './operations/find-last-report.ts';
export { listConsentsOfOwner } from './operations/list-consents-of-owner.ts';
export {
  type CustomerConsentPage,
  type ListCustomerConsents,
  listCustomerConsents,
} from './operations/list-customer-consents.ts';
export { recordAccessDays } from './operations/record-access-days.ts';
export { type Reestablishment, reestablishConsent } from './operations/reestablish-consent.ts';
export { rememberReport } from './operations/remember-report.ts';
export { replayConsentEndings } from './operations/replay-consent-endings.ts';
export { type ConsentStanding, standingOfConsent } from './operations/standing-of-consent.ts';
export { type ViewedConsent, viewCustomerConsent } from './operations/view-customer-consent.ts';
export { type Withdrawal, withdrawConsent } from './operations/withdraw-consent.ts';
export type { ConsentAccount, ConsentAccounts } from './ports/consent-accounts.ts';
export type { ConsentsChoices, ConsentsPorts } from './ports/consents-ports.ts';
export { problems as consentsProblems } from './problems.ts';
export { createConsentSubjects } from './steps/consent-subjects.ts';
export type { ConsentViewer, CustomerConsent } from './steps/customer-consents.ts';
export type { ConsentHead } from './store/consent-rows.ts';
export { createConsentsVault } from './store/consents-vault.ts';

/** Consents of customers to account information, from the request of a third party to their end. */
export const consentsCapability = defineCapability<ConsentsPorts>({
  name: 'consents',
  routes: consentsRoutes,
  events,
  problems,
  paths: [['/v1/consents', xs2a]],
  handlers: consentsEventHandlers,
  jobs: [
    { name: 'expire-consents', cron: '* * * * *', needs: 'context', run: expireConsents },
    { name: 'clean-up-consents', cron: '53 2 * * *', needs: 'context', run: cleanUpConsents },
  ],
  keyClasses: consentsKeyClasses,
  endings: consentsEndings,
});
