import { oauth } from '#dialects/oauth/oauth.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { oauthEndings } from './domain/endings.ts';
import { oauthEventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { purgeExpired } from './operations/purge-expired.ts';
import { reviewResourceGrants } from './operations/review-resource-grants.ts';
import { problems } from './problems.ts';
import { type OauthPorts, oauthRoutes } from './routes.ts';
import { oauthKeyClasses } from './store/oauth-keys.ts';

export {
  bindings,
  type Client,
  type ClientKey,
  clientKinds,
  idempotencyModes,
  introspections,
} from './domain/client.ts';
export type { AuthenticationDraft } from './domain/client-authentication.ts';
export { thumbprintOf } from './domain/client-keys.ts';
export type { ClientDraft } from './domain/client-registration.ts';
export {
  isEmployeeId,
  type StaffAssurance,
  type StaffRules,
  staffRoles,
  unknownRoles,
} from './domain/employee.ts';
export { oauthEndings } from './domain/endings.ts';
export type { PendingInteraction } from './domain/interaction.ts';
export { interfaceScopes } from './domain/scopes.ts';
export {
  type SigningKey,
  signingKeyAt,
  type TokenClass,
  tokenClasses,
  usualPace,
} from './domain/signing-key.ts';
export {
  type AuthorizationServer,
  createAuthorizationServer,
  noAuthorizationServer,
} from './engine/authorization-server.ts';
export { interactionPathOf, type ServerDeps } from './engine/server-deps.ts';
export { ownIssuers } from './engine/server-tokens.ts';
export { events as oauthEvents } from './events.ts';
export { addClient } from './operations/add-client.ts';
export { changeClientExchanges } from './operations/change-client-exchanges.ts';
export { changeClientIdempotency } from './operations/change-client-idempotency.ts';
export { cutOffEmployee } from './operations/cut-off-employee.ts';
export { disableClient } from './operations/disable-client.ts';
export { enableClient } from './operations/enable-client.ts';
export { endAccountSessions } from './operations/end-account-sessions.ts';
export { endAllGrants } from './operations/end-all-grants.ts';
export { findClient } from './operations/find-client.ts';
export { type ClientPage, listClients } from './operations/list-clients.ts';
export { listCutOffEmployees } from './operations/list-cut-off-employees.ts';
export { listEmployeeSpellings } from './operations/list-employee-spellings.ts';
export { listSigningKeys } from './operations/list-signing-keys.ts';
export { provideSigningKeys } from './operations/provide-signing-keys.ts';
export { purgeExpired } from './operations/purge-expired.ts';
export { recordApproval } from './operations/record-approval.ts';
export { reinstateEmployee } from './operations/reinstate-employee.ts';
export { replayOauthEndings } from './operations/replay-oauth-endings.ts';
export { rotateClientKeys } from './operations/rotate-client-keys.ts';
export { rotateSigningKeys } from './operations/rotate-signing-keys.ts';
export { type CustomerAccounts, noCustomers } from './ports/accounts.ts';
export {
  type CustomerPages,
  type CustomerRequest,
  type CustomerResponse,
  noCustomerPages,
} from './ports/customer-pages.ts';
export { noDecoupledApproval } from './ports/decoupled-approval.ts';
export {
  type Pages,
  type SignInFailureReason as SignInTrouble,
  signInFailureReasons as signInTroubles,
} from './ports/pages.ts';
export {
  noResourceApprovals,
  type ResourceApprovals,
  type ResourceKind,
  type Standing,
} from './ports/resource-approvals.ts';
export { noStaff, type StaffProvider, type StaffProviders } from './ports/staff-provider.ts';
export { problems as oauthProblems } from './problems.ts';
export { type OauthPorts, oauthRoutes } from './routes.ts';
export { createResourceApprovals } from './steps/resource-approvals.ts';
export { oauthKeyClasses } from './store/oauth-keys.ts';
export { createProofReplays } from './store/proof-replays.read.ts';
export { createTokenRevocationCache, type TokenRevocationCache } from './store/revocation-cache.read.ts';

/** Clients, tokens, and the authorization servers of the banks. */
export const oauthCapability = defineCapability<OauthPorts>({
  name: 'oauth',
  routes: oauthRoutes,
  events,
  problems,
  paths: [
    ['/oauth', oauth],
    ['/.well-known/oauth-authorization-server', oauth],
  ],
  handlers: (ports) => (ports === undefined ? [] : oauthEventHandlers(ports.resources)),
  jobs: [
    { name: 'purge-expired', cron: '* * * * *', needs: 'context', run: purgeExpired },
    { name: 'review-resource-grants', cron: '*/5 * * * *', needs: 'ports', run: reviewResourceGrants },
  ],
  keyClasses: oauthKeyClasses,
  endings: oauthEndings,
});
