import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestHolder } from '#capabilities/consents/testing/consents-test-app.suite.ts';
import { reestablishFundsConsent, withdrawFundsConsent } from '#capabilities/funds-confirmations/index.ts';
import { oauthCapability } from '#capabilities/oauth/index.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { testThirdParties } from '#platform/testing/third-parties.ts';
import {
  approveOnPage,
  back,
  comeBack,
  goToPage,
  metadataUrl,
  redeem,
  shortly,
} from './oauth-approach.suite.ts';
import { type ConsentApproach, createConsentApproach } from './oauth-approach-consents.suite.ts';

let app: ConsentApproach;
let holder: TestHolder;
beforeAll(async () => {
  app = await createConsentApproach();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.chooseSca();
  holder = await app.accounts.holder();
});

const consentsPath = '/v2/consents/confirmation-of-funds';
const redirected = { 'tpp-redirect-uri': back, 'tpp-explicit-authorisation-preferred': 'false' };

const ask = (headers: Readonly<Record<string, string>> = {}): Promise<TestServerResponse> =>
  app.call({
    method: 'POST',
    path: consentsPath,
    as: { kind: 'tpp', certificate: '_A' },
    headers: { ...redirected, ...headers },
    body: { account: { iban: holder.iban } },
  });

/** Asks for a consent, approves it and redeems the code. */
async function issue() {
  const id = String(at((await ask()).body, 'consentId'));
  const way = await goToPage(app, `PIIS:${id}`);
  const returned = await comeBack(way, await approveOnPage(app.accounts, way, holder));
  const { body } = await redeem(app, { code: returned.searchParams.get('code') ?? '', pkce: way.pkce });
  return {
    id,
    scope: at(body, 'scope'),
    token: String(at(body, 'access_token')),
    refreshToken: String(at(body, 'refresh_token')),
  };
}

const question = (iban = holder.iban) => ({
  account: { iban },
  instructedAmount: { currency: 'EUR', amount: '1.00' },
});

async function confirm(token: string, more: Parameters<ConsentApproach['read']>[2] = {}): Promise<string> {
  const body = question();
  const answer = await app.read('/v1/funds-confirmations', token, { method: 'POST', body, ...more });
  return shortly(answer);
}

/** What the worker does after an event about the consent, and then the processes of the API. */
async function follow(id: string): Promise<void> {
  const event = {
    id,
    name: 'funds-consent-changed',
    version: 1,
    occurredAt: '',
    aggregateKind: 'funds-consent',
    aggregateId: id,
    sequence: 1,
    data: {},
  };
  for (const handler of oauthCapability.handlers(app.ports))
    if (handler.events.includes(event.name)) await handler.handle(app.contextFor('01'), event);
  await app.revocations.refresh();
}

test('a consent that is asked for, and its authorisation, lead to the authorization server', async () => {
  const implicit = await ask();
  expect(at(implicit.body, '_links')).toMatchObject({ scaOAuth: { href: metadataUrl } });
  expect(at(implicit.body, '_links')).not.toHaveProperty('scaRedirect');
  const explicit = await ask({ 'tpp-explicit-authorisation-preferred': 'true' });
  expect(at(explicit.body, '_links')).not.toHaveProperty('scaOAuth');
  const started = await app.call({
    method: 'POST',
    path: `${consentsPath}/${String(at(explicit.body, 'consentId'))}/authorisations`,
    as: { kind: 'tpp', certificate: '_A' },
    headers: { 'tpp-redirect-uri': back },
  });
  expect(at(started.body, '_links')).toMatchObject({ scaOAuth: { href: metadataUrl } });
  expect(at(started.body, '_links')).not.toHaveProperty('scaRedirect');
});

