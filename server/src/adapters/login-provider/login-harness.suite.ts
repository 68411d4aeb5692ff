import { calculatePKCECodeChallenge } from 'openid-client';
import { visitProvider } from '#adapters/staff-provider/staff-browser.suite.ts';
import type { UpstreamPerson } from '#adapters/staff-provider/upstream-person.suite.ts';
import { startUpstream, type UpstreamProvider } from '#adapters/staff-provider/upstream-provider.suite.ts';
import type { LoginCode, LoginProvider } from '#capabilities/identity/ports/login-providers.ts';
import type { LoginRequest } from '#capabilities/identity/testing/login-provider.suite.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { egressFetch } from '#platform/egress/egress-fetch.ts';
import { createLogger } from '#platform/log/logger.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import { createOpenidLoginProvider, type OpenidLoginProviderOptions } from './openid-login-provider.ts';

export const redirectUris = [`${testBaseUrl}/app/linked`, `${testBaseUrl}/app/linked-too`] as const;
/** Where the provider sends browsers back that sign in. */
export const pageRedirectUri = `${testBaseUrl}/account/01/linked-login/national-identity`;
export const secret = 'a secret: with %20 & signs, long enough';
export const bea: UpstreamPerson = { subject: 'upstream-bea', claims: { email: 'bea@example.test' } };
/** Time limit of every request to the provider. */
export const egressTimeoutMs = 8_000;

/** Another provider, with a client for every method. */
export function startLoginUpstream(clock: { readonly timeMs?: number } = {}): Promise<UpstreamProvider> {
  return startUpstream({
    ...clock,
    redirectUris: [...redirectUris, pageRedirectUri],
    furtherClients: [
      { clientId: 'basic', method: 'client_secret_basic', secret },
      { clientId: 'post', method: 'client_secret_post', secret },
      { clientId: 'public', method: 'none' },
    ],
  });
}

/** The adapter under test, using the egress client. */
export async function openLoginProvider(
  upstream: UpstreamProvider,
  options: Partial<OpenidLoginProviderOptions> & { readonly port?: number } = {},
): Promise<LoginProvider & AsyncDisposable> {
  const { port = upstream.port, ...given } = options;
  const egress = createEgress({
    purposes: {
      login: {
        hosts: ['127.0.0.1'],
        allowPrivateAddresses: ['127.0.0.0/8'],
        ports: [port],
        caPem: upstream.caPem,
        timeoutMs: egressTimeoutMs,
        credentials: true,
      },
    },
  });
  const provider = await createOpenidLoginProvider({
    bankId: '01',
    provider: 'national-identity',
    issuer: `https://127.0.0.1:${port}`,
    clientId: upstream.clientId,
    authentication: { method: 'private_key_jwt', key: upstream.clientKey, assertionAudience: 'issuer' },
    redirectUris: [...redirectUris],
    fetch: egressFetch(egress, 'login'),
    log: createLogger({ level: 'fatal' }),
    nowMs: () => performance.now(),
    ...given,
  });
  return { ...provider, [Symbol.asyncDispose]: () => egress.close() };
}

const defaultRequest: LoginRequest = {
  codeVerifier: 'v'.repeat(64),
  nonce: 'the-nonce',
  redirectUri: redirectUris[0],
};

/** An application redirects a user to the provider and gets the code. */
export async function obtainCode(
  upstream: UpstreamProvider,
  {
    clientId = upstream.clientId,
    person = {},
    ...change
  }: Partial<LoginRequest> & { readonly clientId?: string; readonly person?: Partial<UpstreamPerson> } = {},
): Promise<LoginCode> {
  const given = { ...defaultRequest, ...change };
  const url = new URL(`${upstream.issuer}/auth`);
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: given.redirectUri,
    nonce: given.nonce,
    code_challenge: await calculatePKCECodeChallenge(given.codeVerifier),
    code_challenge_method: 'S256',
  }).toString();
  const code = (await visitProvider(upstream, url, { ...bea, ...person })).get('code');
  if (code === null) throw new Error('no code was returned');
  return { ...given, code };
}
