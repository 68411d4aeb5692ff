import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { termsEncryptionContext } from './funds-vault.ts';

const secondsPerDay = 86_400;

/** All keys of this capability. The names are inputs of key derivation and never change. */
export const fundsKeyClasses: readonly KeyClass[] = [
  {
    name: 'funds-consents',
    use: 'sealing',
    isAdded: true,
    columns: [
      {
        table: 'funds_confirmations.consent',
        column: 'sealed_terms',
        key: [{ name: 'consent_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [rowId = '']) => termsEncryptionContext(bankId, rowId),
      },
    ],
  },
  // Hashes are compared within an hour; those of an older key count as other amounts.
  { name: 'amounts of questions', use: 'rotating', acceptedForSeconds: secondsPerDay, isAdded: true },
];
