import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.chooseSca({ approaches: ['EMBEDDED', 'REDIRECT', 'DECOUPLED'] });
});

type Headers = Record<string, string>;

const listOf = async (payer: TestPayer): Promise<string> =>
  `${pathIn(await app.initiate(payer))}/authorisations`;
const start = (list: string, body?: unknown, headers: Headers = {}): Promise<TestServerResponse> =>
  app.send({ method: 'POST', path: list, headers, ...(body === undefined ? {} : { body }) });
const update = (path: string, body: unknown, headers: Headers = {}): Promise<TestServerResponse> =>
  app.send({ method: 'PUT', path, headers, body });

/** An authorisation that has started, as its path. */
async function started(list: string, headers: Headers = {}): Promise<string> {
  const response = await start(list, undefined, headers);
  if (response.status !== 201) throw new Error(response.text);
  return `${list}/${String(at(response.body, 'authorisationId'))}`;
}

/** Payer, list and an authorisation at which the code is awaited. */
async function atCode() {
  const payer = await app.payer();
  const list = await listOf(payer);
  const path = await started(list, { 'psu-id': payer.username });
  expect(shortly(await update(path, { psuData: { password: payer.password } }))).toBe(
    '200 scaMethodSelected',
  );
  const { code } = await app.identity.newestCode(payer.userId);
  return { payer, list, path, code };
}

/** The same data is refused alike with the start and after it. */
const data: readonly (readonly [string, unknown, string])[] = [
  ['a code before its time', { scaAuthenticationData: '12345678' }, '400 SERVICE_INVALID'],
  ['a confirmation', { confirmationCode: 'x' }, '403 SERVICE_BLOCKED'],
  ['an encrypted password', { psuData: { encryptedPassword: 'x' } }, '400 FORMAT_ERROR'],
  ['a wrong password', { psuData: { password: 'not it' } }, '401 PSU_CREDENTIALS_INVALID'],
];

describe.each(data)('%s', (_, body, expected) => {
  test('is refused with the start and after it', async () => {
    const payer = await app.payer();
    const list = await listOf(payer);
    const headers = { 'psu-id': payer.username };
    expect(shortly(await start(list, body, headers))).toBe(expected);
    expect(shortly(await update(await started(list, headers), body))).toBe(expected);
  });
});

test('a password without a customer is refused with the start and after it', async () => {
  const list = await listOf(await app.payer());
  const body = { psuData: { password: 'x' } };
  expect(shortly(await start(list, body))).toBe('400 FORMAT_ERROR');
  expect(shortly(await update(await started(list), body))).toBe('400 FORMAT_ERROR');
});

test('a customer who may not sign yet is refused with the start and after it', async () => {
  const payer = await app.payer();
  const newcomer = await app.parties.customer();
  const list = await listOf(payer);
  const headers = { 'psu-id': newcomer.username };
  const body = { psuData: { password: newcomer.password } };
  expect(shortly(await start(list, body, headers))).toBe('403 SERVICE_BLOCKED');
  expect(shortly(await update(await started(list, headers), body))).toBe('403 SERVICE_BLOCKED');
});

test('a customer without a method is refused with the start, and one who names another after it', async () => {
  const payer = await app.payer();
  await app.identity.database.query(
    `update identity.user_account set phone_cooling_off_until = $2 where user_id = $1`,
    [payer.userId, app.identity.clock.now().add({ hours: 24 }).toString()],
  );
  const list = await listOf(payer);
  const headers = { 'psu-id': payer.username };
  expect(shortly(await start(list, { psuData: { password: payer.password } }, headers))).toBe(
    '400 SCA_METHOD_UNKNOWN',
  );
  const path = await started(list, headers);
  await app.identity.database.query(
    `update sca.authorisation set status = 'psuAuthenticated', user_id = $2 where authorisation_id = $1`,
    [path.split('/').at(-1), payer.userId],
  );
  expect(shortly(await update(path, { authenticationMethodId: 'another' }))).toBe('400 SCA_METHOD_UNKNOWN');
});

