import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';

let app: PaymentsTestApp;
let payer: TestPayer;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  payer = await app.payer();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.chooseSca({}));

const linksIn = ({ body }: TestServerResponse): readonly string[] => Object.keys(Object(at(body, '_links')));

const initiate = (headers: Readonly<Record<string, string>> = {}): Promise<TestServerResponse> =>
  app.initiate(payer, { headers });

describe('X-Request-ID', () => {
  test.each(['', 'x', '3f1c9a529d0b4a528d0e0f2f7b1c0001'])(
    'that is no UUID is refused on every method: %j',
    async (id) => {
      const path = pathIn(await initiate());
      const headers = { 'x-request-id': id };
      const refused = [
        await initiate(headers),
        await app.send({ method: 'GET', path, headers }),
        await app.send({ method: 'DELETE', path, headers }),
      ];
      expect(refused.map((one) => [shortly(one), at(one.body, 'tppMessages', 0, 'path')])).toEqual(
        Array(3).fill(['400 FORMAT_ERROR', 'X-Request-ID']),
      );
      expect(await app.statusOf(path)).toBe('RCVD');
    },
  );

  test('comes back in the response, also in a refusal', async () => {
    const id = randomUUID();
    const headers = { 'x-request-id': id };
    const created = await initiate(headers);
    const refused = await app.send({ method: 'GET', path: `${pathIn(created)}x`, headers });
    expect([created.headers['x-request-id'], refused.headers['x-request-id']]).toEqual([id, id]);
    expect([created.status, shortly(refused)]).toEqual([201, '403 RESOURCE_UNKNOWN']);
  });

  test('that was used makes no second payment', async () => {
    const headers = { 'x-request-id': randomUUID() };
    const [first, again] = [await initiate(headers), await initiate(headers)];
    const other = await initiate({ 'x-request-id': randomUUID() });
    expect(pathIn(again)).toBe(pathIn(first));
    expect(pathIn(other)).not.toBe(pathIn(first));
    const changed = await initiate({ ...headers, 'tpp-brand-logging-information': 'Another shop' });
    expect(shortly(changed)).toBe('400 FORMAT_ERROR');
  });
});

test('a status is RCVD from the initiation until its authorisation is complete', async () => {
  const initiated = await initiate();
  const path = pathIn(initiated);
  const read = async (part: string): Promise<unknown> =>
    at((await app.send({ method: 'GET', path: `${path}${part}` })).body, 'transactionStatus');
  expect(at(initiated.body, 'transactionStatus')).toBe('RCVD');
  expect([await read(''), await read('/status')]).toEqual(['RCVD', 'RCVD']);
  expect(await app.approve(path, payer)).toBe('finalised');
  expect([await read(''), await read('/status')]).toEqual(['ACTC', 'ACTC']);
});

describe('the approach', () => {
  const started = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const path = `${pathIn(await initiate())}/authorisations`;
    const response = await app.send({
      method: 'POST',
      path,
      headers: { 'psu-id': 'anna', 'tpp-redirect-uri': 'https://a.tpp.test/back', ...headers },
    });
    return response.headers['aspsp-sca-approach'];
  };

  test('is the one that TPP-Redirect-Preferred and TPP-Decoupled-Preferred ask for', async () => {
    app.chooseSca({ approaches: ['EMBEDDED', 'REDIRECT', 'DECOUPLED'] });
    expect([
      await started({}),
      await started({ 'tpp-redirect-preferred': 'true' }),
      await started({ 'tpp-decoupled-preferred': 'true' }),
      await started({ 'tpp-redirect-preferred': 'true', 'tpp-decoupled-preferred': 'true' }),
    ]).toEqual(['EMBEDDED', 'REDIRECT', 'DECOUPLED', 'REDIRECT']);
  });

  test('starts with the payment unless TPP-Explicit-Authorisation-Preferred asks for an own request', async () => {
    app.chooseSca({ approaches: ['DECOUPLED'] });
    const named = { 'psu-id': 'anna' };
    const implicit = await initiate({ ...named, 'tpp-explicit-authorisation-preferred': 'false' });
    const explicit = await initiate({ ...named, 'tpp-explicit-authorisation-preferred': 'true' });
    expect([linksIn(implicit), linksIn(explicit)]).toEqual([
      ['scaStatus', 'self', 'status'],
      ['startAuthorisation', 'self', 'status'],
    ]);
  });
});

describe('the link to start an authorisation', () => {
  test('asks for the customer where a device is asked, under both spellings of the standard', async () => {
    app.chooseSca({ approaches: ['DECOUPLED'] });
    expect(linksIn(await initiate())).toEqual([
      'startAuthorisationWithPsuIdentification',
      'startAuthorisationWithPsuIdentfication',
      'self',
      'status',
    ]);
  });

  test('asks for the password where the third party shows the form and there are no baskets', async () => {
    app.chooseSca({ approaches: ['EMBEDDED'], areBasketsSupported: false, startMode: 'explicit' });
    expect(linksIn(await initiate())).toEqual(['startAuthorisationWithPsuAuthentication', 'self', 'status']);
  });
});
