import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consentsCapability } from '#capabilities/consents/index.ts';
import { paymentsCapability } from '#capabilities/payments/index.ts';
import { signingBasketsCapability } from '#capabilities/signing-baskets/index.ts';
import {
  type BasketsTestApp,
  createBasketsTestApp,
  idOf,
  pathIn,
  type TestHolder,
} from '#capabilities/signing-baskets/testing/baskets-test-app.suite.ts';
import { at } from '#platform/testing/json-at.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type ApproachApp,
  approveOnPage,
  back,
  comeBack,
  createApproachApp,
  goToPage,
  metadataUrl,
  redeem,
  shortly,
} from './oauth-approach.suite.ts';

let baskets: BasketsTestApp;
let app: ApproachApp;
let holder: TestHolder;
beforeAll(async () => {
  baskets = await createBasketsTestApp();
  app = await createApproachApp<BasketsTestApp['ports']>(baskets, {
    routes: [...paymentsCapability.routes, ...consentsCapability.routes, ...signingBasketsCapability.routes],
    kinds: ({ subjects }) => [
      {
        service: 'PIS',
        role: 'PSP_PI',
        subjectKinds: ['payment'],
        events: [],
        async standingOf({ bankId, db }, id) {
          const payment = await subjects.payment?.describe(db, bankId, { kind: 'payment', id });
          return payment === undefined ? { kind: 'over' } : { kind: 'open', isLasting: false };
        },
      },
    ],
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await baskets[Symbol.asyncDispose]();
});
beforeEach(async () => {
  baskets.chooseSca({ approaches: ['REDIRECT'], oauthMetadataUrl: metadataUrl, pageUrl: testBaseUrl });
  holder = await baskets.holder();
});

/** Initiates a payment, approves it and redeems the code. */
async function tokenOfPayment(): Promise<string> {
  const headers = { 'tpp-redirect-uri': back, 'tpp-explicit-authorisation-preferred': 'false' };
  const id = idOf(await baskets.pay(holder, { headers }));
  const way = await goToPage(app, `PIS:${id}`);
  const returned = await comeBack(way, await approveOnPage(baskets, way, holder));
  const { body } = await redeem(app, { code: returned.searchParams.get('code') ?? '', pkce: way.pkce });
  return String(at(body, 'access_token'));
}

const group = (paymentId: string, token?: string): Promise<TestServerResponse> =>
  app.call({
    method: 'POST',
    path: '/v1/signing-baskets',
    as: { kind: 'tpp', certificate: '_A' },
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    body: { paymentIds: [paymentId] },
  });

test('a token of a payment neither groups others nor reaches a basket', async () => {
  const token = await tokenOfPayment();
  const payment = idOf(await baskets.pay(holder));
  expect(shortly(await group(payment, token))).toBe('401 TOKEN_INVALID');
  const basket = pathIn(await group(payment));
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string): Promise<TestServerResponse> =>
    app.call({
      method,
      path,
      as: { kind: 'tpp', certificate: '_A' },
      headers: { authorization: `Bearer ${token}` },
    });
  const refused = [
    await call('GET', basket),
    await call('GET', `${basket}/status`),
    await call('GET', `${basket}/authorisations`),
    await call('POST', `${basket}/authorisations`),
    await call('DELETE', basket),
  ];
  expect(refused.map(shortly)).toEqual(Array(5).fill('401 TOKEN_INVALID'));
  expect(await baskets.statusOf(basket)).toBe('RCVD');
});

test('a bank that wants a token of the pre-step takes no basket without one', async () => {
  const payment = idOf(await baskets.pay(holder));
  baskets.chooseSca({ approaches: ['REDIRECT'], isPreStepMandated: true, pageUrl: testBaseUrl });
  expect(shortly(await group(payment))).toBe('401 TOKEN_UNKNOWN');
});
