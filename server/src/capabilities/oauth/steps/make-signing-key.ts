import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { Temporal } from 'temporal-polyfill';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Context } from '#platform/work/context.ts';
import type { TokenClass } from '../domain/signing-key.ts';
import { signingKeyEncryptionContext } from '../store/signing-key-encryption.ts';
import type { SealedSigningKey } from '../store/signing-keys.store.ts';

interface NewKey {
  readonly tokenClass: TokenClass;
  readonly createdAt: Temporal.Instant;
  readonly signsFrom: Temporal.Instant;
}

/** Makes a key pair, named by its thumbprint. The private half leaves this function only sealed. */
export async function makeSigningKey(
  ctx: Pick<Context, 'bankId'> & { readonly signingKeyVault: Vault },
  { createdAt, signsFrom, tokenClass }: NewKey,
): Promise<SealedSigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const keyId = await calculateJwkThumbprint(publicKey);
  const describe = { kid: keyId, alg: 'ES256', use: 'sig' };
  const secret = { ...(await exportJWK(privateKey)), ...describe };
  return {
    bankId: ctx.bankId,
    keyId,
    tokenClass,
    algorithm: 'ES256',
    publicKey: { ...(await exportJWK(publicKey)), ...describe },
    sealedPrivateKey: ctx.signingKeyVault.seal(
      signingKeyEncryptionContext(ctx.bankId, keyId),
      Buffer.from(JSON.stringify(secret)),
    ),
    createdAt,
    signsFrom,
    verifiesUntil: undefined,
  };
}
