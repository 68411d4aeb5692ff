import type { DataKeys } from './data-keys.ts';
import { type EncryptionContext, seal, Unsealable, unseal } from './envelope.ts';
import type { DataKey } from './key-provider.ts';

/** Seals and opens values with data keys, which may have to be fetched from their home first. */
export interface DataKeyVault {
  seal(context: EncryptionContext, plain: Buffer): Promise<Buffer>;
  unseal(context: EncryptionContext, sealed: Buffer): Promise<Buffer>;
}

/** The vault of a class of data keys. Not to be awaited inside a command: open and seal before it begins. */
export function createDataKeyVault(keys: DataKeys): DataKeyVault {
  return {
    seal: async (place, plain) => seal(await keys.current(place.bankId), place, plain),
    async unseal(place, sealed) {
      const keyId = keyIdIn(place, sealed);
      const key: DataKey | undefined = keyId && (await keys.byId(place.bankId, keyId));
      return unseal(() => key, place, sealed);
    },
  };
}

/** The envelope alone knows where the key id stands, and names it when it asks for the key. */
function keyIdIn(context: EncryptionContext, sealed: Buffer): Buffer | undefined {
  let keyId: Buffer | undefined;
  const note = (id: Buffer): undefined => {
    keyId = id;
    return undefined;
  };
  try {
    unseal(note, context, sealed);
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
  }
  return keyId;
}
