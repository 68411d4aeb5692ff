import { importJWK, type JWK } from 'jose';
import { type ClientAuth, modifyAssertion, PrivateKeyJwt } from 'openid-client';

/** The client's key and the assertion format of the provider. */
export interface PrivateKeyAuthentication {
  /** Private; `alg` is the signature algorithm, `x5t#S256` is included for providers that require it. */
  readonly key: JWK;
  /** Audience of client assertions: RFC 7523 permits either, providers accept one of them. */
  readonly assertionAudience: 'issuer' | 'token-endpoint';
}

/** Authenticates the client by `private_key_jwt`. */
export async function privateKeyAuthentication({
  assertionAudience,
  key,
}: PrivateKeyAuthentication): Promise<ClientAuth> {
  const imported = await importJWK(key);
  if (imported instanceof Uint8Array || imported.type !== 'private') throw new Error('no private key');
  const thumbprint = key['x5t#S256'];
  const signing = { key: imported, ...(key.kid === undefined ? {} : { kid: key.kid }) };
  return (server, client, body, headers) =>
    PrivateKeyJwt(signing, {
      [modifyAssertion]: (header, payload) => {
        if (thumbprint !== undefined) Object.assign(header, { 'x5t#S256': thumbprint });
        if (assertionAudience === 'token-endpoint') Object.assign(payload, { aud: server.token_endpoint });
      },
    })(server, client, body, headers);
}
