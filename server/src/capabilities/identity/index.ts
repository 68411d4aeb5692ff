import { channel } from '#dialects/channel/channel.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { identityClassifications } from './domain/classifications.ts';
import { identityEndings } from './domain/endings.ts';
import { identityPolicies } from './domain/policy.ts';
import { identityEventHandlers } from './event-handlers.ts';
import { allEvents } from './events.ts';
import { cleanUpIdentity } from './operations/maintenance/clean-up-identity.ts';
import { purgeUnknownUsers } from './operations/maintenance/purge-unknown-users.ts';
import type { IdentityPorts } from './ports/identity-ports.ts';
import { problems } from './problems.ts';
import { identityRoutes } from './routes.ts';
import { identityKeyClasses } from './store/identity-keys.ts';

export type {
  AccountNotice,
  AccountView,
  ContactCodeError,
  LoginLinkError,
  NewContactError,
  OwnPasswordError,
} from './domain/account-view.ts';
export { browserName } from './domain/browser-name.ts';
export { identityClassifications } from './domain/classifications.ts';
export { identityEndings } from './domain/endings.ts';
export {
  coolingHours,
  passwordLengthMin,
  pictureSizeMaxBytes,
  signInIdleSeconds,
} from './domain/policy.ts';
export type { Finished } from './domain/sign-in/finished.ts';
export type { ShownLimit, SignInLimit } from './domain/sign-in/limit.ts';
export { type SignInFrame, type SignInView, secondFactors } from './domain/sign-in/view.ts';
export { reasonsOfStaff } from './domain/state-change-reasons.ts';
export { latinDigits } from './domain/typed-code.ts';
export { userStates } from './domain/user.ts';
export { normalizeUsername } from './domain/username.ts';
export { messageTo } from './engine/messages/account-message.ts';
export { createPasskeyCeremonies } from './engine/passkeys/ceremonies.ts';
export { openBlocklist } from './engine/passwords/blocklist.ts';
export { createPasswordHasher } from './engine/passwords/password-hasher.ts';
export { identityEventHandlers } from './event-handlers.ts';
export { allEvents as identityEvents, userEvent } from './events.ts';
export { accountFacts } from './operations/account/account-facts.ts';
export { beginLoginLink } from './operations/account/begin-login-link.ts';
export { beginPasskey } from './operations/account/begin-passkey.ts';
export { choosePicture } from './operations/account/choose-picture.ts';
export { findOrganization } from './operations/account/find-organization.ts';
export { findSignedInUser } from './operations/account/find-signed-in-user.ts';
export { type LoginLinkReturn, loginLinkOf } from './operations/account/login-link-of.ts';
export { mayChangeContacts } from './operations/account/may-change-contacts.ts';
export { removeOwnBrowser } from './operations/account/remove-own-browser.ts';
export { removePasskey } from './operations/account/remove-passkey.ts';
export { savePasskey } from './operations/account/save-passkey.ts';
export { signOut } from './operations/account/sign-out.ts';
export { viewAccount } from './operations/account/view-account.ts';
export { viewPictures } from './operations/account/view-pictures.ts';
export {
  type BeginPasskeyProof,
  type BegunPasskeyProof,
  beginPasskeyProof,
} from './operations/approvals/begin-passkey-proof.ts';
export { consumePasskeyProof, type PasskeyApproval } from './operations/approvals/consume-passkey-proof.ts';
export {
  type FirstFactorAsker,
  type FirstFactorResult,
  type VerifyFirstFactor,
  verifyFirstFactor,
} from './operations/approvals/verify-first-factor.ts';
export { type VerifyPasskeyProof, verifyPasskeyProof } from './operations/approvals/verify-passkey-proof.ts';
export { cleanUpIdentity } from './operations/maintenance/clean-up-identity.ts';
export { purgeUnknownUsers } from './operations/maintenance/purge-unknown-users.ts';
export { replayIdentityEndings } from './operations/maintenance/replay-identity-endings.ts';
export { acceptTerms } from './operations/own-data/accept-terms.ts';
export { changeContactOf } from './operations/own-data/change-contact-of.ts';
export { findContactOwner } from './operations/own-data/find-contact-owner.ts';
export { findOwnUser, type OwnUser } from './operations/own-data/find-own-user.ts';
export { isCoolingDown } from './operations/own-data/is-cooling-down.ts';
export { probeContact } from './operations/own-data/probe-contact.ts';
export { changeContact } from './operations/profile/change-contact.ts';
export { changePassword } from './operations/profile/change-password.ts';
export { confirmContact } from './operations/profile/confirm-contact.ts';
export { linkLogin } from './operations/profile/link-login.ts';
export { unlinkLogin } from './operations/profile/unlink-login.ts';
export { type RegisterAgent, registerAgent } from './operations/registration/register-agent.ts';
export { type RegisterUser, registerUser } from './operations/registration/register-user.ts';
export { type EndedSignIns, endAllSignIns } from './operations/sign-in/end-all-sign-ins.ts';
export { findFinishedSignIn } from './operations/sign-in/find-finished-sign-in.ts';
export { offerSignIn } from './operations/sign-in/offer-sign-in.ts';
export { openSignIn } from './operations/sign-in/open-sign-in.ts';
export { type SubmitOutcome, submitSignIn } from './operations/sign-in/submit-sign-in.ts';
export { viewSignIn } from './operations/sign-in/view-sign-in.ts';
export { type ChangeUserState, changeUserState } from './operations/users/change-user-state.ts';
export { countActiveUsers } from './operations/users/count-active-users.ts';
export { describeUser, type UserDescription } from './operations/users/describe-user.ts';
export { endSessionsOf } from './operations/users/end-sessions-of.ts';
export { isContactInUse } from './operations/users/is-contact-in-use.ts';
export { listUserIds } from './operations/users/list-user-ids.ts';
export { listUsersOfPerson } from './operations/users/list-users-of-person.ts';
export { lockActiveUsers } from './operations/users/lock-active-users.ts';
export { notifyUser } from './operations/users/notify-user.ts';
export { unlockUser } from './operations/users/unlock-user.ts';
export { noPictureSource, type PictureSource } from './ports/content-store.ts';
export type { DeviceCodes } from './ports/device-codes.ts';
export { type HumanCheck, type HumanVerdict, noHumanCheck } from './ports/human-check.ts';
export type { IdentityPorts } from './ports/identity-ports.ts';
export { type LoginProvider, type LoginProviders, noLoginProviders } from './ports/login-providers.ts';
export { noRestrictions, type RestrictedAct, type Restrictions } from './ports/restrictions.ts';
export { noSessions, type Sessions } from './ports/sessions.ts';
export { problems as identityProblems } from './problems.ts';
export { identityRoutes } from './routes.ts';
export { codeContext } from './steps/code-context.ts';
export type { ContactOwner } from './steps/contact-owner.ts';
export { isLoginLinkState } from './steps/login-link.ts';
export { type OwnContext, ownContext, type SignedInUser } from './steps/own-user.ts';
export type { VerifiedPasskeyProof } from './steps/passkey-proof.ts';
export { originOfState } from './steps/sign-in/linked-login-state.ts';
export type { BrowserInfo } from './steps/sign-in/live-sign-in.ts';
export type { SignInHandle } from './steps/sign-in/offer.ts';
export { type ApprovalPasskey, listApprovalPasskeys } from './store/approval-passkeys.read.ts';
export { identityKeyClasses } from './store/identity-keys.ts';
export { createIdentityVault } from './store/identity-vault.ts';
export { identityIndexWalks } from './store/index-walks.ts';
export { countSecretsByPepper } from './store/pepper-use.read.ts';
export { createUsers, type Mandates } from './store/users.read.ts';
export { listUserIdsOf } from './store/users.store.ts';

/** Users, their credentials, and sign-in. */
export const identityCapability = defineCapability<IdentityPorts>({
  name: 'identity',
  policies: identityPolicies,
  classifications: identityClassifications,
  routes: identityRoutes,
  events: allEvents,
  problems,
  paths: [['/v1/identity', channel]],
  handlers: (ports) => (ports === undefined ? [] : identityEventHandlers(ports)),
  jobs: [
    { name: 'purge-unknown-users', cron: '* * * * *', needs: 'context', run: purgeUnknownUsers },
    { name: 'clean-up-identity', cron: '37 * * * *', needs: 'ports', run: cleanUpIdentity },
  ],
  keyClasses: identityKeyClasses,
  endings: identityEndings,
});
