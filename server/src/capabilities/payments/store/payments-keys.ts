import type { KeyClass } from '#platform/key-ring/key-class.ts';
import {
  chunkEncryptionContext,
  paymentEncryptionContext,
  resultsEncryptionContext,
} from './payments-vault.ts';

/** All keys of payments. The name is an input of key derivation and never changes. */
export const paymentsKeyClasses: readonly KeyClass[] = [
  {
    name: 'payments',
    use: 'sealing',
    isAdded: true,
    columns: [
      ...(['sealed_payment', 'sealed_document'] as const).map((column) => ({
        table: 'payments.payment',
        column,
        key: [{ name: 'payment_id', type: 'uuid' }] as const,
        encryptionContextOf: (bankId: string, [rowId = '']: readonly string[]) =>
          paymentEncryptionContext(bankId, rowId, column),
      })),
      {
        table: 'payments.bulk_chunk',
        column: 'sealed_entries',
        key: [
          { name: 'payment_id', type: 'uuid' },
          { name: 'chunk_no', type: 'integer' },
        ],
        encryptionContextOf: (bankId, [paymentId = '', chunkNo = '']) =>
          chunkEncryptionContext(bankId, paymentId, chunkNo),
        // A chunk has a hundred transfers.
        batchRows: 20,
      },
      {
        table: 'payments.bulk_check_chunk',
        column: 'sealed_results',
        key: [
          { name: 'payment_id', type: 'uuid' },
          { name: 'chunk_no', type: 'integer' },
        ],
        encryptionContextOf: (bankId, [paymentId = '', chunkNo = '']) =>
          resultsEncryptionContext(bankId, paymentId, chunkNo),
        batchRows: 20,
      },
    ],
  },
];
