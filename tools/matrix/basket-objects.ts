import { randomUUID } from 'node:crypto';
import {
  allOf,
  consentOf,
  productTestAccount,
} from '../../server/src/capabilities/consents/testing/consents-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { ObjectEntry, OwnedObject, PathValues } from './object-entry.ts';

const missing = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';

const post = (app: TestApp, path: string, body?: unknown) =>
  app.call({
    method: 'POST',
    path,
    as: { kind: 'tpp', certificate: '_AI' },
    headers: { 'x-request-id': randomUUID(), 'tpp-explicit-authorisation-preferred': 'true' },
    ...(body === undefined ? {} : { body }),
  });

async function create(app: TestApp): Promise<PathValues> {
  const consent = await post(app, '/v1/consents', consentOf(allOf(productTestAccount), app.clock));
  const consentIds = [String(at(consent.body, 'consentId'))];
  const response = await post(app, '/v1/signing-baskets', { consentIds });
  if (response.status !== 201) throw new Error(`basket: ${response.status} ${response.text}`);
  return { basketId: String(at(response.body, 'basketId')) };
}

const basket: OwnedObject = {
  kind: 'owned',
  make: create,
  unknown: { basketId: missing },
  rightful: { kind: 'tpp', certificate: '_AI' },
  otherBank: { none: 'the certificate of a third party is the same at every bank' },
  otherOwner: { kind: 'tpp', certificate: '_A' },
};

const authorisation: OwnedObject = {
  ...basket,
  async make(app) {
    const values = await create(app);
    const list = `/v1/signing-baskets/${String(values['basketId'])}/authorisations`;
    const response = await post(app, list);
    return { ...values, authorisationId: String(at(response.body, 'authorisationId')) };
  },
  unknown: { basketId: missing, authorisationId: missing },
};

/** Signing baskets belong to the third party that made them. */
export const basketObjects: Readonly<Record<string, ObjectEntry>> = {
  SigningBasket_Get: basket,
  SigningBasket_GetStatus: basket,
  SigningBasket_Delete: basket,
  SigningBasket_Authorisation_Start: basket,
  SigningBasket_Authorisation_GetList: basket,
  SigningBasket_Authorisation_Get: authorisation,
  SigningBasket_Authorisation_Update: { ...authorisation, sends: { headers: { 'psu-id': 'a.customer' } } },
};
