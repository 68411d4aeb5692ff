import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { listRestrictions } from '../../steps/restrictions/list-restrictions.ts';
import {
  createOwnDataTestApp,
  type OwnDataTestApp,
  refusalOf,
  signedIn,
  type TestClient,
} from '../../testing/own-data-test-app.suite.ts';
import { insertPairedDevice } from '../../testing/paired-device.suite.ts';
import { setRestriction } from '../../testing/restriction-steps.suite.ts';
import { reviewChangeRequest } from '../change-requests/review-change-request.ts';
import { cleanUpClient } from '../maintenance/clean-up-client.ts';
import { cancelPendingAction } from './cancel-pending-action.ts';
import { enforceDueActions } from './enforce-due-actions.ts';
import { publishTerms } from './publish-terms.ts';
import { requestDocumentRenewals } from './request-document-renewals.ts';
import { requestPendingAction } from './request-pending-action.ts';

let app: OwnDataTestApp;
beforeAll(async () => {
  app = await createOwnDataTestApp();
  await app.publishNotices();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.identity.clock.advance({ minutes: 10 }));

const employeeId = 'e-17';
const actionsOf = async (client: TestClient): Promise<readonly unknown[]> => {
  const { body } = await app.call('GET', '/client', { as: signedIn(client) });
  return listAt(body, 'pendingActions');
};
const complete = (client: TestClient, id: string, body?: object, more: object = {}) =>
  app.call('PUT', `/pending-customer-action/${id}/complete`, {
    as: signedIn(client, more),
    ...(body === undefined ? {} : { body }),
  });
const request = async (
  client: TestClient,
  kind: Parameters<typeof requestPendingAction>[1]['kind'],
  isMandatory = false,
): Promise<string> => {
  const { customerNumber } = client;
  await requestPendingAction(app.context(), { customerNumber, kind, dueDays: 10, isMandatory, employeeId });
  const action = (await actionsOf(client)).find((one) => at(one, 'kind') === kind);
  return String(at(action, 'id'));
};

test('Client_CompletePendingAction: new terms are an action when a client reads own data; accepting needs the version', async () => {
  const client = await app.client();
  expect(await actionsOf(client)).toEqual([]);
  await publishTerms(app.context(), { version: '2027-01', dueDays: 60, isMandatory: true, employeeId });
  const [action] = await actionsOf(client);
  expect(action).toMatchObject({ kind: 'accept-terms', mandatory: true, status: 'pending' });
  const id = String(at(action, 'id'));
  expect(await actionsOf(client)).toEqual([action]);
  expect(refusalOf(await complete(client, id, { result: 'accepted' }))).toBe('422 precondition-not-met');
  expect(refusalOf(await complete(client, id, { result: 'declined' }))).toBe('422 result-not-allowed');
  // A newer version ends the action for the older one.
  app.identity.clock.advance({ minutes: 1 });
  await publishTerms(app.context(), { version: '2027-02', dueDays: 60, isMandatory: false, employeeId });
  const [newer] = await actionsOf(client);
  expect(newer).toMatchObject({ kind: 'accept-terms', mandatory: false });
  expect(
    refusalOf(await complete(client, id, { result: 'accepted', evidence: { version: '2027-01' } })),
  ).toBe('410 gone');
  const newId = String(at(newer, 'id'));
  const accepted = { result: 'accepted', evidence: { version: '2027-02' } };
  expect((await complete(client, newId, accepted)).status).toBe(204);
  expect((await complete(client, newId, accepted)).status).toBe(204);
  expect(refusalOf(await complete(client, newId, { result: 'declined' }))).toBe('409 conflict');
  expect(await actionsOf(client)).toEqual([]);
  expect(await app.eventsOf(newId)).toEqual(['pending-action-created', 'pending-action-completed']);
  await expect(
    publishTerms(app.context(), { version: '2027-02', dueDays: 60, isMandatory: false, employeeId }),
  ).rejects.toMatchObject({ literal: 'terms-already-published' });
  const other = await app.client();
  const [declined] = await actionsOf(other);
  expect((await complete(other, String(at(declined, 'id')), { result: 'declined' })).status).toBe(204);
  expect(await actionsOf(other)).toEqual([]);
  expect(await app.eventsOf(String(at(declined, 'id')))).toContain('pending-action-declined');
});

test('an action that is not own does not exist; staff cancel one', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const id = await request(client, 'read-notice');
  expect(refusalOf(await complete(other, id))).toBe('404 not-found');
  expect(refusalOf(await complete(client, '01936d0e-5b1c-7abc-8def-0123456789ab'))).toBe('404 not-found');
  expect(
    await requestPendingAction(app.context(), {
      customerNumber: client.customerNumber,
      kind: 'read-notice',
      dueDays: 1,
      isMandatory: false,
      employeeId,
    }),
  ).toBe(false);
  await cancelPendingAction(app.context(), { actionId: id, employeeId });
  expect(refusalOf(await complete(client, id))).toBe('410 gone');
  await expect(cancelPendingAction(app.context(), { actionId: id, employeeId })).rejects.toMatchObject({
    literal: 'gone',
  });
});

test('the server checks the fact itself', async () => {
  const client = await app.client();
  const device = await request(client, 'pair-device');
  expect(refusalOf(await complete(client, device, { result: 'done' }))).toBe('422 precondition-not-met');
  const { database } = app.identity;
  await insertPairedDevice({ database, vault: app.ports.clientVault }, { userId: client.userId });
  expect((await complete(client, device, { result: 'done' })).status).toBe(204);
  const kyc = await request(client, 'complete-kyc');
  expect(refusalOf(await complete(client, kyc))).toBe('422 precondition-not-met');
  const data = await request(client, 'confirm-personal-data');
  expect(refusalOf(await complete(client, data, { result: 'done' }, { assurance: '1fa' }))).toBe(
    '401 step-up-required',
  );
  expect((await complete(client, data)).status).toBe(204);
});