describe('the access token', () => {
  test('stands for Consent-ID in a question, and for its consent alone', async () => {
    const { id, scope, token } = await issue();
    const other = await issue();
    expect(scope).toBe(`PIIS:${id}`);
    expect(await confirm(token)).toBe('200');
    expect(await confirm(token, { headers: { 'consent-id': id } })).toBe('200');
    expect(await confirm(token, { headers: { 'consent-id': other.id } })).toBe('401 TOKEN_INVALID');
    const statuses = [];
    for (const path of ['', '/status', '/authorisations'])
      statuses.push(
        (await app.read(`${consentsPath}/${id}${path}`, token)).status,
        shortly(await app.read(`${consentsPath}/${other.id}${path}`, token)),
      );
    expect(statuses).toEqual(Array(3).fill([200, '401 TOKEN_INVALID']).flat());
    const removed = await app.read(`${consentsPath}/${other.id}`, token, { method: 'DELETE' });
    expect(shortly(removed)).toBe('401 TOKEN_INVALID');
  });

  test('asks about the account of its consent alone, and creates nothing new', async () => {
    const another = await app.accounts.holder();
    const { token } = await issue();
    expect(await confirm(token, { body: question(another.iban) })).toBe('401 CONSENT_INVALID');
    const created = await app.read(consentsPath, token, {
      method: 'POST',
      headers: redirected,
      body: { account: { iban: holder.iban } },
    });
    expect(shortly(created)).toBe('401 TOKEN_INVALID');
  });

  test('is refused with another certificate, also of the same organisation', async () => {
    const { token } = await issue();
    expect(await confirm(token, { as: '_B' })).toBe('401 TOKEN_INVALID');
    const { der } = await (await testThirdParties()).issue({
      commonName: 'a.tpp.test',
      organizationIdentifier: 'PSDNL-DNB-A',
    });
    const answer = await app.call({
      method: 'POST',
      path: '/v1/funds-confirmations',
      as: { kind: 'tpp', certificate: { der } },
      headers: { authorization: `Bearer ${token}` },
      body: question(),
    });
    expect(shortly(answer)).toBe('401 TOKEN_INVALID');
  });

  test('of a consent to account information answers no question, and this one reads no account', async () => {
    const [ofAccounts, ofFunds] = [await app.issue(holder), await issue()];
    expect(await confirm(ofAccounts.token)).toBe('401 TOKEN_INVALID');
    expect(await confirm(ofAccounts.token, { headers: { 'consent-id': ofFunds.id } })).toBe(
      '401 TOKEN_INVALID',
    );
    expect(shortly(await app.read('/v1/accounts', ofFunds.token))).toBe('401 TOKEN_INVALID');
  });
});

describe('tokens of a consent', () => {
  test('are suspended with a withdrawal, and resume when the customer gives it again', async () => {
    const { id, refreshToken, token } = await issue();
    const key = { viewer: holder, consentId: id };
    expect(await withdrawFundsConsent(app.fundsContext(), key)).toBe('withdrawn');
    expect(await confirm(token)).toBe('401 CONSENT_INVALID');
    await follow(id);
    expect(await confirm(token)).toBe('401 CONSENT_INVALID');
    expect(shortly(await app.refresh(refreshToken))).toBe('400 invalid_grant');
    const factor = {
      userId: holder.userId,
      assurance: 'sca' as const,
      at: app.accounts.identity.clock.now(),
    };
    expect(await reestablishFundsConsent(app.fundsContext(), { ...key, factor })).toBe('re-established');
    await follow(id);
    expect(await confirm(token)).toBe('200');
    const again = await app.refresh(refreshToken);
    expect(await confirm(String(at(again.body, 'access_token')))).toBe('200');
  });

  test('end with a deletion, and 48 hours after a withdrawal', async () => {
    const [deleted, withdrawn] = [await issue(), await issue()];
    await app.read(`${consentsPath}/${deleted.id}`, deleted.token, { method: 'DELETE' });
    expect(await confirm(deleted.token)).toBe('401 CONSENT_EXPIRED');
    await follow(deleted.id);
    expect(await confirm(deleted.token)).toBe('401 TOKEN_INVALID');
    expect(shortly(await app.refresh(deleted.refreshToken))).toBe('400 invalid_grant');
    await withdrawFundsConsent(app.fundsContext(), { viewer: holder, consentId: withdrawn.id });
    await follow(withdrawn.id);
    app.accounts.identity.clock.advance({ hours: 49 });
    await follow(withdrawn.id);
    const grants = await app.accounts.identity.database.query(
      'select 1 from oauth.resource_grant where resource_id = any($1::uuid[])',
      [[deleted.id, withdrawn.id]],
    );
    expect(grants).toEqual([]);
  });
});
