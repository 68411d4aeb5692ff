import { obtainCode } from '../../server/src/capabilities/oauth/testing/test-browser.suite.ts';
import {
  type Form,
  redirectUri,
  type TestClient,
} from '../../server/src/capabilities/oauth/testing/test-client.suite.ts';
import {
  obtainOwnToken,
  obtainTokens,
  tokensIn,
} from '../../server/src/capabilities/oauth/testing/test-tokens.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { signsInTo } from './clients.ts';
import type { Harness } from './harness.ts';

/** Kinds of clients where users sign in. */
export type SignInClientKind = keyof typeof signsInTo;

export const cibaGrant = 'urn:openid:params:grant-type:ciba';

/** Obtains a code for the client; returns the form that redeems it. */
export async function codeFor({ app }: Harness, client: TestClient, kind: SignInClientKind): Promise<Form> {
  const flow = await obtainCode(app, client, { signedIn: { accountId: signsInTo[kind] } });
  return {
    grant_type: 'authorization_code',
    code: obtained('code', flow.code),
    code_verifier: flow.pkce.verifier,
    redirect_uri: redirectUri,
  };
}

/** Obtains a refresh token for the client; returns the form that exchanges it. */
export async function refreshTokenFor(
  { app }: Harness,
  client: TestClient,
  kind: SignInClientKind,
): Promise<Form> {
  const { refreshToken } = await obtainTokens(app, client, { signedIn: { accountId: signsInTo[kind] } });
  return { grant_type: 'refresh_token', refresh_token: obtained('refresh token', refreshToken) };
}

export const decoupledRequest: Form = {
  scope: 'openid',
  login_hint: 'customer',
  binding_message: 'Pay 12,50 to Smith',
};

/** Starts a CIBA request; returns the form that polls for its result. */
export async function handleFor(client: TestClient): Promise<Form> {
  const { body } = await client.post('/backchannel', decoupledRequest);
  return { grant_type: cibaGrant, auth_req_id: obtained('handle', at(body, 'auth_req_id')) };
}

/** Obtains a token with the client credentials grant. */
export async function accessTokenOf(client: TestClient): Promise<string> {
  return obtained('access token', tokensIn(await obtainOwnToken(client)).accessToken);
}

/** Requires an artefact to exist; refusing one that never existed proves nothing. */
function obtained(what: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Error(`the server returned no ${what}`);
  return value;
}
