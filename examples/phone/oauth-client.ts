import { createHash, randomUUID } from 'node:crypto';
import { type BankConnection, contentOf, textAt } from './bank-connection.ts';
import { nowSeconds, type SigningKey } from './keys.ts';
import type { RegisteredClient, Settings } from './settings.ts';

/** Addresses of the bank's authorization server, as it publishes them. */
interface ServerAddresses {
  readonly issuer: string;
  readonly token: string;
  readonly pushedRequest: string;
  readonly authorization: string;
}

/** An OAuth client: proves with each request who it is (private_key_jwt), and which key its tokens are bound to (DPoP). */
export interface OAuthClient {
  readonly clientId: string;
  addresses(): Promise<ServerAddresses>;
  /** Sends a form to an address of the server, and returns the response. */
  post(address: string, form: Readonly<Record<string, string>>): Promise<unknown>;
  /** Calls an interface of the bank with a token. */
  call(token: string, request: InterfaceRequest): Promise<unknown>;
}

export interface InterfaceRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
}

const assertionSeconds = 60;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** `proofKey`: the key that tokens are bound to. */
export function createOAuthClient(
  { bankId, bankUrl }: Pick<Settings, 'bankId' | 'bankUrl'>,
  send: BankConnection,
  { clientId, key, proofKey }: RegisteredClient & { readonly proofKey: () => SigningKey },
): OAuthClient {
  let found: Promise<ServerAddresses> | undefined;
  const addresses = (): Promise<ServerAddresses> => {
    found ??= discover(send, bankId).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  /** Valid once, for one method and one address. With a token it names the token's hash. */
  const proof = (method: string, url: string, token?: string): string => {
    const { jws, publicJwk } = proofKey();
    const ath = token && createHash('sha256').update(token).digest('base64url');
    const claims = { jti: randomUUID(), htm: method, htu: url, iat: nowSeconds(), ...(ath && { ath }) };
    return jws({ typ: 'dpop+jwt', jwk: publicJwk }, claims);
  };
  /** Valid once, for a minute. */
  const assertion = (issuer: string): string => {
    const exp = nowSeconds() + assertionSeconds;
    const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat: nowSeconds(), exp };
    return key.jws({ kid: key.keyId }, claims);
  };
  return {
    clientId,
    addresses,
    async post(address, form) {
      const { issuer } = await addresses();
      const fields = {
        ...form,
        client_id: clientId,
        client_assertion_type: assertionType,
        client_assertion: assertion(issuer),
      };
      const response = await send({
        method: 'POST',
        path: new URL(address).pathname,
        headers: { dpop: proof('POST', address), 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
      return contentOf(response);
    },
    async call(token, { body, method, path }) {
      const response = await send({
        method,
        path,
        headers: {
          authorization: `DPoP ${token}`,
          dpop: proof(method, `${bankUrl}${path}`, token),
          // The bank acts once on each key.
          ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return contentOf(response);
    },
  };
}

async function discover(send: BankConnection, bankId: string): Promise<ServerAddresses> {
  const path = `/oauth/${bankId}/.well-known/openid-configuration`;
  const content = contentOf(await send({ method: 'GET', path }));
  return {
    issuer: textAt(content, 'issuer'),
    token: textAt(content, 'token_endpoint'),
    pushedRequest: textAt(content, 'pushed_authorization_request_endpoint'),
    authorization: textAt(content, 'authorization_endpoint'),
  };
}
