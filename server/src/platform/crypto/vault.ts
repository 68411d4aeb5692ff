import { type EncryptionContext, seal, unseal } from './envelope.ts';
import type { KeyProvider } from './key-provider.ts';

/** Encrypts and decrypts values of one key class. */
export interface Vault {
  seal(context: EncryptionContext, plain: Buffer): Buffer;
  unseal(context: EncryptionContext, sealed: Buffer): Buffer;
}

/** Creates the vault of a class: field encryption with the keys of the bank that owns the value. */
export function createVault(keys: KeyProvider, keyClass: string): Vault {
  return {
    seal: (context, plain) => seal(keys.current(context.bankId, keyClass), context, plain),
    unseal: (context, sealed) => unseal((id) => keys.byId(context.bankId, keyClass, id), context, sealed),
  };
}
