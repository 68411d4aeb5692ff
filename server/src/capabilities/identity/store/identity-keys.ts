import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { profileEncryptionContext, textEncryptionContext } from './identity-vault.ts';
import { linkedLoginEncryptionContext } from './linked-login-encryption.ts';

const secondsPerDay = 86_400;
const secondsPerHour = 3_600;

/** All keys of identity. The names are inputs of key derivation and never change. */
export const identityKeyClasses: readonly KeyClass[] = [
  {
    name: 'identity',
    use: 'sealing',
    columns: [
      {
        table: 'identity.user_account',
        column: 'sealed_profile',
        key: [{ name: 'user_id', type: 'text' }],
        encryptionContextOf: (bankId, [userId = '']) => profileEncryptionContext(bankId, userId),
      },
      {
        table: 'identity.former_contact',
        column: 'sealed_value',
        key: [{ name: 'former_contact_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [rowId = '']) =>
          textEncryptionContext({ bankId, table: 'former_contact', rowId }),
      },
      {
        table: 'identity.linked_login',
        column: 'sealed_login',
        key: [
          { name: 'issuer', type: 'text' },
          { name: 'subject', type: 'text' },
        ],
        encryptionContextOf: (bankId, [issuer = '', subject = '']) =>
          textEncryptionContext(linkedLoginEncryptionContext({ bankId, issuer, subject })),
      },
      {
        table: 'identity.login_event',
        column: 'sealed_address',
        key: [
          { name: 'user_id', type: 'text' },
          { name: 'occurred_at', type: 'timestamptz' },
          { name: 'login_event_id', type: 'uuid' },
        ],
        encryptionContextOf: (bankId, [, , rowId = '']) =>
          textEncryptionContext({ bankId, table: 'login_event', rowId }),
      },
      {
        table: 'identity.passkey_proof',
        column: 'sealed_state',
        key: [{ name: 'proof_id', type: 'text' }],
        encryptionContextOf: (bankId, [rowId = '']) =>
          textEncryptionContext({ bankId, table: 'passkey_proof', rowId }),
      },
      {
        table: 'identity.sign_in',
        column: 'sealed_state',
        key: [{ name: 'sign_in_id', type: 'text' }],
        encryptionContextOf: (bankId, [rowId = '']) =>
          textEncryptionContext({ bankId, table: 'sign_in', rowId }),
      },
    ],
  },
  { name: 'contacts of users', use: 'index' },
  { name: 'linked logins', use: 'index' },
  { name: 'passwords', use: 'verifying' },
  // Authenticators store user handles; a changed handle would be another account to them.
  { name: 'passkey owners', use: 'lasting' },
  // The username itself is deleted: its keyed hash cannot be computed again.
  { name: 'names of erased users', use: 'lasting' },
  // If dummy pictures and questions changed, they would reveal which usernames are unknown.
  { name: 'decoys', use: 'lasting' },
  { name: 'quotas', use: 'rotating', acceptedForSeconds: secondsPerDay },
  { name: 'tried passwords', use: 'rotating', acceptedForSeconds: secondsPerDay },
  { name: 'strangers who sign in', use: 'rotating', acceptedForSeconds: secondsPerDay },
  { name: 'secrets of browsers', use: 'rotating', acceptedForSeconds: secondsPerHour },
  { name: 'submitted forms', use: 'rotating', acceptedForSeconds: secondsPerHour },
  { name: 'forms', use: 'rotating', acceptedForSeconds: secondsPerDay },
];
