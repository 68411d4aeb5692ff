import { randomUUID } from 'node:crypto';
import { createApprovalDevices } from '../../server/src/capabilities/client/steps/approvals/approval-devices.ts';
import { digestOf } from '../../server/src/capabilities/client/steps/approvals/digest.ts';
import { signRequest } from '../../server/src/capabilities/client/testing/paired-device.suite.ts';
import {
  createTestDevice,
  type TestDevice,
} from '../../server/src/capabilities/client/testing/test-device.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { AppUser } from './client-history.ts';
import type { Recorder } from './recorder.ts';

const deviceId = '0199f2c4-1f2e-4c3b-9d52-4f6b8e0a1c2d';

const application: TokenRequest = {
  kind: 'application',
  id: 'login-app',
  banks: ['01'],
  scope: 'authorization.oath authorization.ocra offline.verify',
};

const ownerOf = ({ userId }: AppUser): TokenRequest => ({
  kind: 'customer',
  id: userId,
  banks: ['01'],
  scope: 'device',
  assurance: 'sca',
  ageSeconds: 10,
});

/** The app of the bank on the paired device. */
const appOf = ({ userId }: AppUser): TokenRequest => ({
  kind: 'customer',
  id: userId,
  banks: ['01'],
  scope: 'device',
  assurance: '1fa',
  claims: { 'device-id': deviceId },
});

/** Pairs a device, whose codes are verified and which approves orders, and unpairs it. */
export async function deviceHistory(recorder: Recorder, user: AppUser): Promise<void> {
  const device = await pair(recorder, user);
  await codes(recorder, user, device);
  await approvals(recorder, user, device);
  const request = { as: ownerOf(user), body: { deviceId, reason: 'replaced' } };
  await recorder.call('Client_Device_Unpair', request);
}

async function pair({ app, call }: Recorder, user: AppUser): Promise<TestDevice> {
  const device = await createTestDevice(app.clock, deviceId);
  const headers = { 'x-bank-id': '01' };
  const issued = await call('Client_Device_GenerateActivationCode', { as: ownerOf(user) });
  const code = String(at(issued.body, 'activationCode'));
  const wrong = await device.pairingBody(code, { attestation: { format: 'software', signature: 'none' } });
  await call('Client_Device_Pair', { headers, body: wrong, fails: 401 });
  const more = { nickname: 'Pixel 8', model: 'Pixel 8', osVersion: '16' };
  const paired = await call('Client_Device_Pair', { headers, body: await device.pairingBody(code, more) });
  await device.accept(paired.body);
  const body = { 'user-id': user.userId };
  await call('Authorization_Otp_VerifyOath', {
    as: application,
    body: { ...body, otp: '00000000' },
    fails: 440,
  });
  await call('Authorization_Otp_VerifyOath', { as: application, body: { ...body, otp: device.code() } });
  return device;
}

async function codes(
  { app, call }: Recorder,
  { userId, username }: AppUser,
  device: TestDevice,
): Promise<void> {
  const as = application;
  const body = { 'challenge-mode': 'random', 'user-id': userId };
  const made = await call('Authorization_Ocra_Challenge', { as, body });
  const challenge = { 'challenge-id': String(at(made.body, 'challenge-id')) };
  await call('Authorization_Ocra_Verify', {
    as,
    body: { ...challenge, 'response-code': '00000000' },
    fails: 440,
  });
  const answer = device.answer(String(at(made.body, 'challenge-code')));
  await call('Authorization_Ocra_Verify', { as, body: { ...challenge, 'response-code': answer } });
  // The code that confirmed the device was used.
  app.clock.advance({ minutes: 1 });
  const offline = { username, responseCode: device.code() };
  await call('Client_Offline_Verify', { as, body: { ...offline, responseCode: '00000000' }, fails: 401 });
  await call('Client_Offline_Verify', { as, body: offline });
}

const order = JSON.stringify({
  kind: 'payment',
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  creditorName: 'Acme GmbH',
  creditorAccount: { iban: 'DE89370400440532013000' },
  debtorAccount: { iban: 'DE40100100103307118608' },
});

async function approvals(recorder: Recorder, user: AppUser, { privateKey }: TestDevice): Promise<void> {
  const { call } = recorder;
  const as = appOf(user);
  const [approvalId, refused] = [await ask(recorder, user), await ask(recorder, user)];
  await call('Client_ListApprovals', { as });
  const path = { approvalId };
  const signatureWith = (number?: string): string =>
    signRequest(privateKey, { approvalId, order, digest: digestOf(order) }, number);
  await call('Client_ApproveRequest', { as, path, body: { signature: signatureWith() }, fails: 422 });
  const body = { number: '07', signature: signatureWith('07') };
  await call('Client_ApproveRequest', { as, path, body });
  await call('Client_RefuseRequest', { as, path, fails: 410 });
  await call('Client_RefuseRequest', { as, path: { approvalId: refused } });
}

/** Asks the device for an approval, as an order of a third party does; returns its id. */
async function ask({ app }: Recorder, { userId }: AppUser): Promise<string> {
  const requestId = randomUUID();
  const { users } = app.authorization;
  await createApprovalDevices({ ...app.client, users }).ask(app.contextFor('01'), {
    requestId,
    recipient: { userId, deviceId },
    order,
    digest: digestOf(order),
    text: 'EUR 12.50 DE89370400440532013000',
    thirdPartyName: 'Acme Pay',
    language: 'en',
    expiresAt: app.clock.now().add({ minutes: 5 }),
  });
  return requestId;
}
