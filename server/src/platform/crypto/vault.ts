import { type EncryptionContext, seal, unseal } from './envelope.ts';
import type { KeyProvider } from './key-provider.ts';

/** Seals and opens values of one key class. */
export interface Vault {
  seal(context: EncryptionContext, plain: Buffer): Buffer;
  unseal(context: EncryptionContext, sealed: Buffer): Buffer;
}

/** The vault of a class: field encryption with the keys of whoever the value belongs to. */
export function createVault(keys: KeyProvider, keyClass: string): Vault {
  return {
    seal: (place, plain) => seal(keys.current(place.bankId, keyClass), place, plain),
    unseal: (place, sealed) => unseal((id) => keys.byId(place.bankId, keyClass, id), place, sealed),
  };
}
