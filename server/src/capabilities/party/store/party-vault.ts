import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { asKeyId, type EncryptionContext, seal, unseal } from '#platform/crypto/envelope.ts';
import type { DataKey, KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';
import { createVault } from '#platform/crypto/vault.ts';

/** Kinds of lookup values; each has its own key, so that equal values of different kinds have different hashes. */
export const lookups = ['phone', 'email', 'social', 'name-and-birth', 'id-number'] as const;
export type Lookup = (typeof lookups)[number];

/** Encrypts and decrypts the data of one party. */
export interface PartySeal {
  seal(place: SealEncryptionContext, value: unknown): Buffer;
  unseal(place: SealEncryptionContext, sealed: Buffer): unknown;
}

export interface SealEncryptionContext {
  readonly table: 'party' | 'party_fact' | 'audit_entry' | 'screening';
  readonly column: string;
  /** Row id in addition to the party number; empty where the party number is enough. */
  readonly row: string;
}

/** Keys of parties, their keyed hashes, and the signatures of our tokens. */
export interface PartyVault {
  /** Creates a key for a new party; its encrypted form is stored with the party. */
  newSeal(bankId: string, partyNumber: string): { readonly sealedKey: Buffer; readonly seal: PartySeal };
  openSeal(bankId: string, partyNumber: string, sealedKey: Buffer): PartySeal;
  /**
   * Returns keyed hashes that find equal values without storing them. The first index is stored; a lookup queries all
   * of them, because `keys reindex` may be running.
   */
  indexes(bankId: string, lookup: Lookup, value: string): readonly [Buffer, ...Buffer[]];
  mark(bankId: string, purpose: string, text: string): string;
  isMark(
    mark: string,
    claim: { readonly bankId: string; readonly purpose: string; readonly text: string },
  ): boolean;
}

const keyIdBytes = 8;
const keyBytes = 32;
const markBytes = 16;

/**
 * Creates the vault. Each party has its own key, encrypted with the bank's key of that class: a copy of the database
 * alone is unreadable.
 */
export function createPartyVault(keys: KeyProvider): PartyVault {
  const vault = createVault(keys, 'party-keys');
  /** The first with the current key; the others with the keys before it. */
  const marks = (bankId: string, purpose: string, text: string): readonly string[] =>
    keys
      .derive(bankId, `party ${purpose}`)
      .map((key) =>
        createHmac('sha256', secretKeyOf(key))
          .update(text)
          .digest()
          .subarray(0, markBytes)
          .toString('base64url'),
      );
  return {
    newSeal(bankId, partyNumber) {
      const key = { id: asKeyId(randomBytes(keyIdBytes)), secret: randomBytes(keyBytes) };
      const sealedKey = vault.seal(
        partyKeyEncryptionContext(bankId, partyNumber),
        Buffer.concat([key.id, key.secret]),
      );
      return { sealedKey, seal: sealWith(key, bankId, partyNumber) };
    },
    openSeal(bankId, partyNumber, sealedKey) {
      const opened = vault.unseal(partyKeyEncryptionContext(bankId, partyNumber), sealedKey);
      const key = { id: asKeyId(opened.subarray(0, keyIdBytes)), secret: opened.subarray(keyIdBytes) };
      return sealWith(key, bankId, partyNumber);
    },
    indexes(bankId, lookup, value) {
      const indexWith = (key: Buffer): Buffer =>
        createHmac('sha256', secretKeyOf(key)).update(value).digest();
      const [current, ...others] = keys.derive(bankId, `blind index ${lookup}`);
      return [indexWith(current), ...others.map(indexWith)];
    },
    mark: (bankId, purpose, text) => marks(bankId, purpose, text)[0] ?? '',
    isMark: (given, { bankId, purpose, text }) =>
      marks(bankId, purpose, text).some((mark) => isEqual(Buffer.from(given), Buffer.from(mark))),
  };
}

function isEqual(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the encryption context of a party's key. */
export function partyKeyEncryptionContext(bankId: string, partyNumber: string): EncryptionContext {
  return { bankId, table: 'party_key', column: 'sealed_key', rowId: partyNumber };
}

function sealWith(key: DataKey, bankId: string, partyNumber: string): PartySeal {
  const encryptionContextOf = ({ column, row, table }: SealEncryptionContext): EncryptionContext => ({
    bankId,
    table,
    column,
    rowId: `${partyNumber} ${row}`,
  });
  return {
    seal: (place, value) => seal(key, encryptionContextOf(place), Buffer.from(JSON.stringify(value))),
    unseal(place, sealed) {
      const plain = unseal((id) => (key.id.equals(id) ? key : undefined), encryptionContextOf(place), sealed);
      const value: unknown = JSON.parse(plain.toString());
      return value;
    },
  };
}
