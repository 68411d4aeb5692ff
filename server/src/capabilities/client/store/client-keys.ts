import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { approvalContext } from './approval-vault.ts';
import { deviceDetailsContext, devicePushContext } from './device-vault.ts';
import { type OwnDataColumn, ownDataColumns, ownDataContext } from './own-data-vault.ts';
import { fraudReportEncryptionContext, restrictionEncryptionContext } from './restrictions-vault.ts';

function sealedColumn(column: OwnDataColumn, key: { readonly name: string; readonly type: 'uuid' | 'text' }) {
  return {
    table: `client.${column.table}`,
    column: column.column,
    key: [key],
    encryptionContextOf: (bankId: string, [rowId = '']: readonly string[]) =>
      ownDataContext({ bankId, column, rowId }),
  } as const;
}

const secondsPerDay = 86_400;
const secondsPerHour = 3_600;

/** All keys of this capability. The names are inputs of key derivation and never change. */
export const clientKeyClasses: readonly KeyClass[] = [
  {
    name: 'client',
    use: 'sealing',
    isAdded: true,
    columns: [
      sealedColumn(ownDataColumns.newValue, { name: 'change_request_id', type: 'uuid' }),
      sealedColumn(ownDataColumns.evidence, { name: 'action_id', type: 'uuid' }),
      sealedColumn(ownDataColumns.displayName, { name: 'user_id', type: 'text' }),
      {
        table: 'client.approval_request',
        column: 'sealed_content',
        key: [{ name: 'approval_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [rowId = '']) => approvalContext(bankId, rowId),
      },
      {
        table: 'client.device',
        column: 'sealed_details',
        key: [{ name: 'pairing_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [pairingId = '']) => deviceDetailsContext(bankId, pairingId),
      },
      {
        table: 'client.device',
        column: 'sealed_push',
        key: [{ name: 'pairing_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [pairingId = '']) => devicePushContext(bankId, pairingId),
      },
      {
        table: 'client.restriction',
        column: 'sealed_details',
        key: [{ name: 'restriction_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [rowId = '']) => restrictionEncryptionContext(bankId, rowId),
      },
      {
        table: 'client.fraud_report',
        column: 'sealed_details',
        key: [{ name: 'report_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [rowId = '']) => fraudReportEncryptionContext(bankId, rowId),
      },
    ],
  },
  { name: 'activation codes', use: 'rotating', acceptedForSeconds: secondsPerHour, isAdded: true },
  { name: 'addresses of devices', use: 'rotating', acceptedForSeconds: secondsPerDay, isAdded: true },
  { name: 'offline sign-ins', use: 'rotating', acceptedForSeconds: secondsPerHour, isAdded: true },
];
