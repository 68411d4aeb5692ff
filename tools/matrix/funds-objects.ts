import { randomUUID } from 'node:crypto';
import { productTestAccount } from '../../server/src/capabilities/funds-confirmations/testing/funds-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { ObjectEntry, OwnedObject, PathValues } from './object-entry.ts';

const missing = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';

async function create(app: TestApp): Promise<PathValues> {
  const response = await app.call({
    method: 'POST',
    path: '/v2/consents/confirmation-of-funds',
    as: { kind: 'tpp', certificate: '_IC' },
    headers: { 'x-request-id': randomUUID(), 'tpp-explicit-authorisation-preferred': 'true' },
    body: { account: { iban: productTestAccount.iban } },
  });
  if (response.status !== 201) throw new Error(`funds consent: ${response.status} ${response.text}`);
  return { consentId: String(at(response.body, 'consentId')) };
}

const consent: OwnedObject = {
  kind: 'owned',
  make: create,
  unknown: { consentId: missing },
  rightful: { kind: 'tpp', certificate: '_IC' },
  otherBank: { none: 'the certificate of a third party is the same at every bank' },
  otherOwner: { kind: 'tpp', certificate: '_A' },
};

const authorisation: OwnedObject = {
  ...consent,
  async make(app) {
    const values = await create(app);
    const response = await app.call({
      method: 'POST',
      path: `/v2/consents/confirmation-of-funds/${String(values['consentId'])}/authorisations`,
      as: { kind: 'tpp', certificate: '_IC' },
      headers: { 'x-request-id': randomUUID() },
    });
    return { ...values, authorisationId: String(at(response.body, 'authorisationId')) };
  },
  unknown: { consentId: missing, authorisationId: missing },
};

/** Consents to the confirmation of funds belong to the third party that asked for them. */
export const fundsObjects: Readonly<Record<string, ObjectEntry>> = {
  FundsConsent_Get: consent,
  FundsConsent_GetStatus: consent,
  FundsConsent_Delete: consent,
  FundsConsent_Authorisation_Start: consent,
  FundsConsent_Authorisation_GetList: consent,
  FundsConsent_Authorisation_Get: authorisation,
  FundsConsent_Authorisation_Update: { ...authorisation, sends: { headers: { 'psu-id': 'a.customer' } } },
};
