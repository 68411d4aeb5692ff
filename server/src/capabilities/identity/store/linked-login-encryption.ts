import type { SealedEncryptionContext } from './identity-vault.ts';

/** What identifies a login at another provider. */
export interface LoginKey {
  readonly bankId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** Each part behind its length: an issuer cannot lend a part of its name to a subject. */
export function linkedLoginEncryptionContext({ bankId, issuer, subject }: LoginKey): SealedEncryptionContext {
  return { bankId, table: 'linked_login', rowId: `${issuer.length}:${issuer}:${subject}` };
}
