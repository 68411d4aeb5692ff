import type { DataKeys } from './data-keys.ts';
import { type EncryptionContext, seal, Unsealable, unseal } from './envelope.ts';
import type { DataKey } from './key-provider.ts';

/** Encrypts and decrypts values with data keys, which may have to be unwrapped by the key store or HSM first. */
export interface DataKeyVault {
  seal(context: EncryptionContext, plain: Buffer): Promise<Buffer>;
  unseal(context: EncryptionContext, sealed: Buffer): Promise<Buffer>;
}

/**
 * Creates the vault of a class of data keys. Do not await it inside a command: encrypt and decrypt before it begins.
 */
export function createDataKeyVault(keys: DataKeys): DataKeyVault {
  return {
    seal: async (context, plain) => seal(await keys.current(context.bankId), context, plain),
    async unseal(context, sealed) {
      const keyId = keyIdIn(context, sealed);
      const key: DataKey | undefined = keyId && (await keys.byId(context.bankId, keyId));
      return unseal(() => key, context, sealed);
    },
  };
}

/** Only the envelope knows the position of the key id, and passes it on when it requests the key. */
function keyIdIn(context: EncryptionContext, sealed: Buffer): Buffer | undefined {
  let keyId: Buffer | undefined;
  const recordId = (id: Buffer): undefined => {
    keyId = id;
    return undefined;
  };
  try {
    unseal(recordId, context, sealed);
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
  }
  return keyId;
}