test('a customer who is being asked on a device is not asked again', async () => {
  const payer = await app.payer();
  const decoupled = { 'psu-id': 'asked.by.somebody', 'tpp-decoupled-preferred': 'true' };
  const list = await listOf(payer);
  expect((await start(list, undefined, decoupled)).status).toBe(201);
  expect(shortly(await start(list, undefined, decoupled))).toBe('429 SERVICE_BLOCKED');
  const path = await started(list, { 'tpp-decoupled-preferred': 'true' });
  expect(shortly(await update(path, {}, { 'psu-id': 'asked.by.somebody' }))).toBe('429 SERVICE_BLOCKED');
});

test('a payment without an account needs the page, and a page an address to return to', async () => {
  const payer = await app.payer();
  app.choose({ isDebtorAccountOptional: true });
  const { debtorAccount: _, ...body } = paymentFrom('');
  const list = `${pathIn(await app.initiate(payer, { body }))}/authorisations`;
  expect(shortly(await start(list))).toBe('400 FORMAT_ERROR');
  app.chooseSca({ approaches: ['EMBEDDED'] });
  expect(shortly(await start(list))).toBe('400 SERVICE_INVALID');
});

test('a payment has a limited number of open authorisations', async () => {
  const list = await listOf(await app.payer());
  const responses = [];
  for (let count = 0; count < 30; count += 1) responses.push(await start(list));
  expect(shortly(responses.at(-1) ?? (await start(list)))).toBe('409 STATUS_INVALID');
});

test('a payment that was cancelled while the code was on its way takes no code', async () => {
  const { code, list, path } = await atCode();
  await app.send({ method: 'DELETE', path: list.replace('/authorisations', '') });
  expect(shortly(await update(path, { scaAuthenticationData: code }))).toBe('409 STATUS_INVALID');
  expect(shortly(await start(list))).toBe('409 STATUS_INVALID');
});

test('an authorisation that has ended takes nothing, and one that failed no confirmation', async () => {
  const { code, path } = await atCode();
  await update(path, { scaAuthenticationData: code });
  expect(shortly(await update(path, { scaAuthenticationData: code }))).toBe('409 STATUS_INVALID');
  app.chooseSca({ approaches: ['REDIRECT'], isConfirmationNeeded: true });
  const payer = await app.payer();
  const back = { 'tpp-redirect-uri': 'https://a.tpp.test/back' };
  const list = `${pathIn(await app.initiate(payer, { headers: back }))}/authorisations`;
  const failed = await started(list, back);
  app.identity.clock.advance({ hours: 1 });
  expect(shortly(await update(failed, { confirmationCode: 'x' }))).toBe('400 SCA_INVALID');
});

test('one of two signers approves once', async () => {
  const [payer, second] = [await app.payer(), await app.customer()];
  await requireTwoSigners(app, payer, second);
  const path = pathIn(await app.initiate(payer));
  const list = `${path}/authorisations`;
  const paths = [];
  for (const _ of [1, 2]) {
    const one = await started(list, { 'psu-id': payer.username });
    await update(one, { psuData: { password: payer.password } });
    paths.push({ one, code: (await app.identity.newestCode(payer.userId)).code });
    app.identity.clock.advance({ minutes: 2 });
  }
  const [last, first] = [paths[1], paths[0]];
  expect(shortly(await update(last?.one ?? '', { scaAuthenticationData: last?.code }))).toBe('200 finalised');
  expect(first).toBeDefined();
  app.identity.clock.advance({ minutes: 2 });
  expect(await app.approve(path, payer)).toBe('409');
});

test('a cancellation under another product is refused', async () => {
  const path = pathIn(await app.initiate(await app.payer()));
  const other = path.replace('sepa-credit-transfers', 'target-2-payments');
  expect(shortly(await app.send({ method: 'DELETE', path: other }))).toBe('403 PRODUCT_INVALID');
});
