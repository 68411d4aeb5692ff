import { hash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createHarnessClient, type HarnessClient, newClientId } from '../../bench/harness/oauth-client.ts';
import { addClient } from '../../server/src/capabilities/oauth/operations/add-client.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { systemContext } from '../../server/src/platform/work/system-context.ts';
import { timeoutMs } from './forms.ts';
import { bank, type Product } from './product.ts';

type Form = Readonly<Record<string, string>>;

/** A sign-in that an application has started. */
export interface StartedSignIn {
  /** Address to which the application redirects the browser. */
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
}

/** The signed-in user, from the tokens and the identity interface. */
export interface SignedIn {
  readonly username: string;
  readonly assurance: string;
  readonly methods: readonly string[];
}

/** An application where customers sign in, with pushed requests, PKCE, a client key and DPoP-bound tokens. */
export interface Application {
  readonly name: string;
  begin(parameters?: Form): Promise<StartedSignIn>;
  /** Waits for the redirect, exchanges the code for tokens and calls an interface with the access token. */
  finish(page: Page, started: StartedSignIn): Promise<SignedIn>;
  /** Waits for the redirect with an error; returns the error code. */
  errorOf(page: Page, started: StartedSignIn): Promise<string>;
}

const scopes = ['openid', 'offline_access', 'identity.me', 'party.read'];

export async function registerApplication(product: Product, name: string): Promise<Application> {
  const { callbackUrl, bankUrl } = product.proxy;
  const client = createHarnessClient(newClientId(), `${bankUrl}/oauth/${bank}`);
  await registerClient(product, client, name);
  const post = async (path: string, form: Form): Promise<Readonly<Record<string, unknown>>> => {
    const response = await product.call(path, {
      method: 'POST',
      headers: { dpop: client.proof('POST', `${bankUrl}${path}`) },
      body: new URLSearchParams({ ...form, ...client.proofOfClient() }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    const body: Readonly<Record<string, unknown>> = JSON.parse(text);
    return body;
  };
  return {
    name,
    async begin(parameters = {}) {
      const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(8).toString('hex')];
      const { request_uri: uri } = await post(`/oauth/${bank}/request`, {
        response_type: 'code',
        redirect_uri: callbackUrl,
        scope: 'openid identity.me',
        state,
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
        ...parameters,
      });
      const query = new URLSearchParams({ client_id: client.clientId, request_uri: String(uri) });
      return { url: `${bankUrl}/oauth/${bank}/auth?${query.toString()}`, state, verifier };
    },
    async finish(page, { state, verifier }) {
      const result = await redirectOf(page, callbackUrl, state);
      const code = result.get('code');
      if (code === null) throw new Error(`the redirect has no code: ${result.toString()}`);
      const tokens = await post(`/oauth/${bank}/token`, {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: callbackUrl,
      });
      const token = String(tokens['access_token']);
      return { ...signInMethodOf(token), username: await usernameOf(product, client, token) };
    },
    async errorOf(page, { state }) {
      return (await redirectOf(page, callbackUrl, state)).get('error') ?? '';
    },
  };
}

async function redirectOf(page: Page, callbackUrl: string, state: string): Promise<URLSearchParams> {
  await page.waitForURL(`${callbackUrl}?**`, { timeout: timeoutMs });
  const { searchParams } = new URL(page.url());
  if (searchParams.get('state') !== state) throw new Error('the redirect has another state');
  return searchParams;
}

function signInMethodOf(token: string): Pick<SignedIn, 'assurance' | 'methods'> {
  const [, payload = ''] = token.split('.');
  const claims: Readonly<Record<string, unknown>> = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const { acr, amr } = claims;
  return { assurance: String(acr), methods: Array.isArray(amr) ? amr.map(String) : [] };
}

async function usernameOf(product: Product, client: HarnessClient, token: string): Promise<string> {
  const path = '/v1/identity/me';
  const response = await product.call(path, {
    headers: {
      authorization: `DPoP ${token}`,
      dpop: client.proof('GET', `${product.proxy.bankUrl}${path}`, token),
    },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${text}`);
  const me: Readonly<Record<string, unknown>> = JSON.parse(text);
  return String(me['username']);
}

/** Registers a client with the operation of the command line. */
async function registerClient(
  { proxy, instance }: Product,
  client: HarnessClient,
  name: string,
): Promise<void> {
  await using app = openDatabase({ url: instance.database.appUrl, poolSize: 1 });
  const deps = {
    app,
    clock: systemClock,
    ids: systemIds(systemClock),
    log: createLogger({ level: 'fatal' }),
  };
  await addClient(systemContext(deps, { job: 'e2e', bankId: bank, requestId: 'e2e' }), {
    clientId: client.clientId,
    kind: 'customer-app',
    name,
    scopes,
    redirectUris: [proxy.callbackUrl],
    postLogoutRedirectUris: [],
    authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet: client.assertionKeys } },
    binding: 'proof',
    introspects: 'own-tokens',
    idempotency: 'seed-compatible',
    exchangesTokensOf: [],
  });
}
