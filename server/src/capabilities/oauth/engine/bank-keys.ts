import type { JWK } from 'jose';
import type { Vault } from '#platform/crypto/vault.ts';
import { jwkThumbprint } from '#platform/kernel/jwk-thumbprint.ts';
import type { Context } from '#platform/work/context.ts';
import { publishedKeys, type SigningKey, signingKeyAt } from '../domain/signing-key.ts';
import { signingKeyEncryptionContext } from '../store/signing-key-encryption.ts';
import { listSigningKeys, type SealedSigningKey } from '../store/signing-keys.store.ts';

/** Signing keys of a bank at one point in time. */
export interface BankKeys {
  /** Changes whenever a key is added, removed, or starts to sign. */
  readonly generation: string;
  readonly accessTokenKeyId: string;
  /** Private keys of all published keys; the one for ID tokens first, because the library uses the first. */
  readonly privateKeys: readonly JWK[];
}

/** Decrypts private keys, each once. Throws an error for the operator if a row is not a valid signing key. */
export function createKeyDecrypter(vault: Vault): (key: SealedSigningKey) => JWK {
  const cache = new Map<string, JWK>();
  return (key) => {
    // Token verifiers trust the published keys, and anyone with write access to the table could add one.
    if (!isNamedAfter(key.publicKey, key.keyId))
      throw new Error(`signing key ${key.keyId} does not match its published key`);
    const known = cache.get(key.keyId);
    if (known !== undefined) return known;
    const decrypted = toJwk(JSON.parse(unsealed(vault, key)), key.keyId);
    cache.set(key.keyId, decrypted);
    return decrypted;
  };
}

/** Reads a bank's keys and decrypts those that are new. */
export function createKeyReader(vault: Vault): (context: Context) => Promise<BankKeys> {
  const privateKey = createKeyDecrypter(vault);
  return async ({ bankId, clock, db }) => {
    const now = clock.now();
    const keys = await listSigningKeys(db, bankId);
    const published = publishedKeys(keys, now);
    const [idToken, accessToken] = [
      signingKeyAt(published, 'id-token', now),
      signingKeyAt(published, 'access-token', now),
    ];
    if (idToken === undefined || accessToken === undefined)
      throw new Error(`bank ${bankId} has no signing key`);
    const rank = ({ keyId }: SigningKey): number => (keyId === idToken.keyId ? 0 : 1);
    const ordered = keys
      .filter((key) => published.includes(key))
      .toSorted((one, other) => rank(one) - rank(other));
    return {
      generation: [accessToken.keyId, ...ordered.map(({ keyId }) => keyId)].join(' '),
      accessTokenKeyId: accessToken.keyId,
      privateKeys: ordered.map(privateKey),
    };
  };
}

function unsealed(vault: Vault, { bankId, keyId, sealedPrivateKey }: SealedSigningKey): string {
  try {
    return vault.unseal(signingKeyEncryptionContext(bankId, keyId), sealedPrivateKey).toString('utf8');
    // The operator sees this at start: name the key, and the likely cause.
  } catch (cause) {
    throw new Error(`cannot decrypt signing key ${keyId} of bank ${bankId} with the configured master keys`, {
      cause,
    });
  }
}

/**
 * Accepts only keys that this product has generated: on P-256, and named by their thumbprint. The library's development
 * keys, or any other key in the table, abort the start here.
 */
function toJwk(stored: unknown, keyId: string): JWK {
  const { crv, d, kty, x, y } = isRecord(stored) ? stored : {};
  if (kty !== 'EC' || crv !== 'P-256' || ![d, x, y].every((member) => typeof member === 'string'))
    throw new Error(`signing key ${keyId} is not an EC key on P-256`);
  if (!isNamedAfter(stored, keyId)) throw new Error(`signing key ${keyId} does not match its key id`);
  return { kty, crv, x: String(x), y: String(y), d: String(d), kid: keyId, alg: 'ES256', use: 'sig' };
}

function isNamedAfter(key: unknown, keyId: string): boolean {
  const { crv, kty, x, y } = isRecord(key) ? key : {};
  return kty === 'EC' && crv === 'P-256' && jwkThumbprint({ crv, kty, x: String(x), y: String(y) }) === keyId;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
