import { importJWK, type JWK } from 'jose';
import { type ClientAuth, modifyAssertion, PrivateKeyJwt } from 'openid-client';

/** What we prove ourselves with, and how the provider wants it. */
export interface PrivateKeyAuthentication {
  /** Private; `alg` says how it signs, `x5t#S256` is shown to providers that ask for it. */
  readonly key: JWK;
  /** Whom client assertions are addressed to: RFC 7523 says either, providers take one of them. */
  readonly assertionAudience: 'issuer' | 'token-endpoint';
}

/** Proves who we are by `private_key_jwt`. */
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
