import type { KeyClass, SealedColumn } from '#platform/key-ring/key-class.ts';
import {
  attachmentEncryptionContext,
  contactEncryptionContext,
  contentEncryptionContext,
} from './correspondence-vault.ts';

/** Maximum lifetime of a link to an attachment. */
const linkSeconds = 86_400;
/** Attachments have megabytes. */
const attachmentRows = 4;

function attachmentColumn(column: 'sealed' | 'sealed_name'): SealedColumn {
  return {
    table: 'correspondence.attachment',
    column,
    key: [{ name: 'attachment_id', type: 'uuid' }],
    encryptionContextOf: (bankId, [attachmentId = '']) =>
      attachmentEncryptionContext(bankId, attachmentId, column),
    ...(column === 'sealed' ? { batchRows: attachmentRows } : {}),
  };
}

/** Every key of correspondence. The names are inputs of key derivation, so they never change. */
export const correspondenceKeyClasses: readonly KeyClass[] = [
  {
    name: 'correspondence',
    use: 'sealing',
    columns: [
      {
        table: 'correspondence.content',
        column: 'sealed',
        key: [{ name: 'content_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [contentId = '']) => contentEncryptionContext(bankId, contentId),
      },
      {
        table: 'correspondence.communication',
        column: 'sealed_contact',
        key: [{ name: 'communication_id', type: 'uuid' }],
        encryptionContextOf: (bankId, [communicationId = '']) =>
          contactEncryptionContext(bankId, communicationId),
      },
      attachmentColumn('sealed'),
      attachmentColumn('sealed_name'),
    ],
  },
  { name: 'recipients', use: 'index' },
  { name: 'content links', use: 'rotating', acceptedForSeconds: linkSeconds },
];
