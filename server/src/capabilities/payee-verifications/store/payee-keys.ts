import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { answerEncryptionContext, payeesEncryptionContext, resultEncryptionContext } from './payee-vault.ts';

const secondsPerDay = 86_400;

/** All keys of payee verifications. The names are inputs of key derivation and never change. */
export const payeeKeyClasses: readonly KeyClass[] = [
  {
    name: 'payee-lists',
    use: 'sealing',
    isAdded: true,
    columns: [
      {
        table: 'payee_verifications.bulk',
        column: 'sealed_payees',
        key: [{ name: 'bulk_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [bulkId = '']) => payeesEncryptionContext(bankId, bulkId),
        batchRows: 10,
      },
      {
        table: 'payee_verifications.bulk_result',
        column: 'sealed_result',
        key: [
          { name: 'bulk_id', type: 'uuid' },
          { name: 'place', type: 'text' },
        ],
        encryptionContextOf: (bankId, [bulkId = '', place = '']) =>
          resultEncryptionContext(bankId, bulkId, place),
      },
      {
        table: 'payee_verifications.earlier_result',
        column: 'sealed_result',
        key: [
          { name: 'organisation_id', type: 'text' },
          { name: 'request_id', type: 'uuid' },
        ],
        encryptionContextOf: (bankId, [organisationId = '', requestId = '']) =>
          answerEncryptionContext(bankId, { organisationId, requestId }),
      },
    ],
  },
  // Hashes are compared within a day; those of an older key are not compared any more.
  { name: 'payee hashes', use: 'rotating', acceptedForSeconds: secondsPerDay, isAdded: true },
];