test('a customer who moves confirms where taxes are paid', async () => {
  const client = await app.client();
  await app.parties.send('PATCH', `/parties/individuals/${client.customerNumber}/residentialprofile`, {
    'country-of-residence': 'FR',
  });
  await app.deliver();
  const action = (await actionsOf(client)).find((one) => at(one, 'kind') === 'confirm-tax-status');
  const id = String(at(action, 'id'));
  expect(refusalOf(await complete(client, id))).toBe('422 precondition-not-met');
  await app.parties.send('PATCH', `/parties/individuals/${client.customerNumber}/residentialprofile`, {
    'tax-residencies': [{ country: 'FR' }],
  });
  expect((await complete(client, id, { result: 'done' })).status).toBe(204);
});

test('an identification document that expires soon is to be renewed; past due the client is restricted', async () => {
  const client = await app.client();
  const register = async (documentNumber: string, expiryDate: string): Promise<void> => {
    const idDocument = {
      kind: 'passport',
      documentNumber,
      issueDate: '2020-01-10',
      expiryDate,
      issuingCountry: 'DE',
      issuingAuthority: 'Stadt Berlin',
    };
    const sent = await app.call('PATCH', '/client/secure-update', {
      as: signedIn(client),
      body: { idDocument },
    });
    const changeRequestId = String(at(listAt(sent.body, 'changeRequests')[0], 'changeRequestId'));
    await reviewChangeRequest(app.context(), {
      changeRequestId,
      employeeId,
      decision: 'approve',
      reason: undefined,
    });
  };
  const today = app.identity.clock.today('Europe/Berlin');
  await register('C01X00T41', today.add({ days: 20 }).toString());
  expect(await requestDocumentRenewals(app.context())).toBe(1);
  expect(await requestDocumentRenewals(app.context())).toBe(0);
  const [action] = (await actionsOf(client)).filter((one) => at(one, 'kind') === 'renew-id-document');
  expect(action).toMatchObject({ mandatory: true, dueDate: today.add({ days: 21 }).toString() });
  const id = String(at(action, 'id'));
  expect(refusalOf(await complete(client, id))).toBe('422 precondition-not-met');
  app.identity.clock.advance({ hours: 22 * 24 });
  await enforceDueActions(app.context());
  await enforceDueActions(app.context());
  const restrictions = async (): Promise<readonly string[]> => {
    const { db } = app.context();
    const shown = await listRestrictions(app.context(), db, { clientNumber: client.customerNumber });
    return shown.map(({ kind }) => kind);
  };
  expect(await restrictions()).toEqual(['new-payee-block']);
  expect(refusalOf(await complete(client, id))).toBe('422 precondition-not-met');
  await register('C01X00T42', today.add({ years: 9 }).toString());
  expect((await complete(client, id)).status).toBe(204);
  expect(await restrictions()).toEqual([]);
});

test('what the fraud desk restricts meanwhile is not ended by the customer', async () => {
  const client = await app.client();
  const { customerNumber, userId } = client;
  const id = await request(client, 'pair-device', true);
  app.identity.clock.advance({ hours: 100 * 24 });
  await enforceDueActions(app.context());
  await setRestriction(app.context(), customerNumber, { kind: 'new-payee-block' });
  await insertPairedDevice({ database: app.identity.database, vault: app.ports.clientVault }, { userId });
  expect((await complete(client, id, { result: 'done' })).status).toBe(204);
  const shown = await listRestrictions(app.context(), app.context().db, { clientNumber: customerNumber });
  expect(shown.map(({ kind }) => kind)).toEqual(['new-payee-block']);
});

test('an action that is not mandatory expires by its time; the job records it', async () => {
  const client = await app.client();
  const id = await request(client, 'read-notice');
  app.identity.clock.advance({ hours: 11 * 24 });
  expect((await actionsOf(client)).map((one) => at(one, 'id'))).not.toContain(id);
  expect(refusalOf(await complete(client, id))).toBe('410 gone');
  await enforceDueActions(app.context());
  expect(await app.eventsOf(id)).toEqual(['pending-action-created', 'pending-action-expired']);
});

test('a contact that is not proven is an action until it is proven or removed', async () => {
  const email = 'later@example.org';
  const client = await app.unprovenClient(email);
  await app.deliver();
  const verifying = async (): Promise<readonly unknown[]> =>
    (await actionsOf(client)).filter((one) => at(one, 'kind') === 'verify-email');
  const [action] = await verifying();
  expect(action).toMatchObject({ mandatory: false });
  const id = String(at(action, 'id'));
  expect(refusalOf(await complete(client, id))).toBe('422 precondition-not-met');
  expect(await app.confirmEmail(client, email)).toBe(204);
  expect((await complete(client, id)).status).toBe(204);
  await app.deliver();
  expect(await verifying()).toEqual([]);
  expect(await app.eventsOf(id)).toEqual(['pending-action-created', 'pending-action-completed']);
});

test('closed actions and requests are deleted after their time', async () => {
  const client = await app.client();
  const id = await request(client, 'read-notice');
  await complete(client, id);
  app.identity.clock.advance({ hours: 401 * 24 });
  expect(await cleanUpClient(app.context())).toBeGreaterThan(0);
  const rows = await app.identity.database.query('select 1 from client.pending_action where action_id = $1', [
    id,
  ]);
  expect(rows).toEqual([]);
});
