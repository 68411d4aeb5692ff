import { callers, oneOf } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { correspondence } from './interface.ts';
import { attachmentFile, attachmentRequest } from './message.ts';

export const attachmentsPath = '/v1/correspondence/attachments';

// GAP: S000 has a content-url and does not say what it points to. It points to this operation and expires soon.
// ADR-0031
export const getAttachment = contract({
  operationId: 'Correspondence_Attachments_Get',
  interface: correspondence,
  method: 'GET',
  path: `${attachmentsPath}/{attachment-id}`,
  summary: 'Download an attachment by its content-url',
  description:
    'Downloads the file of a link from a message. The link is signed and expires soon; read the message again to get a new one.',
  access: callers({
    application: { scope: oneOf('correspondence.send', 'correspondence.deliver') },
    employee: { role: 'correspondent' },
    customer: { scope: 'mailbox' },
  }),
  request: attachmentRequest,
  responses: attachmentFile,
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'addition',
});
