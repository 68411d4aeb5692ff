import { type EncryptionContext, seal, Unsealable, unseal } from './envelope.ts';
import { checkKeyLength, type KeyPurpose, type KeyWrapping, Unwrappable } from './key-wrapping.ts';
import { createLocalKeys } from './local-keys.ts';

/** An unwrapped key, and the key-encryption key it was wrapped under. */
interface Unwrapped {
  readonly key: Buffer;
  readonly under: Buffer;
}

/**
 * Wraps under keys derived from the master keys of the configuration, the newest first. For development, tests, and
 * banks without an HSM: the master keys and the database together reveal everything. ADR 0038.
 */
export function createLocalWrapping(masterKeys: readonly Buffer[]): KeyWrapping {
  const keys = createLocalKeys(masterKeys);

  function unwrap(purpose: KeyPurpose, wrapped: Buffer): Unwrapped {
    const ids: Buffer[] = [];
    try {
      const key = unseal(
        (id) => {
          ids.push(id);
          return keys.byId(purpose.bankId, classOf(purpose), id);
        },
        contextOf(purpose),
        wrapped,
      );
      return { key, under: Buffer.concat(ids) };
    } catch (error) {
      if (error instanceof Unsealable) throw new Unwrappable(error.message);
      throw error;
    }
  }

  return {
    async wrap(purpose, key) {
      checkKeyLength(key);
      return seal(keys.current(purpose.bankId, classOf(purpose)), contextOf(purpose), key);
    },
    unwrap: async (purpose, wrapped) => unwrap(purpose, wrapped).key,
    isOutdated: async (purpose, wrapped) =>
      !unwrap(purpose, wrapped).under.equals(keys.current(purpose.bankId, classOf(purpose)).id),
    async [Symbol.asyncDispose]() {},
  };
}

/** A separate class, so that a key that wraps keys never encrypts a value. */
function classOf({ keyClass }: KeyPurpose): string {
  return `key-wrapping ${keyClass}`;
}

function contextOf({ bankId, keyClass }: KeyPurpose): EncryptionContext {
  return { bankId, table: 'data_key', column: 'wrapped', rowId: keyClass };
}
