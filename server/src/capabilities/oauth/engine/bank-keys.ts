import type { JWK } from 'jose';
import type { Vault } from '#platform/crypto/vault.ts';
import { jwkThumbprint } from '#platform/kernel/jwk-thumbprint.ts';
import type { Context } from '#platform/work/context.ts';
import { publishedKeys, type SigningKey, signingKeyAt } from '../domain/signing-key.ts';
import { signingKeyEncryptionContext } from '../store/signing-key-encryption.ts';
import { listSigningKeys, type SealedSigningKey } from '../store/signing-keys.store.ts';

/** The keys a bank signs with at this moment. */
export interface BankKeys {
  /** Changes whenever a key comes, goes, or starts to sign. */
  readonly generation: string;
  readonly accessTokenKeyId: string;
  /** Private keys of all that are published; the one for ID tokens first, because the library takes the first. */
  readonly privateKeys: readonly JWK[];
}

/** Opens private keys, each once. Whatever is not a key of ours is refused with a sentence for who runs the server. */
export function createKeyOpener(vault: Vault): (key: SealedSigningKey) => JWK {
  const opened = new Map<string, JWK>();
  return (key) => {
    // Others believe what is published, and anybody who can write to the table can publish.
    if (!isNamedAfter(key.publicKey, key.keyId)) throw new Error(`${key.keyId} is published as another key`);
    const known = opened.get(key.keyId);
    if (known !== undefined) return known;
    const made = toJwk(JSON.parse(unsealed(vault, key)), key.keyId);
    opened.set(key.keyId, made);
    return made;
  };
}

/** Reads a bank's keys and opens what it has not opened before. */
export function createKeyReader(vault: Vault): (context: Context) => Promise<BankKeys> {
  const privateKey = createKeyOpener(vault);
  return async ({ bankId, clock, db }) => {
    const now = clock.now();
    const keys = await listSigningKeys(db, bankId);
    const published = publishedKeys(keys, now);
    const [idToken, accessToken] = [
      signingKeyAt(published, 'id-token', now),
      signingKeyAt(published, 'access-token', now),
    ];
    if (idToken === undefined || accessToken === undefined)
      throw new Error(`bank ${bankId} has no key to sign with`);
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
    // At start somebody reads this, and must learn which key it is and that the master key may be the wrong one.
  } catch (cause) {
    throw new Error(`signing key ${keyId} of bank ${bankId} cannot be opened with these master keys`, {
      cause,
    });
  }
}

/**
 * A key of our own making: on the one curve we use, and named by its thumbprint. The library's development keys, or
 * any other that found its way into the table, stop the start here.
 */
function toJwk(stored: unknown, keyId: string): JWK {
  const { crv, d, kty, x, y } = isRecord(stored) ? stored : {};
  if (kty !== 'EC' || crv !== 'P-256' || ![d, x, y].every((member) => typeof member === 'string'))
    throw new Error(`${keyId} is not a key to sign with`);
  if (!isNamedAfter(stored, keyId)) throw new Error(`${keyId} is not the name of its key`);
  return { kty, crv, x: String(x), y: String(y), d: String(d), kid: keyId, alg: 'ES256', use: 'sig' };
}

function isNamedAfter(key: unknown, keyId: string): boolean {
  const { crv, kty, x, y } = isRecord(key) ? key : {};
  return kty === 'EC' && crv === 'P-256' && jwkThumbprint({ crv, kty, x: String(x), y: String(y) }) === keyId;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
