import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { paymentEncryptionContext } from './payments-vault.ts';

/** All keys of payments. The name is an input of key derivation and never changes. */
export const paymentsKeyClasses: readonly KeyClass[] = [
  {
    name: 'payments',
    use: 'sealing',
    isAdded: true,
    columns: (['sealed_payment', 'sealed_document'] as const).map((column) => ({
      table: 'payments.payment',
      column,
      key: [{ name: 'payment_id', type: 'uuid' }] as const,
      encryptionContextOf: (bankId: string, [rowId = '']: readonly string[]) =>
        paymentEncryptionContext(bankId, rowId, column),
    })),
  },
];
