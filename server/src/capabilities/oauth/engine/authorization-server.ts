import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { Context } from '#platform/work/context.ts';
import { hashOfName } from '../store/artefact-names.ts';
import { insertReplayMarker } from '../store/replay-markers.store.ts';
import { type BankKeys, createKeyReader } from './bank-keys.ts';
import { logDependencyFailure, watchFailures } from './dependency-failure.ts';
import { addHint, keepDetails } from './hints.ts';
import { completeMetadata } from './own-metadata.ts';
import { answerForOwnToken } from './own-tokens.ts';
import { guardPage } from './pages.ts';
import { slowDown } from './polling.ts';
import { type RequestContext, requestContextOf, setRequestContext } from './request-context.ts';
import { repeatResume, watchResumes } from './resume-responses.ts';
import { serverConfiguration } from './server-configuration.ts';
import { issuerOf, mountPathOf, type ServerDeps, type SignInDeps } from './server-deps.ts';
import { rememberSessionEnds } from './session-adapter.ts';
import { finishSignOut } from './sign-out.ts';

type Callback = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface BankServer {
  readonly generation: string;
  readonly provider: Provider;
  readonly callback: Callback;
}

/** The OAuth 2.0 and OpenID Connect servers of all banks. */
export interface AuthorizationServer {
  serves(bankId: string): boolean;
  /** Answers a request under the bank's path. */
  answer(
    bankId: string,
    request: IncomingMessage,
    response: ServerResponse,
    ruleContext: RequestContext,
  ): Promise<void>;
  /** The library's server of a bank, for the pages that people meet on the way. */
  providerOf(bankId: string): Provider;
  /** The server's own work, in the name of a bank. */
  contextFor(bankId: string): Context;
  /** What those pages stand on. */
  readonly signIn: SignInDeps;
  /** Looks for new keys; repeated every few seconds by the process. */
  refresh(): Promise<void>;
}

/**
 * One server per bank. Keys cannot be changed in a running one, so a rotation builds the next beside it and requests
 * under way end on the old one: both read and write the same rows.
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
    // Neither can what cookies are signed and nonces made with.
    const generation = `${keys.generation} ${secretsDigest(deps.keys, bankId)}`;
    if (servers.get(bankId)?.generation === generation) return;
    servers.set(bankId, { generation, ...buildServer(deps, { context, keys, tokens }) });
  };

  const serverOf = (bankId: string): BankServer => {
    const server = servers.get(bankId);
    if (server === undefined) throw new Error(`there is no server for bank ${bankId}`);
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
    async answer(bankId, request, response, ruleContext) {
      setRequestContext(request, { base, mountPath: mountPathOf(bankId), ruleContext: ruleContext });
      await serverOf(bankId).callback(request, response);
    },
  };
}

/** Tells whether the secrets of a server have changed, and nothing about them. */
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
  const provider = new Provider(
    issuerOf(deps.baseUrl, context.bankId),
    serverConfiguration(deps, context, keys),
  );
  // Forwarded headers are ours by now: the scene has replaced whatever was sent.
  provider.proxy = true;
  rememberOnce(provider, context);
  rememberSessionEnds(provider, { context, vault: deps.artefactVault });
  keepDetails(provider);
  watchFailures(provider, context);
  watchResumes(provider);
  const artefacts = { context, vault: deps.artefactVault };
  provider.use(async (ctx, next) => {
    guardPage(ctx);
    await next();
    if (!isOurs(ctx)) return;
    await repeatResume(ctx, artefacts);
    completeMetadata(ctx);
    addHint(ctx);
    logDependencyFailure(ctx);
    await slowDown(ctx, context);
    await answerForOwnToken(ctx, { context, tokens });
    await finishSignOut(ctx);
    requestContextOf(ctx.req).tell({ bankId: context.bankId, ...factsOf(ctx) });
    // No client of ours runs in a browser, so no page of anybody's has business here.
    for (const name of ctx.res.getHeaderNames()) if (name.startsWith('access-control-')) ctx.remove(name);
  });
  return { provider, callback: provider.callback() };
}

/** Whether a request has met one of the server's routes. */
function isOurs(ctx: object): ctx is KoaContextWithOIDC {
  return 'oidc' in ctx && ctx.oidc !== undefined;
}

/** Where clients prove who they are; elsewhere a browser only names one. */
const provingRoutes: ReadonlySet<string> = new Set([
  'token',
  'introspection',
  'revocation',
  'pushed_authorization_request',
  'backchannel_authentication',
]);

/** Who asked, and the word it was refused with, if it was. A client that failed to prove itself is nobody. */
function factsOf({ body, oidc, status }: KoaContextWithOIDC): {
  clientId: string | undefined;
  problem: string | undefined;
} {
  const error: unknown =
    status >= 400 && typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : undefined;
  const problem = typeof error === 'string' ? error : undefined;
  const isProven = provingRoutes.has(oidc.route) && status !== 401 && problem !== 'invalid_client';
  return { problem, clientId: isProven ? oidc.client?.clientId : undefined };
}

/**
 * The library looks a used assertion up and saves it afterwards; between the two, others come through. One insert
 * takes the place of both.
 */
function rememberOnce(provider: Provider, context: Context): void {
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
