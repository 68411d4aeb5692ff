import { xs2aVerifications } from '#dialects/xs2a/xs2a-verifications.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { cleanUpVerifications } from './operations/clean-up-verifications.ts';
import { reportProbedAccounts } from './operations/report-probed-accounts.ts';
import type { PayeeVerificationsPorts } from './ports/payee-verifications-ports.ts';
import { problems } from './problems.ts';
import { payeeVerificationsRoutes } from './routes.ts';
import { payeeKeyClasses } from './store/payee-keys.ts';

export type { MatchCode } from './domain/matching/match-result.ts';
export type { Claim, OrganisationId, PayeeAnswer } from './domain/payee.ts';
export { notApplicable } from './domain/payee.ts';
export { answerMs } from './domain/policy.ts';
export { answerDueBulks } from './operations/answer-due-bulks.ts';
export { checkPayee, type PayeeToCheck } from './operations/check-payee.ts';
export { checkPayees } from './operations/check-payees.ts';
export { findEarlierAnswer } from './operations/find-earlier-answer.ts';
export type { PayeeChoices, PayeeVerificationsPorts } from './ports/payee-verifications-ports.ts';
export type { PayeeBanks, PayeeQuestion, PayeeVerifier } from './ports/payee-verifier.ts';
export { createPayeeVault } from './store/payee-vault.ts';

/** The standard has verifications of payers and of any party too, which are not offered. */
const verificationPaths = ['payee', 'payer', 'party'].flatMap((party) => [
  `/v1/${party}-verifications`,
  `/v1/bulk-${party}-verifications`,
]);

/** Verification of payees: for accounts of this bank, and at other banks for third parties. */
export const payeeVerificationsCapability = defineCapability<PayeeVerificationsPorts>({
  name: 'payee-verifications',
  routes: payeeVerificationsRoutes,
  problems,
  paths: verificationPaths.map((path) => [path, xs2aVerifications]),
  jobs: [
    { name: 'report-probed-accounts', cron: '*/15 * * * *', needs: 'context', run: reportProbedAccounts },
    { name: 'clean-up-verifications', cron: '37 * * * *', needs: 'context', run: cleanUpVerifications },
  ],
  keyClasses: payeeKeyClasses,
});
