import type { SealedEncryptionContext } from './identity-vault.ts';

/** The key of a login at another provider. */
export interface LoginKey {
  readonly bankId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** Prefixes each part with its length: the end of an issuer cannot be read as the start of a subject. */
export function linkedLoginEncryptionContext({ bankId, issuer, subject }: LoginKey): SealedEncryptionContext {
  return { bankId, table: 'linked_login', rowId: `${issuer.length}:${issuer}:${subject}` };
}
