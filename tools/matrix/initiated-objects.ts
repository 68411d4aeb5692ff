import { randomUUID } from 'node:crypto';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { ObjectEntry, OpenPath, OwnedObject, PathValues } from './object-entry.ts';

/** Payments of one service, which belong to the third party that initiated them. */
export interface InitiatedService {
  /** First word of its operation ids. */
  readonly name: string;
  /** Of the path. */
  readonly service: string;
  /** Values of the path beside the ids. */
  readonly product: PathValues;
  readonly body: object;
}

const missing = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';
const rightful = { kind: 'tpp', certificate: '_PI' } as const;

/** Returns the objects of the operations that every service has, by operation id, and its payment for others. */
export function initiatedObjects({ body, name, product, service }: InitiatedService): {
  readonly objects: Readonly<Record<string, ObjectEntry>>;
  readonly payment: OwnedObject;
  /** A payment that is initiated with these headers. */
  readonly paymentWith: (headers: Readonly<Record<string, string>>) => OwnedObject;
} {
  const path = `/v1/${service}/sepa-credit-transfers`;
  const initiation: OpenPath = {
    kind: 'open',
    why: 'the path names a product, not an object with an owner',
    values: product,
  };
  const initiate = async (
    app: TestApp,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PathValues> => {
    const response = await app.call({
      method: 'POST',
      path,
      as: rightful,
      headers: {
        'x-request-id': randomUUID(),
        'psu-ip-address': '192.0.2.7',
        'tpp-explicit-authorisation-preferred': 'true',
        ...headers,
      },
      body,
    });
    if (response.status !== 201) throw new Error(`initiation: ${response.status} ${response.text}`);
    return { ...product, paymentId: String(at(response.body, 'paymentId')) };
  };
  /** A payment that one of two has signed, and whose cancellation waits for an approval. */
  const requestCancellation = async (app: TestApp): Promise<PathValues> => {
    const values = await initiate(app);
    await app.database.query(
      `update payments.payment set status = 'PATC', cancellation_id = gen_random_uuid(),
         cancellation_until = expires_at where payment_id = $1`,
      [values['paymentId']],
    );
    return values;
  };
  const payment: OwnedObject = {
    kind: 'owned',
    make: (app) => initiate(app),
    unknown: { ...product, paymentId: missing },
    rightful,
    otherBank: { none: 'the certificate of a third party is the same at every bank' },
    otherOwner: { kind: 'tpp', certificate: '_A' },
  };
  const cancellation: OwnedObject = { ...payment, make: requestCancellation };
  const authorisationOf = (object: OwnedObject, collection: string): OwnedObject => ({
    ...object,
    async make(app) {
      const values = await object.make(app);
      const response = await app.call({
        method: 'POST',
        path: `${path}/${String(values['paymentId'])}/${collection}`,
        as: rightful,
        headers: { 'x-request-id': randomUUID() },
      });
      return { ...values, authorisationId: String(at(response.body, 'authorisationId')) };
    },
    unknown: { ...product, paymentId: missing, authorisationId: missing },
  });
  const authorisation = authorisationOf(payment, 'authorisations');
  const cancelling = authorisationOf(cancellation, 'cancellation-authorisations');
  const sends = { headers: { 'psu-id': 'somebody' } };
  const objects = {
    [`${name}_Initiate`]: initiation,
    [`${name}_Get`]: payment,
    [`${name}_GetStatus`]: payment,
    [`${name}_Cancel`]: payment,
    [`${name}_Authorisation_Start`]: payment,
    [`${name}_Authorisation_GetList`]: payment,
    [`${name}_Authorisation_Get`]: authorisation,
    [`${name}_Authorisation_Update`]: { ...authorisation, sends },
    [`${name}Cancellation_Authorisation_Start`]: cancellation,
    [`${name}Cancellation_Authorisation_GetList`]: cancellation,
    [`${name}Cancellation_Authorisation_Get`]: cancelling,
    [`${name}Cancellation_Authorisation_Update`]: { ...cancelling, sends },
  };
  const paymentWith = (headers: Readonly<Record<string, string>>): OwnedObject => ({
    ...payment,
    make: (app) => initiate(app, headers),
  });
  return { objects, payment, paymentWith };
}
