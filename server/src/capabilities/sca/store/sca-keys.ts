import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { seriesLifeDays } from '../domain/policy.ts';
import { detailsEncryptionContext } from './sca-vault.ts';

const secondsPerDay = 86_400;

/** All keys of approvals. The names are inputs of key derivation and never change. */
export const scaKeyClasses: readonly KeyClass[] = [
  {
    name: 'sca',
    use: 'sealing',
    isAdded: true,
    columns: [
      {
        table: 'sca.authorisation',
        column: 'sealed_details',
        key: [{ name: 'authorisation_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [rowId = '']) => detailsEncryptionContext(bankId, rowId),
      },
    ],
  },
  { name: 'forms of approvals', use: 'rotating', acceptedForSeconds: secondsPerDay, isAdded: true },
  { name: 'confirmation codes', use: 'rotating', acceptedForSeconds: secondsPerDay, isAdded: true },
  {
    name: 'payment series',
    use: 'rotating',
    acceptedForSeconds: seriesLifeDays * secondsPerDay,
    isAdded: true,
  },
];
