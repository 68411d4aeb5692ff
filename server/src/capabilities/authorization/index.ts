import { channel } from '#dialects/channel/channel.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { authorizationEndings } from './domain/endings.ts';
import { authorizationEventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { cleanUpAuthorization } from './operations/clean-up-authorization.ts';
import { expireCollections } from './operations/expire-collections.ts';
import type { AuthorizationPorts } from './ports/authorization-ports.ts';
import { problems } from './problems.ts';
import { authorizationRoutes } from './routes.ts';
import { authorizationKeyClasses } from './store/authorization-keys.ts';

export { type EvaluateCommand, emptyContext } from './domain/calling-context.ts';
export { type CodeLimit, codeLimitOf } from './domain/code-limits.ts';
export { authorizationEndings } from './domain/endings.ts';
export { parseSuite } from './domain/ocra/suite.ts';
export type { OwnerKind } from './domain/signing/facts.ts';
export type { Finding } from './domain/signing/finding.ts';
export type { AccountReference, PaymentOrder } from './domain/signing/payment-order.ts';
export { readRules } from './domain/signing/read-rules.ts';
export { resourceKinds, type SigningRule } from './domain/signing/rule.ts';
export { authorizationEventHandlers } from './event-handlers.ts';
export { events as authorizationEvents } from './events.ts';
export { type ActivatedRules, type ActivateRules, activateRules } from './operations/activate-rules.ts';
export { type Assigned, assignToken } from './operations/assign-token.ts';
export { assignVerifications } from './operations/assign-verifications.ts';
export { cleanUpAuthorization } from './operations/clean-up-authorization.ts';
export { dispatchCodes } from './operations/dispatch-codes.ts';
export { endTokens } from './operations/end-tokens.ts';
export { enrolToken } from './operations/enrol-token.ts';
export { expireCollections } from './operations/expire-collections.ts';
export { explainSigning, type SigningExplanation } from './operations/explain-signing.ts';
export { findEqualSeeds } from './operations/find-equal-seeds.ts';
export { hasToken } from './operations/has-token.ts';
export { type ImportedToken, importTokens } from './operations/import-tokens.ts';
export { isContactProven } from './operations/is-contact-proven.ts';
export { isVerified, type VerificationCriteria } from './operations/is-verified.ts';
export { liftFactorBlock } from './operations/lift-factor-block.ts';
export { type ListedRule, listSigningRules } from './operations/list-signing-rules.ts';
export { prepareSigning } from './operations/prepare-signing.ts';
export { recordSignature } from './operations/record-signature.ts';
export { replayCounters } from './operations/replay-counters.ts';
export { saveAbsence } from './operations/save-absence.ts';
export { saveSigningGroup } from './operations/save-signing-group.ts';
export { sendContactCode } from './operations/send-contact-code.ts';
export { sendOtp } from './operations/send-otp.ts';
export { settleCollection } from './operations/settle-collection.ts';
export { type PassedFactor, useFactor } from './operations/use-factor.ts';
export { useVerification } from './operations/use-verification.ts';
export { verifyOathOtp } from './operations/verify-oath-otp.ts';
export { verifyOtp } from './operations/verify-otp.ts';
export { type VoidedFactors, voidOpenFactors } from './operations/void-open-factors.ts';
export { withdrawSignatures } from './operations/withdraw-signatures.ts';
export { type Accounts, noCoreAccounts } from './ports/accounts.ts';
export type { AuthorizationPorts } from './ports/authorization-ports.ts';
export { type DeviceKeys, noDeviceKeys } from './ports/device-keys.ts';
export type { PaymentFiles } from './ports/payment-files.ts';
export { type MandatedUser, noUsers, type User, type Users } from './ports/users.ts';
export { problems as authorizationProblems } from './problems.ts';
export { authorizationRoutes } from './routes.ts';
export { authorizationKeyClasses } from './store/authorization-keys.ts';
export { createAuthorizationVault } from './store/authorization-vault.ts';
export { ruleChangeText } from './store/rule-document.ts';
export { signatureSealWalks } from './store/seal-walks.ts';
export { createSeedVault, type SeedVault } from './store/seed-vault.ts';

/** Second factors, and who has signed and may sign. */
export const authorizationCapability = defineCapability<AuthorizationPorts>({
  name: 'authorization',
  routes: authorizationRoutes,
  events,
  problems,
  paths: [['/v1/authorization', channel]],
  handlers: (ports) => (ports === undefined ? [] : authorizationEventHandlers(ports)),
  jobs: [
    { name: 'expire-collections', cron: '* * * * *', needs: 'context', run: expireCollections },
    { name: 'tidy-authorization', cron: '17 * * * *', needs: 'context', run: cleanUpAuthorization },
  ],
  keyClasses: authorizationKeyClasses,
  endings: authorizationEndings,
});
