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

async function create(app: TestApp): Promise<PathValues> {
  const response = await app.call({
    method: 'POST',
    path: '/v1/consents',
    as: { kind: 'tpp', certificate: '_AI' },
    headers: { 'x-request-id': randomUUID(), 'tpp-explicit-authorisation-preferred': 'true' },
    body: consentOf(allOf(productTestAccount), app.clock),
  });
  if (response.status !== 201) throw new Error(`consent: ${response.status} ${response.text}`);
  return { consentId: String(at(response.body, 'consentId')) };
}

const consent: OwnedObject = {
  kind: 'owned',
  make: create,
  unknown: { consentId: missing },
  rightful: { kind: 'tpp', certificate: '_AI' },
  otherBank: { none: 'the certificate of a third party is the same at every bank' },
  otherOwner: { kind: 'tpp', certificate: '_A' },
};

const authorisation: OwnedObject = {
  ...consent,
  async make(app) {
    const values = await create(app);
    const response = await app.call({
      method: 'POST',
      path: `/v1/consents/${String(values['consentId'])}/authorisations`,
      as: { kind: 'tpp', certificate: '_AI' },
      headers: { 'x-request-id': randomUUID() },
    });
    return { ...values, authorisationId: String(at(response.body, 'authorisationId')) };
  },
  unknown: { consentId: missing, authorisationId: missing },
};

/** Consents belong to the third party that asked for them. */
export const consentObjects: Readonly<Record<string, ObjectEntry>> = {
  Consent_Get: consent,
  Consent_GetStatus: consent,
  Consent_Delete: consent,
  Consent_Authorisation_Start: consent,
  Consent_Authorisation_GetList: consent,
  Consent_Authorisation_Get: authorisation,
  Consent_Authorisation_Update: { ...authorisation, sends: { headers: { 'psu-id': 'a.customer' } } },
};
