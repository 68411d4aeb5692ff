import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { OpenPath, OwnedObject, PathValues } from './object-entry.ts';
import { registerPerson } from './party-objects.ts';

const unknownId = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';
const base = '/v1/correspondence';

const sender = (bank: string, id = 'matrix-sender'): TokenRequest => ({
  kind: 'application',
  id,
  banks: [bank],
  scope: 'correspondence.send',
});

let made = 0;

async function initiate(app: TestApp, customerNumber: string): Promise<string> {
  made += 1;
  const response = await app.call({
    method: 'POST',
    path: `${base}/communications`,
    as: sender('01'),
    headers: { 'idempotency-key': `matrix-message-${String(made).padStart(16, '0')}` },
    body: {
      'customer-number': customerNumber,
      'message-kind': 'notice',
      'contact-medium': 'mailbox',
      message: { title: 'Matrix', body: { 'content-type': 'text/plain', content: 'Good day.' } },
    },
  });
  if (response.status !== 201) throw new Error(`message not created: ${response.status} ${response.text}`);
  return String(at(response.body, 'id'));
}

const customer = (number: string, bank = '01'): TokenRequest => ({
  kind: 'customer',
  id: `usr_01JCQ5D8F0000000000000${number.slice(-4)}`,
  banks: [bank],
  scope: 'mailbox',
  assurance: 'sca',
  claims: { 'customer-number': number },
});

const communication: OwnedObject = {
  kind: 'owned',
  make: async (app): Promise<PathValues> => ({
    'communication-id': await initiate(app, await registerPerson(app)),
  }),
  unknown: { 'communication-id': unknownId },
  rightful: sender('01'),
  otherBank: sender('02'),
  otherOwner: sender('01', 'matrix-other-sender'),
};

const batch: OwnedObject = {
  kind: 'owned',
  async make(app): Promise<PathValues> {
    made += 1;
    const batchId = `matrix-batch-${made}`;
    const response = await app.call({
      method: 'POST',
      path: `${base}/communications/batches`,
      as: sender('01'),
      headers: { 'idempotency-key': `matrix-message-${String(made).padStart(16, '0')}` },
      body: {
        'batch-id': batchId,
        items: [
          {
            contact: { kind: 'email', details: 'matrix@example.org' },
            'message-kind': 'notice',
            message: { title: 'Matrix', body: { 'content-type': 'text/plain', content: 'Good day.' } },
          },
        ],
      },
    });
    if (response.status !== 200) throw new Error(`batch not created: ${response.status} ${response.text}`);
    return { 'batch-id': batchId };
  },
  unknown: { 'batch-id': 'matrix-unknown' },
  rightful: sender('01'),
  otherBank: sender('02'),
  otherOwner: sender('01', 'matrix-other-sender'),
};

/** The customer of all messages of this run; the number is set with the first message. */
const owner = { number: '' };

const message: OwnedObject = {
  kind: 'owned',
  async make(app) {
    owner.number ||= await registerPerson(app);
    await initiate(app, owner.number);
    const list = await app.call({
      method: 'GET',
      path: `${base}/me/messages?sort-order=desc`,
      as: customer(owner.number),
    });
    const [newest] = listAt(list.body, 'items');
    return { 'message-id': String(at(newest, 'message-id')) };
  },
  unknown: { 'message-id': unknownId },
  get rightful() {
    return customer(owner.number);
  },
  get otherBank() {
    return customer(owner.number, '02');
  },
  otherOwner: customer('9999999990'),
};

const attachment: OpenPath = {
  kind: 'open',
  why: 'a link is valid for one reader and a few minutes; the tests of the operation cover other callers',
  values: { 'attachment-id': unknownId },
};

const classification: OpenPath = {
  kind: 'open',
  why: 'classifications are the same for all callers',
  values: { 'schema-id': 'priorities' },
};

/** Objects of the correspondence routes, and the callers that try to use them. */
export const correspondenceObjects = {
  Correspondence_Communications_Get: communication,
  Correspondence_Batches_Get: batch,
  Correspondence_Messages_Get: message,
  Correspondence_Messages_MarkAsRead: message,
  Correspondence_Attachments_Get: attachment,
  Correspondence_Classifications_Get: classification,
};
