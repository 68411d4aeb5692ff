import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { consentEncryptionContext } from './consents-vault.ts';

/** All keys of consents. The name is an input of key derivation and never changes. */
export const consentsKeyClasses: readonly KeyClass[] = [
  {
    name: 'consents',
    use: 'sealing',
    isAdded: true,
    columns: [
      {
        table: 'consents.consent',
        column: 'sealed_access',
        key: [{ name: 'consent_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [rowId = '']) => consentEncryptionContext(bankId, rowId),
      },
    ],
  },
];
