import { hash, randomBytes, randomUUID } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { ClientDraft } from '../domain/client-registration.ts';
import { addClient } from '../operations/add-client.ts';
import type { ServedTestApp } from './server-test-app.suite.ts';

/** Test client: has keys, creates assertions and proofs, and posts forms. */
export interface TestClient {
  readonly clientId: string;
  readonly bankId: string;
  readonly issuer: string;
  readonly thumbprint: string;
  readonly proofJwk: JWK;
  readonly assertionJwk: JWK;
  /** Its private keys, for tests that create invalid assertions and proofs. */
  readonly keys: { readonly assertion: CryptoKey; readonly proof: CryptoKey };
  assertion(
    claims?: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
  ): Promise<string>;
  proof(request: ProofFor): Promise<string>;
  /** Posts a form with assertion and proof; `form` and `headers` may replace or remove (undefined) each of them. */
  post(path: string, form: Form, headers?: Headers): Promise<TestServerResponse>;
  /** Returns the same client with another transport, such as to a second instance. */
  by(call: ServedTestApp['call']): TestClient;
}

export type Form = Readonly<Record<string, string | undefined>>;
type Headers = Readonly<Record<string, string | undefined>>;

export interface ProofFor {
  readonly method?: string;
  /** Requested path; the proof contains it under the bank's own address. */
  readonly path: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

export interface TestClientOptions extends Partial<ClientDraft> {
  readonly bankId?: string;
  /** Transport of its requests; the default is the server itself. */
  readonly call?: ServedTestApp['call'];
}

export const redirectUri = 'https://app.test/callback';

/** Registers a client with new keys. */
export async function createTestClient(
  app: ServedTestApp,
  options: TestClientOptions = {},
): Promise<TestClient> {
  const { bankId = '01', call = app.call, ...given } = options;
  const kind = given.kind ?? 'application';
  const clientId = given.clientId ?? `client-${randomBytes(4).toString('hex')}`;
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const proofKeys = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: `${clientId}-1`, alg: 'ES256', use: 'sig' };
  const proofJwk = await exportJWK(proofKeys.publicKey);
  await addClient(app.contextFor(bankId), {
    clientId,
    kind,
    name: `Test ${clientId}`,
    scopes: kind === 'application' ? ['party.read'] : ['openid', 'offline_access'],
    redirectUris: kind === 'application' ? [] : [redirectUri],
    postLogoutRedirectUris: [],
    authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet: { keys: [jwk] } } },
    binding: 'proof',
    introspects: 'own-tokens',
    idempotency: 'seed-compatible',
    exchangesTokensOf: [],
    ...given,
  });
  const issuer = `${testBaseUrl}/oauth/${bankId}`;
  const thumbprint = await calculateJwkThumbprint(proofJwk);
  const nowSeconds = (): number => Math.floor(app.clock.now().epochMilliseconds / 1_000);

  const assertion: TestClient['assertion'] = (claims = {}, header = {}) =>
    new SignJWT({
      iss: clientId,
      sub: clientId,
      aud: issuer,
      jti: randomUUID(),
      iat: nowSeconds(),
      exp: nowSeconds() + 60,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: `${clientId}-1`, ...header })
      .sign(privateKey);
  const proof: TestClient['proof'] = ({ claims = {}, header = {}, method = 'POST', path }) =>
    new SignJWT({
      jti: randomUUID(),
      htm: method,
      htu: `${testBaseUrl}${path}`,
      iat: nowSeconds(),
      ...claims,
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: proofJwk, ...header })
      .sign(proofKeys.privateKey);

  const clientBy = (way: ServedTestApp['call']): TestClient => ({
    clientId,
    bankId,
    issuer,
    proofJwk,
    assertionJwk: jwk,
    keys: { assertion: privateKey, proof: proofKeys.privateKey },
    thumbprint,
    assertion,
    proof,
    async post(path, form, headers = {}) {
      const wholePath = `/oauth/${bankId}${path}`;
      const fields: Form = {
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: 'client_assertion' in form ? form['client_assertion'] : await assertion(),
        ...form,
      };
      const dpop = 'dpop' in headers ? headers['dpop'] : await proof({ path: wholePath });
      return way({
        method: 'POST',
        path: wholePath,
        headers: present({ 'content-type': 'application/x-www-form-urlencoded', ...headers, dpop }),
        body: new URLSearchParams(present(fields)).toString(),
      });
    },
    by: clientBy,
  });
  return clientBy(call);
}

function present(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Secrets of a client until it redeems its code. */
export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: hash('sha256', verifier, 'base64url') };
}
