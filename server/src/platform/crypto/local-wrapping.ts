import { type EncryptionContext, seal, Unsealable, unseal } from './envelope.ts';
import { checkKeyLength, type KeyPurpose, type KeyWrapping, Unwrappable } from './key-wrapping.ts';
import { createLocalKeys } from './local-keys.ts';

/** A key that was unwrapped, and which key-encryption key it was wrapped under. */
interface Unwrapped {
  readonly key: Buffer;
  readonly under: Buffer;
}

/**
 * Wraps under keys made from the master keys of the configuration, the newest first. For development, tests, and
 * banks without a module: whoever has the master keys and the database has everything. ADR 0038.
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
        placeOf(purpose),
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
      return seal(keys.current(purpose.bankId, classOf(purpose)), placeOf(purpose), key);
    },
    unwrap: async (purpose, wrapped) => unwrap(purpose, wrapped).key,
    isOutdated: async (purpose, wrapped) =>
      !unwrap(purpose, wrapped).under.equals(keys.current(purpose.bankId, classOf(purpose)).id),
    async [Symbol.asyncDispose]() {},
  };
}

/** A class of its own, so that what wraps keys never seals a value. */
function classOf({ keyClass }: KeyPurpose): string {
  return `key-wrapping ${keyClass}`;
}

function placeOf({ bankId, keyClass }: KeyPurpose): EncryptionContext {
  return { bankId, table: 'data_key', column: 'wrapped', rowId: keyClass };
}
