import { channel } from '#dialects/channel/channel.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { authorizationClassifications } from './domain/classifications.ts';
import { authorizationEndings } from './domain/endings.ts';
import { authorizationPolicies } from './domain/policy.ts';
import { authorizationEventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { cleanUpAuthorization } from './operations/clean-up-authorization.ts';
import { expireCollections } from './operations/signatures/expire-collections.ts';
import type { AuthorizationPorts } from './ports/authorization-ports.ts';
import { problems } from './problems.ts';
import { authorizationRoutes } from './routes.ts';
import { authorizationKeyClasses } from './store/authorization-keys.ts';

export {
  type EvaluateCommand,
  type ExemptionReason,
  emptyContext,
  type FactorProof,
  type SigningProof,
  type VerifiedProof,
} from './domain/calling-context.ts';
export { authorizationClassifications } from './domain/classifications.ts';
export { type CodeLimit, codeLimitOf } from './domain/code-limits.ts';
export { deviceApprovalText } from './domain/device-approval.ts';
export { authorizationEndings } from './domain/endings.ts';
export type { FactorVerdict } from './domain/factor-verdict.ts';
export { parseSuite } from './domain/ocra/suite.ts';
export { isPlainMessage } from './domain/otp.ts';
export { otpMessageMax } from './domain/policy.ts';
export { otpResendWaitSeconds } from './domain/sends/policy.ts';
export type { OwnerKind } from './domain/signing/facts.ts';
export type { Finding } from './domain/signing/finding.ts';
export type { AccountReference, PaymentOrder } from './domain/signing/payment-order.ts';
export { accountKey } from './domain/signing/payment-order.ts';
export { kindNamed, type ResourceKind, type SigningRule } from './domain/signing/rule.ts';
export {
  type GroupMember,
  type SigningChange,
  type SigningChangeContent,
  subjectOf,
  usersIn,
} from './domain/signing/signing-change.ts';
export { standingAmount } from './domain/signing/standing-amount.ts';
export { readRules } from './engine/signing-rules/read-rules.ts';
export { authorizationEventHandlers } from './event-handlers.ts';
export { events as authorizationEvents } from './events.ts';
export { cleanUpAuthorization } from './operations/clean-up-authorization.ts';
export { assignVerifications } from './operations/codes/assign-verifications.ts';
export { consumeLatestCode } from './operations/codes/consume-latest-code.ts';
export { consumeVerification } from './operations/codes/consume-verification.ts';
export { dispatchCodes } from './operations/codes/dispatch-codes.ts';
export { isContactProven } from './operations/codes/is-contact-proven.ts';
export { isVerified, type VerificationCriteria } from './operations/codes/is-verified.ts';
export { type SendApprovalCode, sendApprovalCode } from './operations/codes/send-approval-code.ts';
export { sendContactCode } from './operations/codes/send-contact-code.ts';
export { sendOtp } from './operations/codes/send-otp.ts';
export { verifyCode } from './operations/codes/verify-code.ts';
export { verifyOtp } from './operations/codes/verify-otp.ts';
export { consumeFactor, type PassedFactor } from './operations/factors/consume-factor.ts';
export { liftFactorLockout } from './operations/factors/lift-factor-lockout.ts';
export { type ApprovalMethod, methodsOf } from './operations/factors/methods-of.ts';
export { voidFactorsOf } from './operations/factors/void-factors-of.ts';
export { type VoidedFactors, voidOpenFactors } from './operations/factors/void-open-factors.ts';
export { closeCollection } from './operations/signatures/close-collection.ts';
export { expireCollections } from './operations/signatures/expire-collections.ts';
export { isStillSigned } from './operations/signatures/is-still-signed.ts';
export { listExecutedResources } from './operations/signatures/list-executed-resources.ts';
export { type ListedCollection, listOpenCollections } from './operations/signatures/list-open-collections.ts';
export { lockCollectionState } from './operations/signatures/lock-collection-state.ts';
export { lockSigners } from './operations/signatures/lock-signers.ts';
export {
  type OpenCollection,
  type OpenedCollection,
  openCollection,
} from './operations/signatures/open-collection.ts';
export { openCorrection, type SignedCorrection } from './operations/signatures/open-correction.ts';
export { prepareNewSigning } from './operations/signatures/prepare-new-signing.ts';
export { prepareSigning } from './operations/signatures/prepare-signing.ts';
export { recallSignatures } from './operations/signatures/recall-signatures.ts';
export { recordSignature } from './operations/signatures/record-signature.ts';
export {
  type RecordedSignature,
  type RecordSignatures,
  recordSignatures,
} from './operations/signatures/record-signatures.ts';
export { type SigningProgress, signingProgress } from './operations/signatures/signing-progress.ts';
export { type CorrectionState, useCorrection } from './operations/signatures/use-correction.ts';
export { withdrawSignatures } from './operations/signatures/withdraw-signatures.ts';
export {
  type ActivatedRules,
  activateSignedRules,
  type SignedRules,
} from './operations/signing-rules/activate-signed-rules.ts';
export { checkSigningRules, type RuleFindings } from './operations/signing-rules/check-signing-rules.ts';
export {
  type DecidedSigningChange,
  decideSigningChange,
} from './operations/signing-rules/decide-signing-change.ts';
export { explainSigning, type SigningExplanation } from './operations/signing-rules/explain-signing.ts';
export { getSigningChange } from './operations/signing-rules/get-signing-change.ts';
export { type ListedVersion, listRuleVersions } from './operations/signing-rules/list-rule-versions.ts';
export { listSigningAbsences } from './operations/signing-rules/list-signing-absences.ts';
export { listSigningChanges } from './operations/signing-rules/list-signing-changes.ts';
export { listSigningGroups } from './operations/signing-rules/list-signing-groups.ts';
export { type ListedRule, listSigningRules } from './operations/signing-rules/list-signing-rules.ts';
export {
  type ProposedSigningChange,
  proposeSigningChange,
  type SigningProposal,
} from './operations/signing-rules/propose-signing-change.ts';
export { assignToken, type TokenAssignment } from './operations/tokens/assign-token.ts';
export { type BeginChallenge, beginChallenge } from './operations/tokens/begin-challenge.ts';
export { type BlockTokens, blockTokens } from './operations/tokens/block-tokens.ts';
export { type ConsumeChallenge, consumeChallenge } from './operations/tokens/consume-challenge.ts';
export { endTokens } from './operations/tokens/end-tokens.ts';
export { type EnrolTokens, enrolTokens } from './operations/tokens/enrol-tokens.ts';
export { findEqualSeeds } from './operations/tokens/find-equal-seeds.ts';
export { hasOtherToken } from './operations/tokens/has-other-token.ts';
export { hasToken } from './operations/tokens/has-token.ts';
export { type ImportedToken, importTokens } from './operations/tokens/import-tokens.ts';
export { lockUserTokens } from './operations/tokens/lock-user-tokens.ts';
export { prepareChallenge } from './operations/tokens/prepare-challenge.ts';
export { prepareSignInCode } from './operations/tokens/prepare-sign-in-code.ts';
export { type PreparedToken, prepareToken } from './operations/tokens/prepare-token.ts';
export { replayCounters } from './operations/tokens/replay-counters.ts';
export { type VerifyChallenge, verifyChallenge } from './operations/tokens/verify-challenge.ts';
export { verifyOathOtp } from './operations/tokens/verify-oath-otp.ts';
export { verifySignInCode } from './operations/tokens/verify-sign-in-code.ts';
export { type Accounts, type KnownAccount, noCoreAccounts } from './ports/accounts.ts';
export { type ApprovalMethods, noOtherMethods, type OtherMethod } from './ports/approval-methods.ts';
export type { AuthorizationPorts } from './ports/authorization-ports.ts';
export { type DeviceKeys, noDeviceKeys } from './ports/device-keys.ts';
export { type DevicePairings, noDevicePairings } from './ports/device-pairings.ts';
export type { PaymentFiles } from './ports/payment-files.ts';
export { type MandatedUser, noUsers, type User, type Users } from './ports/users.ts';
export { problems as authorizationProblems } from './problems.ts';
export { authorizationRoutes } from './routes.ts';
export type { OcraChallenge } from './steps/challenges.ts';
export { isMandateCurrent } from './steps/current-mandates.ts';
export type { OpenedChallenge } from './steps/ocra-attempts.ts';
export { needsSingleSignature, type PreparedSigning } from './steps/prepared-signing.ts';
export type { RuleChange } from './steps/rule-changes.ts';
export type { ResourceFacts } from './steps/signing-facts.ts';
export { isCovering } from './steps/signing-roster.ts';
export { collectedUntil } from './steps/signing-states.ts';
export { authorizationKeyClasses } from './store/authorization-keys.ts';
export { createAuthorizationVault } from './store/authorization-vault.ts';
export { ruleChangeText } from './store/rule-document.ts';
export { signatureSealWalks } from './store/seal-walks.ts';
export { createSeedVault, type SeedVault } from './store/seed-vault.ts';

/** Second factors, and who has signed and may sign. */
export const authorizationCapability = defineCapability<AuthorizationPorts>({
  name: 'authorization',
  policies: authorizationPolicies,
  classifications: authorizationClassifications,
  routes: authorizationRoutes,
  events,
  problems,
  paths: [['/v1/authorization', channel]],
  handlers: (ports) => (ports === undefined ? [] : authorizationEventHandlers(ports)),
  jobs: [
    { name: 'expire-collections', cron: '* * * * *', needs: 'context', run: expireCollections },
    { name: 'clean-up-authorization', cron: '17 * * * *', needs: 'context', run: cleanUpAuthorization },
  ],
  keyClasses: authorizationKeyClasses,
  endings: authorizationEndings,
});
