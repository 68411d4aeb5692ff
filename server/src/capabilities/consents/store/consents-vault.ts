import { randomBytes } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { KeptAccess } from '../domain/kept-access.ts';

/** Encrypts what consents let third parties read: the account numbers of customers. */
export interface ConsentsVault {
  sealAccess(bankId: string, consentId: string, access: KeptAccess): Buffer;
  openAccess(bankId: string, consentId: string, sealed: Buffer): KeptAccess;
  newSalt(): string;
}

const saltBytes = 18;

export function consentEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'consent', column: 'sealed_access', rowId };
}

export function createConsentsVault(keys: KeyProvider): ConsentsVault {
  const vault = createVault(keys, 'consents');
  return {
    sealAccess: (bankId, consentId, access) =>
      vault.seal(consentEncryptionContext(bankId, consentId), Buffer.from(JSON.stringify(access))),
    openAccess(bankId, consentId, sealed) {
      const plain = vault.unseal(consentEncryptionContext(bankId, consentId), sealed);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
      return JSON.parse(plain.toString()) as KeptAccess;
    },
    newSalt: () => randomBytes(saltBytes).toString('base64url'),
  };
}
