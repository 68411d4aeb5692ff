import { randomUUID } from 'node:crypto';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { ObjectEntry, OwnedObject } from './object-entry.ts';

const list: OwnedObject = {
  kind: 'owned',
  async make(app) {
    const response = await app.call({
      method: 'POST',
      path: '/v1/bulk-payee-verifications',
      as: { kind: 'tpp', certificate: '_PI' },
      headers: { 'x-request-id': randomUUID(), 'client-asynchronous-process-preferred': 'true' },
      body: {
        partyVerificationRequests: [
          {
            uetr: randomUUID(),
            partyAccount: { iban: 'DE02100100109307118603' },
            party: { name: 'Anna Schmidt' },
          },
        ],
      },
    });
    if (response.status !== 202) throw new Error(`list of payees: ${response.status} ${response.text}`);
    return { vopBulkId: String(at(response.body, 'vopBulkId')) };
  },
  unknown: { vopBulkId: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c' },
  rightful: { kind: 'tpp', certificate: '_PI' },
  otherBank: { none: 'the certificate of a third party is the same at every bank' },
  otherOwner: { kind: 'tpp', certificate: '_A' },
};

/** Lists of payees belong to the third party that sent them. */
export const payeeObjects: Readonly<Record<string, ObjectEntry>> = {
  BulkPayeeVerification_Get: list,
  BulkPayeeVerification_GetStatus: list,
};
