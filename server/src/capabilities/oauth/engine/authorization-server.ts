import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { CertificateVerdict } from '#platform/auth/client-certificates.ts';
import { type AcceptedThirdParty, checkThirdParty } from '#platform/auth/third-party-certificate.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { Context } from '#platform/work/context.ts';
import { hashOfName } from '../store/artefact-names.ts';
import { insertReplayMarker } from '../store/replay-markers.store.ts';
import { createAccounts } from './accounts.ts';
import { type BankKeys, createKeyReader } from './bank-keys.ts';
import { createBankProvider } from './bank-provider.ts';
import { reportDependencyFailure, watchFailures } from './dependency-failure.ts';
import { nameGrantedScopes } from './granted-scopes.ts';
import { addHint, collectErrorDetails } from './hints.ts';
import { completeMetadata } from './own-metadata.ts';
import { respondForOwnToken } from './own-tokens.ts';
import { guardPage } from './pages.ts';
import { slowDown } from './polling.ts';
import { type RequestContext, requestContextOf, setRequestContext } from './request-context.ts';
import { repeatResume, watchResumes } from './resume-responses.ts';
import { serverConfiguration } from './server-configuration.ts';
import { issuerOf, mountPathOf, type ServerDeps, type SignInDeps } from './server-deps.ts';
import { recordSessionEnds } from './session-adapter.ts';
import { finishSignOut } from './sign-out.ts';
import { takePushedAddresses } from './third-party-clients.ts';

type Callback = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface BankServer {
  readonly generation: string;
  readonly provider: Provider;
  readonly callback: Callback;
}

/** OAuth 2.0 and OpenID Connect servers of all banks. */
export interface AuthorizationServer {
  serves(bankId: string): boolean;
  /** Responds to a request under the bank's path. */
  handle(
    bankId: string,
    request: IncomingMessage,
    response: ServerResponse,
    requestContext: RequestContext,
  ): Promise<void>;
  /** Returns the third party whose certificate a request shows; undefined unless it passes every check of the bank. */
  thirdPartyIn(bankId: string, certificate: CertificateVerdict): Promise<AcceptedThirdParty | undefined>;
  /** Returns the library's server of a bank, for the interaction pages. */
  providerOf(bankId: string): Provider;
  /** Returns the context of the server's own work for a bank. */
  contextFor(bankId: string): Context;
  /** Dependencies of the sign-in. */
  readonly signIn: SignInDeps;
  /** Rebuilds servers whose keys have changed; the process calls it every few seconds. */
  refresh(): Promise<void>;
}

const refuse = (): never => {
  throw new Error('this process serves no browsers and clients');
};

/** For the worker. */
export const noAuthorizationServer: AuthorizationServer = {
  serves: () => false,
  handle: refuse,
  thirdPartyIn: refuse,
  providerOf: refuse,
  contextFor: refuse,
  get signIn() {
    return refuse();
  },
  refresh: async () => undefined,
};

/**
 * Creates one server per bank. The library cannot change the keys of a running server, so a rotation builds a new one,
 * and running requests finish on the old one: both use the same rows.
 */
export function createAuthorizationServer(
  deps: ServerDeps,
  { banks, tokens }: { readonly banks: readonly string[]; readonly tokens: TokenVerifier },
): AuthorizationServer {
  const base = new URL(deps.baseUrl);
  const readKeys = createKeyReader(deps.signingKeyVault);
  const servers = new Map<string, BankServer>();

  const refreshBank = async (bankId: string): Promise<void> => {
    const context = deps.contextFor(bankId);
    const keys = await readKeys(context);
    // Neither can the secrets of cookies and nonces change.
    const generation = `${keys.generation} ${secretsDigest(deps.keys, bankId)}`;
    if (servers.get(bankId)?.generation === generation) return;
    servers.set(bankId, { generation, ...buildServer(deps, { context, keys, tokens }) });
  };

  const serverOf = (bankId: string): BankServer => {
    const server = servers.get(bankId);
    if (server === undefined) throw new Error(`no authorization server for bank ${bankId}`);
    return server;
  };

  return {
    serves: (bankId) => servers.has(bankId),
    async refresh() {
      await Promise.all(banks.map(refreshBank));
    },
    providerOf: (bankId) => serverOf(bankId).provider,
    signIn: deps,
    contextFor: deps.contextFor,
    async thirdPartyIn(bankId, certificate) {
      if (certificate.kind === 'none') return undefined;
      const now = deps.contextFor(bankId).clock.now();
      const request = { use: 'connections', bankId, now, checks: deps.thirdParties } as const;
      const checked = await checkThirdParty(certificate, request);
      return checked.kind === 'accepted' ? checked : undefined;
    },
    async handle(bankId, request, response, requestContext) {
      setRequestContext(request, { base, mountPath: mountPathOf(bankId), requestContext });
      await serverOf(bankId).callback(request, response);
    },
  };
}

