import { createDecipheriv } from 'node:crypto';
import type { DataKey } from '../../server/src/platform/crypto/key-provider.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';

const version = 1;
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes + nonceBytes;

/** Every class that values are sealed under; `keyClassesIn` of the test finds one that is missing here. */
export const keyClasses = [
  'answers',
  'artefacts',
  'authorization',
  'correspondence',
  'identity',
  'party-keys',
  'signing-keys',
] as const;

/** Opens sealed values wherever they lie, as a thief with the database and the master key would. */
export interface Opener {
  /** Adds the key of a party, as it is found opened in `party_key`. */
  addPartyKey(opened: Buffer): void;
  /** Returns undefined for what is not sealed, or under a key that is gone. */
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

/** Without the tag: where a value was sealed for need not be known, only what it says. */
function opened(key: DataKey, sealed: Buffer): Buffer {
  const counter = Buffer.concat([sealed.subarray(1 + keyIdBytes, headerBytes), Buffer.from([0, 0, 0, 2])]);
  const decipher = createDecipheriv('aes-256-ctr', key.secret, counter);
  return Buffer.concat([decipher.update(sealed.subarray(headerBytes, -tagBytes)), decipher.final()]);
}
