import { randomUUID } from 'node:crypto';
import { bulkFrom } from '../../server/src/capabilities/payments/testing/bulk-steps.suite.ts';
import { productTestAccount } from '../../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { ObjectEntry, OpenPath, OwnedObject, PathValues } from './object-entry.ts';

const product = { 'payment-product': 'sepa-credit-transfers' } as const;
const missing = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';

const initiation: OpenPath = {
  kind: 'open',
  why: 'the path names a product, not an object with an owner',
  values: product,
};

async function initiate(app: TestApp): Promise<PathValues> {
  const response = await app.call({
    method: 'POST',
    path: '/v1/bulk-payments/sepa-credit-transfers',
    as: { kind: 'tpp', certificate: '_PI' },
    headers: {
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.7',
      'tpp-explicit-authorisation-preferred': 'true',
    },
    body: bulkFrom(productTestAccount.iban),
  });
  if (response.status !== 201) throw new Error(`initiation: ${response.status} ${response.text}`);
  return { ...product, paymentId: String(at(response.body, 'paymentId')) };
}

const bulk: OwnedObject = {
  kind: 'owned',
  make: initiate,
  unknown: { ...product, paymentId: missing },
  rightful: { kind: 'tpp', certificate: '_PI' },
  otherBank: { none: 'the certificate of a third party is the same at every bank' },
  otherOwner: { kind: 'tpp', certificate: '_A' },
};

const authorisation: OwnedObject = {
  ...bulk,
  async make(app) {
    const values = await initiate(app);
    const response = await app.call({
      method: 'POST',
      path: `/v1/bulk-payments/sepa-credit-transfers/${String(values['paymentId'])}/authorisations`,
      as: { kind: 'tpp', certificate: '_PI' },
      headers: { 'x-request-id': randomUUID() },
    });
    return { ...values, authorisationId: String(at(response.body, 'authorisationId')) };
  },
  unknown: { ...product, paymentId: missing, authorisationId: missing },
};

/** A bulk that one of two has signed, and whose cancellation waits for an approval. */
async function requestCancellation(app: TestApp): Promise<PathValues> {
  const values = await initiate(app);
  await app.database.query(
    `update payments.payment set status = 'PATC', cancellation_id = gen_random_uuid(),
       cancellation_until = expires_at where payment_id = $1`,
    [values['paymentId']],
  );
  return values;
}

const cancellation: OwnedObject = { ...bulk, make: requestCancellation };

const cancellationAuthorisation: OwnedObject = {
  ...authorisation,
  async make(app) {
    const values = await requestCancellation(app);
    const response = await app.call({
      method: 'POST',
      path: `/v1/bulk-payments/sepa-credit-transfers/${String(values['paymentId'])}/cancellation-authorisations`,
      as: { kind: 'tpp', certificate: '_PI' },
      headers: { 'x-request-id': randomUUID() },
    });
    return { ...values, authorisationId: String(at(response.body, 'authorisationId')) };
  },
};

/** Bulks belong to the third party that initiated them. */
export const bulkObjects: Readonly<Record<string, ObjectEntry>> = {
  BulkPayment_Initiate: initiation,
  BulkPayment_Get: bulk,
  BulkPayment_GetStatus: bulk,
  BulkPayment_GetExtendedStatus: bulk,
  BulkPayment_Cancel: bulk,
  BulkPayment_Authorisation_Start: bulk,
  BulkPayment_Authorisation_GetList: bulk,
  BulkPayment_Authorisation_Get: authorisation,
  BulkPaymentCancellation_Authorisation_Start: cancellation,
  BulkPaymentCancellation_Authorisation_GetList: cancellation,
  BulkPaymentCancellation_Authorisation_Get: cancellationAuthorisation,
  BulkPaymentCancellation_Authorisation_Update: {
    ...cancellationAuthorisation,
    sends: { headers: { 'psu-id': 'somebody' } },
  },
  BulkPayment_Authorisation_Update: { ...authorisation, sends: { headers: { 'psu-id': 'somebody' } } },
};
