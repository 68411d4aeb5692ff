import { deepEqual, equal, match } from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { BankResponse, ThirdPartyClient } from '../../bench/harness/test-third-party.ts';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import { askConsent } from '../consent/consent.ts';
import { enterCode, enterPassword, press } from '../harness/approval-steps.ts';
import { initiate, usualCents } from '../payment/payment.ts';
import type { Payer } from '../payment/payment-bank.ts';
import { refusal } from './accounts.ts';
import { siteHost, type Xs2aBank, type Xs2aCheck } from './xs2a-bank.ts';

const profile = { scaRedirectFlow: 'OAUTH' } as const;
const clientId = 'PSDNL-DNB-A';

type Form = Readonly<Record<string, string>>;

/** Headers with which A says to which address the code is sent. */
function backTo(bank: Xs2aBank): Form {
  return {
    'tpp-redirect-uri': `${bank.siteUrl}/back`,
    'tpp-nok-redirect-uri': `${bank.siteUrl}/nok`,
    'tpp-explicit-authorisation-preferred': 'false',
  };
}

/** The browser of a customer on the way to the authorization server, and what A needs for the code. */
interface Way {
  readonly bank: Xs2aBank;
  readonly customer: Payer;
  readonly page: Page;
  readonly metadata: unknown;
  readonly state: string;
  readonly verifier: string;
}

/** Reads the metadata that a resource links to, pushes a request with the certificate, and sends the browser. */
async function goToServer(
  { bank, customer, page }: Pick<Way, 'bank' | 'customer' | 'page'>,
  created: unknown,
  scope: string,
): Promise<Way> {
  const metadata = await bank.send({
    method: 'GET',
    path: pathOf(at(created, '_links', 'scaOAuth', 'href')),
  });
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(8).toString('hex')];
  const pushed = await bank.send({
    method: 'POST',
    path: pathOf(at(metadata, 'pushed_authorization_request_endpoint')),
    form: {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: `${bank.siteUrl}/back`,
      scope,
      state,
      code_challenge: hash('sha256', verifier, 'base64url'),
      code_challenge_method: 'S256',
    },
  });
  const query = new URLSearchParams({ client_id: clientId, request_uri: String(at(pushed, 'request_uri')) });
  await page.goto(`${String(at(metadata, 'authorization_endpoint'))}?${query.toString()}`);
  return { bank, customer, page, metadata, state, verifier };
}

function pathOf(address: unknown): string {
  return new URL(String(address)).pathname;
}

/** Approves on the page, and returns the code with which the browser comes back to A. */
async function codeFrom(way: Way): Promise<string> {
  const { customer, page } = way;
  if ((await page.locator('[name="name"]').count()) > 0)
    await press(page, 'identify', { name: customer.username });
  await enterPassword(way);
  await enterCode(way);
  const { host, pathname, searchParams } = new URL(page.url());
  equal(`${host.replace(/:.*/, '')}${pathname}`, `${siteHost}/back`, page.url());
  deepEqual(
    [searchParams.get('state'), searchParams.get('iss')],
    [way.state, at(way.metadata, 'issuer')],
    page.url(),
  );
  return searchParams.get('code') ?? '';
}

function tokenRequest(
  { metadata }: Way,
  client: Pick<ThirdPartyClient, 'send'>,
  form: Form,
): Promise<BankResponse> {
  return client.send({ method: 'POST', path: pathOf(at(metadata, 'token_endpoint')), form });
}

/** Redeems a code with the certificate of A. */
async function redeem(way: Way, code: string): Promise<unknown> {
  const { body, status } = await tokenRequest(
    way,
    { send: way.bank.attempt },
    {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: `${way.bank.siteUrl}/back`,
      code_verifier: way.verifier,
    },
  );
  equal(status, 200, JSON.stringify(body));
  return body;
}

function read(client: Pick<ThirdPartyClient, 'send'>, token: unknown): Promise<BankResponse> {
  return client.send({
    method: 'GET',
    path: '/v1/accounts',
    headers: { authorization: `Bearer ${String(token)}`, 'psu-ip-address': '192.0.2.7' },
  });
}

export const consentByOauth: Xs2aCheck = {
  name: 'A reads accounts with a token that the customer approved in the browser; with the certificate of B it is refused',
  customers: 1,
  profile,
  async run(bank) {
    const customer = await bank.payer();
    const a = { send: bank.attempt };
    const consent = await askConsent(bank, customer, { headers: backTo(bank) });
    await using user = await bank.openUser();
    const { page } = user;
    const scope = `AIS:${consent.path.split('/').at(-1) ?? ''}`;
    const way = await goToServer({ bank, customer, page }, consent.asked, scope);
    const tokens = await redeem(way, await codeFrom(way));
    const ibansIn = ({ body }: BankResponse): readonly string[] =>
      listAt(body, 'accounts').map((account) => String(at(account, 'iban')));
    const own = await read(a, at(tokens, 'access_token'));
    equal(own.status, 200, JSON.stringify(own.body));
    deepEqual(ibansIn(own), [customer.account.iban]);
    equal(refusal(await read(bank.b, at(tokens, 'access_token'))), '401 TOKEN_INVALID');
    const refresh = { grant_type: 'refresh_token', refresh_token: String(at(tokens, 'refresh_token')) };
    const stolen = await tokenRequest(way, bank.b, { ...refresh, client_id: 'PSDNL-DNB-B' });
    equal(`${stolen.status} ${String(at(stolen.body, 'error'))}`, '400 invalid_grant');
    const refreshed = await tokenRequest(way, a, { ...refresh, client_id: clientId });
    deepEqual(ibansIn(await read(a, at(refreshed.body, 'access_token'))), [customer.account.iban]);
    return undefined;
  },
};

export const paymentByOauth: Xs2aCheck = {
  name: 'a payment is approved by way of the authorization server and executed',
  customers: 1,
  profile,
  async run(bank) {
    const customer = await bank.payer();
    const payment = await initiate(bank, customer, { headers: backTo(bank) });
    await using user = await bank.openUser();
    const { page } = user;
    const scope = `PIS:${payment.path.split('/').at(-1) ?? ''}`;
    const way = await goToServer({ bank, customer, page }, payment.initiated, scope);
    match(String(at(await redeem(way, await codeFrom(way)), 'access_token')), /./);
    await payment.become('ACSC');
    await payment.expectMoved(usualCents);
    return undefined;
  },
};
