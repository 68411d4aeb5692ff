import { createHash, generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto';
import { addClient } from '../../server/src/capabilities/oauth/operations/add-client.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { systemContext } from '../../server/src/platform/work/system-context.ts';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** A key that signs synchronously, which costs less than promises. */
class SigningKey {
  readonly #key: KeyObject;
  readonly jwk: Readonly<Record<string, string>>;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { crv = '', kty = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.jwk = { crv: String(crv), kty, x: String(x), y: String(y) };
  }

  get thumbprint(): string {
    return createHash('sha256').update(JSON.stringify(this.jwk)).digest('base64url');
  }

  signed(header: object, payload: object): string {
    const content = `${encode(header)}.${encode(payload)}`;
    const signature = sign('sha256', Buffer.from(content), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `${content}.${signature.toString('base64url')}`;
  }
}

/** An OAuth client of a running server. */
export interface HarnessClient {
  readonly clientId: string;
  readonly assertionKeys: { keys: object[] };
  /** Returns the form fields of the client authentication, valid once. */
  proofOfClient(): Readonly<Record<string, string>>;
  /** Returns a DPoP proof for one request; with a token, for an interface. */
  proof(method: string, url: string, token?: string): string;
}

/** Creates a client whose tokens are for this issuer. */
export function createHarnessClient(clientId: string, issuer: string): HarnessClient {
  const [assertionKey, proofKey] = [new SigningKey(), new SigningKey()];
  return {
    clientId,
    assertionKeys: {
      keys: [{ ...assertionKey.jwk, kid: assertionKey.thumbprint, alg: 'ES256', use: 'sig' }],
    },
    proofOfClient: () => ({
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertionKey.signed(
        { alg: 'ES256', kid: assertionKey.thumbprint },
        {
          iss: clientId,
          sub: clientId,
          aud: issuer,
          jti: randomUUID(),
          iat: nowSeconds(),
          exp: nowSeconds() + 240,
        },
      ),
    }),
    proof: (method, url, token) =>
      proofKey.signed(
        { typ: 'dpop+jwt', alg: 'ES256', jwk: proofKey.jwk },
        {
          jti: randomUUID(),
          htm: method,
          htu: url,
          iat: nowSeconds(),
          ...(token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }),
        },
      ),
  };
}

export interface Registration {
  readonly databaseUrl: string;
  readonly bankId: string;
  readonly kind: 'application' | 'customer-app' | 'console';
  readonly scopes: readonly string[];
  readonly redirectUris?: readonly string[];
  readonly binding?: 'proof' | 'certificate';
  /** Name that customers see. */
  readonly name?: string;
}

/** Registers a client at the bank, as the command does. */
export async function registerHarnessClient(
  client: Pick<HarnessClient, 'clientId' | 'assertionKeys'>,
  registration: Registration,
): Promise<void> {
  const { bankId, binding = 'proof', databaseUrl, kind, redirectUris = [], scopes } = registration;
  const { name = 'Harness' } = registration;
  await using app = openDatabase({ url: databaseUrl, poolSize: 1 });
  const deps = {
    app,
    clock: systemClock,
    ids: systemIds(systemClock),
    log: createLogger({ level: 'fatal' }),
  };
  await addClient(systemContext(deps, { job: 'harness', bankId, requestId: 'harness' }), {
    clientId: client.clientId,
    kind,
    name,
    scopes,
    redirectUris,
    postLogoutRedirectUris: [],
    authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet: client.assertionKeys } },
    binding,
    introspects: 'own-tokens',
    idempotency: 'seed-compatible',
    exchangesTokensOf: [],
  });
}

/** Returns an unused client id. */
export function newClientId(): string {
  return `harness-${randomBytes(4).toString('hex')}`;
}

/** Returns a form post as bytes. */
export function formPost(
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): string {
  const body = new URLSearchParams(form).toString();
  return [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/x-www-form-urlencoded',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
