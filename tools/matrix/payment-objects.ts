import { randomUUID } from 'node:crypto';
import {
  paymentFrom,
  productTestAccount,
} from '../../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { ObjectEntry, OpenPath, OwnedObject, PathValues } from './object-entry.ts';

const product = { 'payment-service': 'payments', 'payment-product': 'sepa-credit-transfers' } as const;
const missing = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';

const initiation: OpenPath = {
  kind: 'open',
  why: 'the path names a product, not an object with an owner',
  values: product,
};

async function initiate(app: TestApp): Promise<PathValues> {
  const response = await app.call({
    method: 'POST',
    path: '/v1/payments/sepa-credit-transfers',
    as: { kind: 'tpp', certificate: '_PI' },
    headers: {
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.7',
      'tpp-explicit-authorisation-preferred': 'true',
    },
    body: paymentFrom(productTestAccount.iban),
  });
  if (response.status !== 201) throw new Error(`initiation: ${response.status} ${response.text}`);
  return { ...product, paymentId: String(at(response.body, 'paymentId')) };
}

const payment: OwnedObject = {
  kind: 'owned',
  make: initiate,
  unknown: { ...product, paymentId: missing },
  rightful: { kind: 'tpp', certificate: '_PI' },
  otherBank: { none: 'the certificate of a third party is the same at every bank' },
  otherOwner: { kind: 'tpp', certificate: '_A' },
};

const authorisation: OwnedObject = {
  ...payment,
  async make(app) {
    const values = await initiate(app);
    const response = await app.call({
      method: 'POST',
      path: `/v1/payments/sepa-credit-transfers/${String(values['paymentId'])}/authorisations`,
      as: { kind: 'tpp', certificate: '_PI' },
      headers: { 'x-request-id': randomUUID() },
    });
    return { ...values, authorisationId: String(at(response.body, 'authorisationId')) };
  },
  unknown: { ...product, paymentId: missing, authorisationId: missing },
};

/** A payment that one of two has signed, and whose cancellation waits for an approval. */
async function requestCancellation(app: TestApp): Promise<PathValues> {
  const values = await initiate(app);
  await app.database.query(
    `update payments.payment set status = 'PATC', cancellation_id = gen_random_uuid(),
       cancellation_until = expires_at where payment_id = $1`,
    [values['paymentId']],
  );
  return values;
}

const cancellation: OwnedObject = { ...payment, make: requestCancellation };

const cancellationAuthorisation: OwnedObject = {
  ...authorisation,
  async make(app) {
    const values = await requestCancellation(app);
    const response = await app.call({
      method: 'POST',
      path: `/v1/payments/sepa-credit-transfers/${String(values['paymentId'])}/cancellation-authorisations`,
      as: { kind: 'tpp', certificate: '_PI' },
      headers: { 'x-request-id': randomUUID() },
    });
    return { ...values, authorisationId: String(at(response.body, 'authorisationId')) };
  },
};

/** Payments belong to the third party that initiated them. */
export const paymentObjects: Readonly<Record<string, ObjectEntry>> = {
  Payment_Initiate: initiation,
  Payment_Get: payment,
  Payment_GetStatus: payment,
  Payment_Cancel: payment,
  Payment_Authorisation_Start: payment,
  Payment_Authorisation_GetList: payment,
  Payment_Authorisation_Get: authorisation,
  PaymentCancellation_Authorisation_Start: cancellation,
  PaymentCancellation_Authorisation_GetList: cancellation,
  PaymentCancellation_Authorisation_Get: cancellationAuthorisation,
  PaymentCancellation_Authorisation_Update: {
    ...cancellationAuthorisation,
    sends: { headers: { 'psu-id': 'somebody' } },
  },
  Payment_Authorisation_Update: { ...authorisation, sends: { headers: { 'psu-id': 'somebody' } } },
};
