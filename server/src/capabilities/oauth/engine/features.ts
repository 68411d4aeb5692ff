import { type Client, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { browserLanguages } from '#platform/http/browser-languages.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { lifetimes } from '../domain/lifetimes.ts';
import type { BankKeys } from './bank-keys.ts';
import { mutualTls } from './certificates.ts';
import { textIn } from './library-values.ts';
import { sendPage } from './pages.ts';
import { checkProofTime } from './proofs.ts';
import { requestedOrganization } from './representation.ts';
import type { ServerDeps } from './server-deps.ts';
import { isThirdParty } from './third-party-clients.ts';
import { thirdPartyScope } from './third-party-requests.ts';

type Features = NonNullable<Configuration['features']>;

const bindingMessage = /^[\w .,:+/!?#-]{1,64}$/;

/** Features of the server. Features of the library that are not listed here are off. */
export function features(deps: ServerDeps, context: Context, keys: BankKeys): Features {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    clientCredentials: { enabled: true },
    fapi: { enabled: true, profile: '2.0' },
    dPoP: {
      enabled: true,
      nonceSecret: deps.keys.derive(context.bankId, 'dpop-nonces')[0],
      // The library calls this for every proof, so it is the place for an additional rule.
      requireNonce: (ctx) => {
        checkProofTime(ctx, epochSeconds(context.clock.now()));
        return false;
      },
    },
    mTLS: mutualTls,
    pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
    resourceIndicators: resource(deps, context, keys),
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => mayIntrospect(client, token.clientId),
    },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) =>
        sendPage(
          ctx,
          deps.pages.signOut({
            form,
            formId: 'op.logoutForm',
            returnOrigin: returnOriginOf(ctx),
            languages: browserLanguages(ctx.req),
          }),
        ),
      postLogoutSuccessSource: (ctx) =>
        sendPage(ctx, deps.pages.signedOut({ languages: browserLanguages(ctx.req) })),
    },
    ciba: decoupled(deps, context),
  };
}

/** The library has already compared the address with the registered ones. */
function returnOriginOf({ oidc }: KoaContextWithOIDC): string | undefined {
  const registered = oidc.params?.['post_logout_redirect_uri'];
  return typeof registered === 'string' ? new URL(registered).origin : undefined;
}

/**
 * Returns whether a client may introspect a token: a client its own tokens, a resource server all tokens of its bank.
 */
export function mayIntrospect(client: Client, clientId: string | undefined): boolean {
  return clientId === client.clientId || client['portico_introspects'] === 'all-tokens';
}

/** Defines the only resource: the interfaces of this installation. The server issues no tokens for others. */
function resource(
  { baseUrl, resources }: ServerDeps,
  context: Context,
  keys: BankKeys,
): Features['resourceIndicators'] {
  return {
    enabled: true,
    defaultResource: () => baseUrl,
    useGrantedResource: () => true,
    getResourceServerInfo: async (ctx, indicator, client) => {
      if (indicator !== baseUrl) throw new errors.InvalidTarget();
      return {
        scope: isThirdParty(client)
          ? await thirdPartyScope(ctx, { context, resources })
          : allowedScopes(ctx, client),
        audience: baseUrl,
        accessTokenFormat: 'jwt',
        accessTokenTTL: lifetimes.accessToken,
        jwt: { sign: { alg: 'ES256', kid: keys.accessTokenKeyId } },
      };
    },
  };
}

/**
 * Returns the scopes that a client is registered with. Throws if the request contains others, which the library would
 * silently drop.
 */
function allowedScopes(ctx: KoaContextWithOIDC, client: Client): string {
  const allowed = textIn(client, 'portico_scope');
  const known = new Set(`${allowed} ${client.scope ?? ''}`.split(' '));
  const organization = requestedOrganization(ctx, known);
  const foreign = [...ctx.oidc.requestParamScopes].find(
    (scope) => !known.has(scope) && !organization.includes(scope),
  );
  if (foreign !== undefined) throw new errors.InvalidScope('requested scope is not allowed', foreign);
  return [allowed, ...organization].join(' ');
}

/** Decoupled approval: the client requests it, the customer responds on another device, the client polls. */
function decoupled({ approval }: ServerDeps, context: Context): Features['ciba'] {
  return {
    enabled: true,
    deliveryModes: ['poll'],
    async processLoginHint(_ctx: KoaContextWithOIDC, loginHint = '') {
      // If addresses or numbers were accepted, a client could find out who is a customer.
      return approval.userFor(context, loginHint);
    },
    async processLoginHintToken() {
      throw new errors.InvalidRequest('login_hint_token is not supported');
    },
    async verifyUserCode(_ctx, _account, userCode) {
      if (userCode !== undefined) throw new errors.InvalidRequest('user_code is not supported');
    },
    async validateBindingMessage(_ctx, message) {
      if (message === undefined || !bindingMessage.test(message))
        throw new errors.InvalidBindingMessage('binding_message is required: 1 to 64 plain characters');
    },
    async validateRequestContext(_ctx, requestContext) {
      if (requestContext !== undefined) throw new errors.InvalidRequest('request_context is not supported');
    },
    async triggerAuthenticationDevice(ctx, request, account, client) {
      await approval.requestApproval(context, {
        requestId: request.jti,
        userId: account.accountId,
        clientId: client.clientId,
        clientName: client.clientName ?? client.clientId,
        bindingMessage: textIn(ctx.oidc.params, 'binding_message'),
        scope: request.scope ?? '',
      });
    },
  };
}
