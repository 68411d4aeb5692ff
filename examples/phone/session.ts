import { createHash, randomBytes } from 'node:crypto';
import { BankRefusal, textAt, valueAt } from './bank-connection.ts';
import { nowSeconds } from './keys.ts';
import type { MemoryFile, Tokens } from './memory.ts';
import type { InterfaceRequest, OAuthClient } from './oauth-client.ts';

/** The sign-in of the customer in the app. */
export interface Session {
  /** Starts a sign-in; returns the path of the bank's page. */
  begin(): Promise<string>;
  /** Ends it with what the bank added to the address of the app. Returns false if the customer cancelled it. */
  finish(returned: URLSearchParams): Promise<boolean>;
  /** Gets new tokens. A paired phone is named in tokens from the moment of its confirmation. */
  refresh(): Promise<void>;
  /** Calls the bank as the customer. Throws `SignedOut` if the bank has ended the sign-in. */
  call(request: InterfaceRequest): Promise<unknown>;
}

/** The sign-in has ended. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

const scopes = 'openid offline_access device fraud.report';
/** An access token is not used in its last seconds: it would expire on its way. */
const spareSeconds = 20;

export function createSession(client: OAuthClient, memory: MemoryFile, redirectUri: string): Session {
  let started: { readonly state: string; readonly verifier: string } | undefined;
  let refreshing: Promise<Tokens> | undefined;

  const request = async (form: Readonly<Record<string, string>>): Promise<Tokens> => {
    const { token } = await client.addresses();
    const tokens = tokensIn(await client.post(token, form));
    await memory.change({ tokens, userId: subjectOf(tokens.accessToken) });
    return tokens;
  };
  const refreshOnce = async (): Promise<Tokens> => {
    const refreshToken = memory.now.tokens?.refreshToken;
    if (refreshToken === undefined) throw new SignedOut();
    return request({ grant_type: 'refresh_token', refresh_token: refreshToken }).catch((error: unknown) => {
      throw error instanceof BankRefusal && error.code === 'invalid_grant' ? new SignedOut() : error;
    });
  };
  /** A refresh token is valid once: two refreshes at a time would end the sign-in. */
  const refresh = (): Promise<Tokens> => {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
  return {
    async begin() {
      const verifier = randomBytes(32).toString('base64url');
      started = { verifier, state: randomBytes(16).toString('base64url') };
      const { authorization, pushedRequest } = await client.addresses();
      const pushed = await client.post(pushedRequest, {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: scopes,
        // Needed for a refresh token, and for the activation code, which is given after two factors only.
        prompt: 'login consent',
        acr_values: 'sca',
        state: started.state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      const query = new URLSearchParams({
        client_id: client.clientId,
        request_uri: textAt(pushed, 'request_uri'),
      });
      return `${new URL(authorization).pathname}?${query.toString()}`;
    },
    async finish(returned) {
      const { issuer } = await client.addresses();
      if (started === undefined || returned.get('state') !== started.state || returned.get('iss') !== issuer)
        throw new Error('This response belongs to another sign-in.');
      const { verifier } = started;
      started = undefined;
      const code = returned.get('code');
      if (code === null) return false;
      await request({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      });
      return true;
    },
    async refresh() {
      await refresh();
    },
    async call(wanted) {
      const stored = memory.now.tokens;
      if (stored === undefined) throw new SignedOut();
      const isCurrent = stored.expiresAtSeconds - spareSeconds > nowSeconds();
      const { accessToken } = isCurrent ? stored : await refresh();
      return client.call(accessToken, wanted).catch(async (error: unknown) => {
        // The bank ended the token before its time; a refresh tells whether the sign-in has ended too.
        if (!(error instanceof BankRefusal) || error.status !== 401) throw error;
        return client.call((await refresh()).accessToken, wanted);
      });
    },
  };
}

function tokensIn(response: unknown): Tokens {
  return {
    accessToken: textAt(response, 'access_token'),
    refreshToken: textAt(response, 'refresh_token'),
    expiresAtSeconds: nowSeconds() + Number(valueAt(response, 'expires_in')),
  };
}

/** Returns the id of the customer. The bank has sent the token to this client, which need not check it. */
function subjectOf(token: string): string {
  const [, claims = ''] = token.split('.');
  return textAt(JSON.parse(Buffer.from(claims, 'base64url').toString()), 'sub');
}
