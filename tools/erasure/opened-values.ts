import { createDecipheriv } from 'node:crypto';
import type { DataKey } from '../../server/src/platform/crypto/key-provider.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';

const version = 1;
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes + nonceBytes;

/** All key classes of the product; the test compares them with `classesInSource`. */
export const keyClasses = [
  'answers',
  'artefacts',
  'authorization',
  'client',
  'consents',
  'correspondence',
  'funds-consents',
  'identity',
  'party-keys',
  'payee-lists',
  'payments',
  'sca',
  'signing-keys',
] as const;

/** Decrypts values of any column, as an attacker with the database and the master key could. */
export interface Opener {
  /** Adds the decrypted key of a party from `party_key`. */
  addPartyKey(opened: Buffer): void;
  /** Returns undefined for values that are not encrypted, or whose key no longer exists. */
  open(sealed: Buffer): Buffer | undefined;
}

export function createOpener(masterKey: Buffer, bankIds: readonly string[]): Opener {
  const provider = createLocalKeys([masterKey]);
  const known = bankIds.flatMap((bankId) => keyClasses.map((name) => provider.current(bankId, name)));
  const keys = new Map(known.map((key) => [key.id.toString('hex'), key]));
  return {
    addPartyKey(opened) {
      const key: DataKey = { id: opened.subarray(0, keyIdBytes), secret: opened.subarray(keyIdBytes) };
      keys.set(key.id.toString('hex'), key);
    },
    open(sealed) {
      if (sealed.length < headerBytes + tagBytes || sealed[0] !== version) return undefined;
      const key = keys.get(sealed.subarray(1, 1 + keyIdBytes).toString('hex'));
      return key && opened(key, sealed);
    },
  };
}

/** Decrypts without verifying the tag, so that the encryption context need not be known. */
function opened(key: DataKey, sealed: Buffer): Buffer {
  const counter = Buffer.concat([sealed.subarray(1 + keyIdBytes, headerBytes), Buffer.from([0, 0, 0, 2])]);
  const decipher = createDecipheriv('aes-256-ctr', key.secret, counter);
  return Buffer.concat([decipher.update(sealed.subarray(headerBytes, -tagBytes)), decipher.final()]);
}
