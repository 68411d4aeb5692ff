import { hash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createRigClient, newClientId, type RigClient } from '../../bench/harness/oauth-client.ts';
import { addClient } from '../../server/src/capabilities/oauth/operations/add-client.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { systemContext } from '../../server/src/platform/work/system-context.ts';
import { patienceMs } from './forms.ts';
import { bank, type Product } from './product.ts';

type Form = Readonly<Record<string, string>>;

/** A sign-in that an application has begun. */
export interface Begun {
  /** Where the application sends the browser. */
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
}

/** Who came back, as the tokens and the interface say. */
export interface SignedIn {
  readonly username: string;
  readonly assurance: string;
  readonly methods: readonly string[];
}

/** An application in which customers sign in: pushed requests, PKCE, a key of its own, tokens tied to another one. */
export interface Application {
  readonly name: string;
  begin(asked?: Form): Promise<Begun>;
  /** Waits until the browser is back, and uses what it brought: the code for tokens, the token for an interface. */
  finish(page: Page, begun: Begun): Promise<SignedIn>;
  /** Waits until the browser is back with a refusal; its word. */
  refusal(page: Page, begun: Begun): Promise<string>;
}

const scopes = ['openid', 'offline_access', 'identity.me', 'party.read'];

export async function registerApplication(product: Product, name: string): Promise<Application> {
  const { callbackUrl, bankUrl } = product.front;
  const client = createRigClient(newClientId(), `${bankUrl}/oauth/${bank}`);
  await enter(product, client, name);
  const post = async (path: string, form: Form): Promise<Readonly<Record<string, unknown>>> => {
    const response = await product.call(path, {
      method: 'POST',
      headers: { dpop: client.proof('POST', `${bankUrl}${path}`) },
      body: new URLSearchParams({ ...form, ...client.proofOfClient() }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    const said: Readonly<Record<string, unknown>> = JSON.parse(text);
    return said;
  };
  return {
    name,
    async begin(asked = {}) {
      const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(8).toString('hex')];
      const { request_uri: uri } = await post(`/oauth/${bank}/request`, {
        response_type: 'code',
        redirect_uri: callbackUrl,
        scope: 'openid identity.me',
        state,
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
        ...asked,
      });
      const query = new URLSearchParams({ client_id: client.clientId, request_uri: String(uri) });
      return { url: `${bankUrl}/oauth/${bank}/auth?${query.toString()}`, state, verifier };
    },
    async finish(page, { state, verifier }) {
      const answer = await answerAt(page, callbackUrl, state);
      const code = answer.get('code');
      if (code === null) throw new Error(`no code came back: ${answer.toString()}`);
      const tokens = await post(`/oauth/${bank}/token`, {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: callbackUrl,
      });
      const token = String(tokens['access_token']);
      return { ...strengthIn(token), username: await whoIs(product, client, token) };
    },
    async refusal(page, { state }) {
      return (await answerAt(page, callbackUrl, state)).get('error') ?? '';
    },
  };
}

async function answerAt(page: Page, callbackUrl: string, state: string): Promise<URLSearchParams> {
  await page.waitForURL(`${callbackUrl}?**`, { timeout: patienceMs });
  const { searchParams } = new URL(page.url());
  if (searchParams.get('state') !== state) throw new Error('the browser came back with another state');
  return searchParams;
}

function strengthIn(token: string): Pick<SignedIn, 'assurance' | 'methods'> {
  const [, payload = ''] = token.split('.');
  const claims: Readonly<Record<string, unknown>> = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const { acr, amr } = claims;
  return { assurance: String(acr), methods: Array.isArray(amr) ? amr.map(String) : [] };
}

async function whoIs(product: Product, client: RigClient, token: string): Promise<string> {
  const path = '/v1/identity/me';
  const response = await product.call(path, {
    headers: {
      authorization: `DPoP ${token}`,
      dpop: client.proof('GET', `${product.front.bankUrl}${path}`, token),
    },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${text}`);
  const me: Readonly<Record<string, unknown>> = JSON.parse(text);
  return String(me['username']);
}

/** As the command line enters clients. */
async function enter({ front, instance }: Product, client: RigClient, name: string): Promise<void> {
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
    redirectUris: [front.callbackUrl],
    postLogoutRedirectUris: [],
    authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet: client.assertionKeys } },
    binding: 'proof',
    introspects: 'own-tokens',
    idempotency: 'seed-compatible',
  });
}
