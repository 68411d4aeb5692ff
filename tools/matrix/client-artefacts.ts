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

/** Where somebody signs in. */
export type PeoplesKind = keyof typeof signsInTo;

export const cibaGrant = 'urn:openid:params:grant-type:ciba';

/** Goes all the way to a code of this client; the form redeems it. */
export async function codeFor({ app: world }: Harness, client: TestClient, kind: PeoplesKind): Promise<Form> {
  const flow = await obtainCode(world, client, { signedIn: { accountId: signsInTo[kind] } });
  return {
    grant_type: 'authorization_code',
    code: made('code', flow.code),
    code_verifier: flow.pkce.verifier,
    redirect_uri: redirectUri,
  };
}

/** Goes all the way to a refresh token of this client; the form exchanges it. */
export async function refreshTokenFor(
  { app: world }: Harness,
  client: TestClient,
  kind: PeoplesKind,
): Promise<Form> {
  const { refreshToken } = await obtainTokens(world, client, { signedIn: { accountId: signsInTo[kind] } });
  return { grant_type: 'refresh_token', refresh_token: made('refresh token', refreshToken) };
}

export const decoupledRequest: Form = {
  scope: 'openid',
  login_hint: 'somebody',
  binding_message: 'Pay 12,50 to Smith',
};

/** Asks a customer on another device; the form polls for the answer. */
export async function handleFor(client: TestClient): Promise<Form> {
  const { body } = await client.post('/backchannel', decoupledRequest);
  return { grant_type: cibaGrant, auth_req_id: made('handle', at(body, 'auth_req_id')) };
}

/** A token of the client's own. */
export async function accessTokenOf(client: TestClient): Promise<string> {
  return made('access token', tokensIn(await obtainOwnToken(client)).accessToken);
}

/** A refusal is worth nothing when what is refused was never there. */
function made(what: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Error(`no ${what} came to be`);
  return value;
}
