import { channel } from '#dialects/channel/channel.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { identityEndings } from './domain/endings.ts';
import { identityEventHandlers } from './event-handlers.ts';
import { allEvents } from './events.ts';
import { cleanUpIdentity } from './operations/clean-up-identity.ts';
import { purgeUnknownUsers } from './operations/purge-unknown-users.ts';
import type { IdentityPorts } from './ports/identity-ports.ts';
import { problems } from './problems.ts';
import { identityRoutes } from './routes.ts';
import { identityKeyClasses } from './store/identity-keys.ts';

export type { AccountNotice, AccountView } from './domain/account-view.ts';
export { browserName } from './domain/browser-name.ts';
export { identityEndings } from './domain/endings.ts';
export { pictureSizeMaxBytes, signInIdleSeconds } from './domain/policy.ts';
export type { Finished } from './domain/sign-in/finished.ts';
export type { ShownLimit, SignInLimit } from './domain/sign-in/limit.ts';
export { type SignInFrame, type SignInView, secondFactors } from './domain/sign-in/view.ts';
export { createPasskeyCeremonies } from './engine/passkeys/ceremonies.ts';
export { openBlocklist } from './engine/passwords/blocklist.ts';
export { createPasswordHasher } from './engine/passwords/password-hasher.ts';
export { identityEventHandlers } from './event-handlers.ts';
export { allEvents as identityEvents } from './events.ts';
export { accountFacts } from './operations/account-facts.ts';
export { type AccountRequest, accountRequest } from './operations/account-request.ts';
export { beginPasskey } from './operations/begin-passkey.ts';
export { cleanUpIdentity } from './operations/clean-up-identity.ts';
export { describeUser, type UserDescription } from './operations/describe-user.ts';
export { type EndedSignIns, endAllSignIns } from './operations/end-all-sign-ins.ts';
export { findFinishedSignIn } from './operations/find-finished-sign-in.ts';
export { isContactInUse } from './operations/is-contact-in-use.ts';
export { type MoveUser, moveUser } from './operations/move-user.ts';
export { type HeldSignIn, offerSignIn } from './operations/offer-sign-in.ts';
export { openSignIn } from './operations/open-sign-in.ts';
export { purgeUnknownUsers } from './operations/purge-unknown-users.ts';
export { registerUser } from './operations/register-user.ts';
export { removeOwnBrowser } from './operations/remove-own-browser.ts';
export { removePasskey } from './operations/remove-passkey.ts';
export { replayIdentityEndings } from './operations/replay-identity-endings.ts';
export { savePasskey } from './operations/save-passkey.ts';
export { signOut } from './operations/sign-out.ts';
export { type SubmitOutcome, submitSignIn } from './operations/submit-sign-in.ts';
export { unlockUser } from './operations/unlock-user.ts';
export { viewAccount } from './operations/view-account.ts';
export { viewSignIn } from './operations/view-sign-in.ts';
export { noPictureSource, type PictureSource } from './ports/content-store.ts';
export { noHumanCheck } from './ports/human-check.ts';
export type { IdentityPorts } from './ports/identity-ports.ts';
export { type LoginProvider, type LoginProviders, noLoginProviders } from './ports/login-providers.ts';
export { noSessions, type Sessions } from './ports/sessions.ts';
export { problems as identityProblems } from './problems.ts';
export { identityRoutes } from './routes.ts';
export { identityKeyClasses } from './store/identity-keys.ts';
export { createIdentityVault } from './store/identity-vault.ts';
export { identityIndexWalks } from './store/index-walks.ts';
export { countSecretsByPepper } from './store/pepper-use.read.ts';
export { createUsers, type Mandates } from './store/users.read.ts';

/** Users, their credentials, and sign-in. */
export const identityCapability = defineCapability<IdentityPorts>({
  name: 'identity',
  routes: identityRoutes,
  events: allEvents,
  problems,
  paths: [['/v1/identity', channel]],
  handlers: (ports) => (ports === undefined ? [] : identityEventHandlers(ports)),
  jobs: [
    { name: 'forget-strangers', cron: '* * * * *', needs: 'context', run: purgeUnknownUsers },
    { name: 'tidy-identity', cron: '37 * * * *', needs: 'ports', run: cleanUpIdentity },
  ],
  keyClasses: identityKeyClasses,
  endings: identityEndings,
});
