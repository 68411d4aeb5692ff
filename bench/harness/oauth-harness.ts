import { hash, randomBytes } from 'node:crypto';
import type { Instance } from './instance.ts';
import {
  type BrowserResponse,
  codeAt,
  createHarnessBrowser,
  type Form,
  type HarnessBrowser,
  responseFrom,
  signInAt,
} from './oauth-browser.ts';
import {
  createHarnessClient,
  type HarnessClient,
  newClientId,
  type Registration,
  registerHarnessClient,
} from './oauth-client.ts';
import { openUpstreamSignIn } from './oauth-upstream.ts';

export type { BrowserResponse, Form } from './oauth-browser.ts';

export const harnessBank = '01';
export const harnessRedirectUri = 'https://console.test/callback';
export const harnessTokenPath = `/oauth/${harnessBank}/token`;
const introspectionPath = `${harnessTokenPath}/introspection`;
const clientCredentials = { grant_type: 'client_credentials', scope: 'monitoring' };

/** A pushed authorization request. */
interface Pushed {
  readonly path: string;
  readonly verifier: string;
}

/** A code from a redirect, and what the client needs to redeem it. */
export interface HarnessCode {
  readonly code: string;
  readonly verifier: string;
}

/** A console and an employee that use the servers under test. */
export interface OauthHarness {
  readonly client: HarnessClient;
  /** A back end with its own tokens. */
  readonly application: HarnessClient;
  readonly baseUrl: string;
  /** Registers another client. */
  register(kind: 'application' | 'console'): Promise<HarnessClient>;
  /** Requests a token for the application. */
  grant(port: number, given?: Credentials): Promise<BrowserResponse>;
  /** Introspects a token of the application. */
  introspect(port: number, token: string): Promise<BrowserResponse>;
  /** Returns a token of a signed-in employee. */
  freshToken(port: number): Promise<string>;
  /** Posts a form with client authentication to the given process. */
  post(port: number, path: string, form: Form, given?: Credentials): Promise<BrowserResponse>;
  push(port: number, given?: Credentials): Promise<Pushed>;
  /** Opens an address in the browser of the signed-in employee. */
  open(port: number, path: string): Promise<BrowserResponse>;
  /** Returns a browser without a session. */
  newBrowser(): HarnessBrowser;
  /** Signs an employee in upstream; returns the path where the browser continues. */
  finishSignIn(uid: string): Promise<string>;
  /** Obtains a code; in the browser of the signed-in employee, unless another is given. */
  code(port: number, given?: CodeRequest): Promise<HarnessCode>;
  redeem(port: number, code: HarnessCode, given?: Credentials): Promise<BrowserResponse>;
  refresh(port: number, token: string, given?: Credentials): Promise<BrowserResponse>;
  /** Calls an interface with a token. */
  call(port: number, path: string, token: string, proof?: string): Promise<BrowserResponse>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Another client than the default one, or credentials that are used more than once. */
export interface Credentials {
  readonly by?: HarnessClient;
  readonly client?: Form;
  readonly proof?: string;
}

export interface CodeRequest {
  readonly browser?: HarnessBrowser;
  readonly by?: HarnessClient;
}

/**
 * Sets up a console for staff. The upstream sign-in is not under test: the harness records who signed in, as the
 * callback would, in the same tables with the same keys.
 */
export async function createOauthHarness(instance: Instance, baseUrl: string): Promise<OauthHarness> {
  const register = (kind: 'application' | 'console'): Promise<HarnessClient> =>
    registered(instance, kind, baseUrl);
  const client = await register('console');
  const application = await register('application');
  const upstream = await openUpstreamSignIn(instance, { bankId: harnessBank, baseUrl });
  const usual = createHarnessBrowser();

  const harness: OauthHarness = {
    client,
    application,
    baseUrl,
    register,
    post: (port, path, form, given = {}) =>
      send(port, path, formOf(given.by ?? client, `${baseUrl}${path}`, form, given)),
    grant: (port, given = {}) =>
      harness.post(port, harnessTokenPath, clientCredentials, { by: application, ...given }),
    introspect: (port, token) => harness.post(port, introspectionPath, { token }, { by: application }),
    async freshToken(port) {
      const { body } = await harness.redeem(port, await harness.code(port));
      return String(body['access_token']);
    },
    async push(port, given = {}) {
      const verifier = randomBytes(32).toString('base64url');
      const { body, status } = await harness.post(
        port,
        `/oauth/${harnessBank}/request`,
        codeRequest(verifier),
        given,
      );
      if (status !== 201) throw new Error(`a request was not accepted: ${status} ${JSON.stringify(body)}`);
      const query = new URLSearchParams({
        client_id: (given.by ?? client).clientId,
        request_uri: String(body['request_uri']),
      });
      return { path: `/oauth/${harnessBank}/auth?${query.toString()}`, verifier };
    },
    open: (port, path) => usual.open(port, path),
    newBrowser: () => createHarnessBrowser(),
    finishSignIn: async (uid) => new URL(await upstream.finishSignIn(uid)).pathname,
    async code(port, { browser = usual, by } = {}) {
      const { path, verifier } = await harness.push(port, by === undefined ? {} : { by });
      let { location, status } = await browser.open(port, path);
      const uid = signInAt(location);
      if (uid !== undefined)
        ({ location, status } = await browser.open(port, await harness.finishSignIn(uid)));
      const code = codeAt(location);
      if (code === undefined) throw new Error(`no code came back: ${status} ${location}`);
      return { code, verifier };
    },
    redeem: (port, { code, verifier }, given) =>
      harness.post(
        port,
        harnessTokenPath,
        { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: harnessRedirectUri },
        given,
      ),
    refresh: (port, token, given) =>
      harness.post(port, harnessTokenPath, { grant_type: 'refresh_token', refresh_token: token }, given),
    call: (port, path, token, proof) =>
      send(port, path, {
        headers: {
          authorization: `DPoP ${token}`,
          dpop: proof ?? client.proof('GET', `${baseUrl}${path}`, token),
        },
      }),
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
  return harness;
}

async function send(port: number, path: string, init: RequestInit): Promise<BrowserResponse> {
  return responseFrom(await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }));
}

const registrations: Readonly<
  Record<'application' | 'console', Pick<Registration, 'redirectUris' | 'scopes'>>
> = {
  application: { scopes: ['monitoring'] },
  console: { scopes: ['openid', 'offline_access'], redirectUris: [harnessRedirectUri] },
};

async function registered(
  { database }: Instance,
  kind: 'application' | 'console',
  baseUrl: string,
): Promise<HarnessClient> {
  const client = createHarnessClient(newClientId(), `${baseUrl}/oauth/${harnessBank}`);
  await registerHarnessClient(client, {
    databaseUrl: database.appUrl,
    bankId: harnessBank,
    kind,
    ...registrations[kind],
  });
  return client;
}

function codeRequest(verifier: string): Form {
  return {
    response_type: 'code',
    redirect_uri: harnessRedirectUri,
    scope: 'openid offline_access',
    prompt: 'consent',
    state: 'state',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  };
}

function formOf(by: HarnessClient, url: string, form: Form, given: Credentials): RequestInit {
  return {
    method: 'POST',
    headers: { dpop: given.proof ?? by.proof('POST', url) },
    body: new URLSearchParams({ ...form, ...(given.client ?? by.proofOfClient()) }),
  };
}