/** Returns a hash that changes with the secrets of a server and does not reveal them. */
function secretsDigest(keys: KeyProvider, bankId: string): string {
  const digest = createHash('sha256');
  for (const purpose of ['cookies', 'dpop-nonces'])
    for (const secret of keys.derive(bankId, purpose)) digest.update(secret);
  return digest.digest('base64url');
}

interface ServerParts {
  readonly context: Context;
  readonly keys: BankKeys;
  readonly tokens: TokenVerifier;
}

function buildServer(
  deps: ServerDeps,
  { context, keys, tokens }: ServerParts,
): Omit<BankServer, 'generation'> {
  const provider = createBankProvider(
    issuerOf(deps.baseUrl, context.bankId),
    serverConfiguration(deps, context, keys),
    { context, tokens, accounts: createAccounts(deps.customers), baseUrl: deps.baseUrl },
  );
  // Trust forwarded headers: `setRequestContext` has replaced those that the caller sent.
  provider.proxy = true;
  replaceReplayCheck(provider, context);
  takePushedAddresses(provider);
  recordSessionEnds(provider, { context, vault: deps.artefactVault });
  collectErrorDetails(provider);
  watchFailures(provider, context);
  watchResumes(provider);
  const artefacts = { context, vault: deps.artefactVault };
  provider.use(async (ctx, next) => {
    guardPage(ctx);
    await next();
    if (!hasRoute(ctx)) return;
    await repeatResume(ctx, artefacts);
    completeMetadata(ctx);
    nameGrantedScopes(ctx);
    addHint(ctx);
    reportDependencyFailure(ctx);
    await slowDown(ctx, context);
    await respondForOwnToken(ctx, { context, tokens });
    await finishSignOut(ctx);
    requestContextOf(ctx.req).addLogFields({ bankId: context.bankId, ...factsOf(ctx) });
    // No client runs in a browser, so the server allows no cross-origin requests.
    for (const name of ctx.res.getHeaderNames()) if (name.startsWith('access-control-')) ctx.remove(name);
  });
  return { provider, callback: provider.callback() };
}

/** Returns whether a request matched one of the server's routes. */
function hasRoute(ctx: object): ctx is KoaContextWithOIDC {
  return 'oidc' in ctx && ctx.oidc !== undefined;
}

/** Routes with client authentication; on other routes a browser only names the client. */
const authenticatingRoutes: ReadonlySet<string> = new Set([
  'token',
  'introspection',
  'revocation',
  'pushed_authorization_request',
  'backchannel_authentication',
]);

/** Returns the client and the error code for the request log. A client counts only if it is authenticated. */
function factsOf({ body, oidc, status }: KoaContextWithOIDC): {
  clientId: string | undefined;
  problem: string | undefined;
} {
  const error: unknown =
    status >= 400 && typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : undefined;
  const problem = typeof error === 'string' ? error : undefined;
  const isAuthenticated =
    authenticatingRoutes.has(oidc.route) && status !== 401 && problem !== 'invalid_client';
  return { problem, clientId: isAuthenticated ? oidc.client?.clientId : undefined };
}

/**
 * Replaces the library's replay check, which reads a used assertion and saves it later, so that concurrent requests
 * could pass. A single insert decides.
 */
function replaceReplayCheck(provider: Provider, context: Context): void {
  const unique = (issuer: string, id: string, expiresAtSeconds: number): Promise<boolean> =>
    insertReplayMarker(context.db, {
      bankId: context.bankId,
      marker: hashOfName(JSON.stringify([issuer, id])),
      expiresAt: context.clock.now().add({
        seconds: Math.max(1, Math.ceil(expiresAtSeconds - context.clock.now().epochMilliseconds / 1_000)),
      }),
    });
  Object.defineProperty(provider.ReplayDetection, 'unique', { value: unique });
}
