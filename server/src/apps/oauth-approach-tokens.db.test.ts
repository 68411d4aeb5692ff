import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reestablishConsent, withdrawConsent } from '#capabilities/consents/index.ts';
import type { TestHolder } from '#capabilities/consents/testing/consents-test-app.suite.ts';
import { addClient, oauthCapability } from '#capabilities/oauth/index.ts';
import { createPkce } from '#capabilities/oauth/testing/test-client.suite.ts';
import { subjectOf } from '#platform/auth/certificate-subject.ts';
import { at } from '#platform/testing/json-at.ts';
import { testThirdParties } from '#platform/testing/third-parties.ts';
import { approveOnPage, back, comeBack, goToPage, redeem, shortly } from './oauth-approach.suite.ts';
import { type ConsentApproach, createConsentApproach, type Issued } from './oauth-approach-consents.suite.ts';

let app: ConsentApproach;
let holder: TestHolder;
beforeAll(async () => {
  app = await createConsentApproach();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.chooseSca();
  app.block(undefined);
  holder = await app.accounts.holder();
});

const list = async (token: string, more: Parameters<ConsentApproach['read']>[2] = {}): Promise<string> =>
  shortly(await app.read('/v1/accounts', token, more));

/** What the worker does after an event about the consent, and then the processes of the API. */
async function follow({ id }: Pick<Issued, 'id'>): Promise<void> {
  const event = {
    id,
    name: 'consent-changed',
    version: 1,
    occurredAt: '',
    aggregateKind: 'consent',
    aggregateId: id,
    sequence: 1,
    data: {},
  };
  for (const handler of oauthCapability.handlers(app.ports))
    if (handler.events.includes(event.name)) await handler.handle(app.contextFor('01'), event);
  await app.revocations.refresh();
}

describe('the code of a third party', () => {
  test('is used once; a second use ends everything', async () => {
    const { code, refreshToken, token, way } = await app.issue(holder);
    expect(await list(token)).toBe('200');
    expect(shortly(await redeem(app, { code, pkce: way.pkce }))).toBe('400 invalid_grant');
    expect(shortly(await app.refresh(refreshToken))).toBe('400 invalid_grant');
    await app.revocations.refresh();
    expect(await list(token)).toBe('401 TOKEN_INVALID');
  });

  test('needs its verifier, its address, its owner and the certificate of the owner', async () => {
    const { id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    const returned = await comeBack(way, await approveOnPage(app.accounts, way, holder));
    const won = { code: returned.searchParams.get('code') ?? '', pkce: way.pkce };
    const attempts = [
      await redeem(app, { ...won, pkce: createPkce() }),
      await redeem(app, won, { code_verifier: undefined }),
      await redeem(app, won, { redirect_uri: `${back}/other` }),
      await redeem(app, won, { client_id: 'PSDNL-DNB-B' }, '_B'),
      await redeem(app, won, {}, '_B'),
      await redeem(app, { ...won, code: `${won.code}x` }),
    ];
    expect(attempts.map(shortly)).toEqual([
      '400 invalid_grant',
      '400 invalid_grant',
      '400 invalid_grant',
      '400 invalid_grant',
      '401 invalid_client',
      '400 invalid_grant',
    ]);
    expect((await redeem(app, won)).status).toBe(200);
  });

  test('is good for a minute', async () => {
    const { id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    const returned = await comeBack(way, await approveOnPage(app.accounts, way, holder));
    app.accounts.identity.clock.advance({ seconds: 90 });
    const code = returned.searchParams.get('code') ?? '';
    expect(shortly(await redeem(app, { code, pkce: way.pkce }))).toBe('400 invalid_grant');
  });

  test('of a consent for one access gives no refresh token', async () => {
    const body = { recurringIndicator: false, frequencyPerDay: 1 };
    const { token, tokens } = await app.issue(holder, body);
    expect(Object.keys(Object(tokens.body)).toSorted()).toEqual([
      'access_token',
      'expires_in',
      'scope',
      'token_type',
    ]);
    expect(await list(token)).toBe('200');
  });

  test('tells the third party nothing about the customer', async () => {
    const { id, token } = await app.issue(holder);
    const [, claims = ''] = token.split('.');
    const said = Buffer.from(claims, 'base64url').toString();
    expect(JSON.parse(said)).toMatchObject({ sub: `AIS:${id}`, client_id: 'PSDNL-DNB-A', 'bank-id': ['01'] });
    for (const secret of [holder.userId, holder.username, holder.customerNumber])
      expect(said).not.toContain(secret);
  });
});

describe('the access token of a third party', () => {
  test('stands for Consent-ID on everything that the consent covers', async () => {
    const { id, token } = await app.issue(holder);
    const listed = await app.read('/v1/accounts', token);
    const account = `/v1/accounts/${String(at(listed.body, 'accounts', 0, 'resourceId'))}`;
    const paths = [
      account,
      `${account}/balances`,
      `${account}/transactions?bookingStatus=booked&dateFrom=2026-11-01`,
      `/v1/consents/${id}`,
      `/v1/consents/${id}/status`,
      `/v1/consents/${id}/authorisations`,
    ];
    const answers = [];
    for (const path of paths) answers.push((await app.read(path, token)).status);
    expect(answers).toEqual(paths.map(() => 200));
    expect(await list(token, { headers: { 'consent-id': id } })).toBe('200');
  });

  test('is refused beside another consent, and for every other resource', async () => {
    const other = await app.ask(holder);
    const { token } = await app.issue(holder);
    expect(await list(token, { headers: { 'consent-id': other.id } })).toBe('401 TOKEN_INVALID');
    const { created } = other;
    const authorisation = String(at(created.body, '_links', 'scaStatus', 'href'));
    for (const path of [`/v1/consents/${other.id}`, `/v1/consents/${other.id}/status`, authorisation])
      expect(shortly(await app.read(path, token))).toBe('401 TOKEN_INVALID');
    const removed = await app.read(`/v1/consents/${other.id}`, token, { method: 'DELETE' });
    expect(shortly(removed)).toBe('401 TOKEN_INVALID');
    const started = await app.read(`/v1/consents/${other.id}/authorisations`, token, {
      method: 'POST',
      headers: { 'tpp-redirect-uri': back },
    });
    expect(shortly(started)).toBe('401 TOKEN_INVALID');
  });

  test('creates nothing new', async () => {
    const { token } = await app.issue(holder);
    const created = await app.read('/v1/consents', token, {
      method: 'POST',
      headers: { 'tpp-redirect-uri': back },
      body: {
        access: { accounts: [{ iban: holder.iban }] },
        recurringIndicator: false,
        validUntil: '2027-01-01',
        frequencyPerDay: 1,
      },
    });
    expect(shortly(created)).toBe('401 TOKEN_INVALID');
  });

  test('is refused with another certificate, also of the same organisation', async () => {
    const { token } = await app.issue(holder);
    expect(await list(token, { as: '_B' })).toBe('401 TOKEN_INVALID');
    const renewed = await (await testThirdParties()).issue({
      commonName: 'a.tpp.test',
      organizationIdentifier: 'PSDNL-DNB-A',
    });
    const answer = await app.call({
      method: 'GET',
      path: '/v1/accounts',
      as: { kind: 'tpp', certificate: { der: renewed.der } },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(shortly(answer)).toBe('401 TOKEN_INVALID');
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test('is needed where Consent-ID is missing', async () => {
    const answer = await app.call({
      method: 'GET',
      path: '/v1/accounts',
      as: { kind: 'tpp', certificate: '_A' },
    });
    expect(shortly(answer)).toBe('400 FORMAT_ERROR');
  });

  test.each([
    ['rubbish', 'Bearer rubbish'],
    ['no token', 'Bearer'],
    ['another scheme', 'Basic eDp5'],
    ['the scheme of a key', 'DPoP abc'],
  ])('is not matched by %s', async (_, authorization) => {
    const answer = await app.read('/v1/accounts', '', { headers: { authorization } });
    expect(shortly(answer)).toBe('401 TOKEN_UNKNOWN');
  });

  test('is not matched if one character differs, and expires after five minutes', async () => {
    const { id, token } = await app.issue(holder);
    const [header, claims = '', signature] = token.split('.');
    const said = Buffer.from(claims, 'base64url').toString();
    const forged = said.replaceAll(id, '01a1ede2-6680-78f6-bfca-5f5ba7ad8aaf');
    const spoilt = Buffer.from(forged).toString('base64url');
    expect(await list(`${header}.${spoilt}.${signature}`)).toBe('401 TOKEN_UNKNOWN');
    app.accounts.identity.clock.advance({ minutes: 6 });
    expect(await list(token)).toBe('401 TOKEN_EXPIRED');
  });

  test('is one of this bank, and of a third party', async () => {
    const { der } = await (await testThirdParties()).qwac('_A');
    const tokenOf = async (bankId: string): Promise<string> => {
      await addClient(app.contextFor(bankId), {
        clientId: `back-end-${bankId}`,
        kind: 'application',
        name: 'A back end with the certificate of a third party',
        scopes: ['party.read'],
        redirectUris: [],
        postLogoutRedirectUris: [],
        authentication: { method: 'tls_client_auth', subject: { kind: 'dn', value: subjectOf(der) ?? '' } },
        binding: 'certificate',
        introspects: 'own-tokens',
        idempotency: 'seed-compatible',
        exchangesTokensOf: [],
      });
      const answer = await app.call({
        method: 'POST',
        path: `/oauth/${bankId}/token`,
        as: { kind: 'tpp', certificate: '_A' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: `back-end-${bankId}`,
          scope: 'party.read',
        }).toString(),
      });
      return String(at(answer.body, 'access_token'));
    };
    expect(await list(await tokenOf('01'))).toBe('401 TOKEN_INVALID');
    expect(await list(await tokenOf('02'))).toBe('401 TOKEN_UNKNOWN');
  });

  test('is exchanged by no service', async () => {
    const { der } = await (await testThirdParties()).qwac('_A');
    await addClient(app.contextFor('01'), {
      clientId: 'exchanging-service',
      kind: 'application',
      name: 'A service for customers',
      scopes: ['authorization.sign'],
      redirectUris: [],
      postLogoutRedirectUris: [],
      authentication: { method: 'tls_client_auth', subject: { kind: 'dn', value: subjectOf(der) ?? '' } },
      binding: 'certificate',
      introspects: 'own-tokens',
      idempotency: 'seed-compatible',
      exchangesTokensOf: ['mobile-app'],
    });
    const { token } = await app.issue(holder);
    const answer = await app.call({
      method: 'POST',
      path: '/oauth/01/token',
      as: { kind: 'tpp', certificate: '_A' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        client_id: 'exchanging-service',
        subject_token: token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      }).toString(),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'subject_token must be an access token that a customer signed in for',
      },
    });
  });

  test('of a blocked organisation is refused with its certificate', async () => {
    const { refreshToken, token } = await app.issue(holder);
    app.block('PSDNL-DNB-A');
    expect(await list(token)).toBe('401 CERTIFICATE_BLOCKED');
    expect(shortly(await app.refresh(refreshToken))).toBe('401 invalid_client');
    app.block(undefined);
    expect(await list(token)).toBe('200');
  });
});

describe('a refresh token', () => {
  test('is replaced at each use, for weeks; the old one ends everything', async () => {
    const { refreshToken } = await app.issue(holder);
    app.accounts.identity.clock.advance({ hours: 24 * 20 });
    const second = await app.refresh(refreshToken);
    expect(await list(String(at(second.body, 'access_token')))).toBe('200');
    expect(shortly(await app.refresh(refreshToken))).toBe('400 invalid_grant');
    expect(shortly(await app.refresh(String(at(second.body, 'refresh_token'))))).toBe('400 invalid_grant');
  });

  test('works for its third party alone, with a renewed certificate too', async () => {
    const { refreshToken } = await app.issue(holder);
    expect(shortly(await app.refresh(refreshToken, '_B'))).toBe('401 invalid_client');
    const { der } = await (await testThirdParties()).issue({
      commonName: 'a.tpp.test',
      organizationIdentifier: 'PSDNL-DNB-A',
    });
    const renewed = await app.call({
      method: 'POST',
      path: '/oauth/01/token',
      as: { kind: 'tpp', certificate: { der } },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'PSDNL-DNB-A',
        refresh_token: refreshToken,
      }).toString(),
    });
    const token = String(at(renewed.body, 'access_token'));
    expect(await list(token)).toBe('401 TOKEN_INVALID');
    const answer = await app.call({
      method: 'GET',
      path: '/v1/accounts',
      as: { kind: 'tpp', certificate: { der } },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
  });
});

describe('tokens of a consent', () => {
  const withdraw = ({ id }: Issued): Promise<string> =>
    withdrawConsent(app.accounts.context(), { viewer: holder, consentId: id });
  const reestablish = ({ id }: Issued): Promise<unknown> =>
    reestablishConsent(app.accounts.context(), {
      viewer: holder,
      consentId: id,
      factor: { userId: holder.userId, assurance: 'sca', at: app.accounts.identity.clock.now() },
    });

  test('are suspended with a withdrawal, and resume when the customer gives it again', async () => {
    const issued = await app.issue(holder);
    expect(await withdraw(issued)).toBe('withdrawn');
    await follow(issued);
    expect(await list(issued.token)).toBe('401 CONSENT_INVALID');
    const refused = await app.refresh(issued.refreshToken);
    expect([shortly(refused), at(refused.body, 'error_description')]).toEqual([
      '400 invalid_grant',
      expect.stringContaining('suspended'),
    ]);
    await reestablish(issued);
    await follow(issued);
    expect(await list(issued.token)).toBe('200');
    const again = await app.refresh(issued.refreshToken);
    expect(await list(String(at(again.body, 'access_token')))).toBe('200');
  });

  test('end 48 hours after a withdrawal', async () => {
    const issued = await app.issue(holder);
    await withdraw(issued);
    await follow(issued);
    const run = async (): Promise<void> => {
      for (const job of oauthCapability.jobs)
        if (job.name === 'review-resource-grants') await job.run({ ...app.contextFor('01'), ...app.ports });
    };
    const grants = (): Promise<readonly unknown[]> =>
      app.accounts.identity.database.query('select 1 from oauth.resource_grant where resource_id = $1', [
        issued.id,
      ]);
    app.accounts.identity.clock.advance({ hours: 47 });
    await run();
    expect(await grants()).toHaveLength(1);
    app.accounts.identity.clock.advance({ hours: 2 });
    await run();
    expect(await grants()).toEqual([]);
    expect(shortly(await app.refresh(issued.refreshToken))).toBe('400 invalid_grant');
  });

  test.each([
    [
      'is deleted',
      (issued: Issued) => app.read(`/v1/consents/${issued.id}`, issued.token, { method: 'DELETE' }),
    ],
    ['is replaced', async () => app.issue(holder)],
  ])('end at once when it %s', async (_, ended) => {
    const issued = await app.issue(holder);
    expect(await list(issued.token)).toBe('200');
    await ended(issued);
    expect(await list(issued.token)).toBe('401 CONSENT_EXPIRED');
    const refused = await app.refresh(issued.refreshToken);
    expect([shortly(refused), at(refused.body, 'error_description')]).toEqual([
      '400 invalid_grant',
      expect.stringContaining('ended'),
    ]);
    await follow(issued);
    expect(await list(issued.token)).toBe('401 TOKEN_INVALID');
  });

  test('end with its last day', async () => {
    const issued = await app.issue(holder);
    app.accounts.identity.clock.advance({ hours: 24 * 40 });
    expect(shortly(await app.refresh(issued.refreshToken))).toBe('400 invalid_grant');
  });

  test('end once for two workers that are told at the same time', async () => {
    const issued = await app.issue(holder);
    await app.read(`/v1/consents/${issued.id}`, issued.token, { method: 'DELETE' });
    await Promise.all([follow(issued), follow(issued), follow(issued)]);
    expect(await list(issued.token)).toBe('401 TOKEN_INVALID');
  });
});

describe('where the bank wants a confirmation', () => {
  beforeEach(() => app.chooseSca({ isConfirmationNeeded: true }));
  const confirm = (authorisation: string, token: string, body?: unknown): Promise<string> =>
    app.read(authorisation, token, { method: 'PUT', body }).then(shortly);

  test('the token confirms what the customer approved, and nothing is read before', async () => {
    const { created, id } = await app.ask(holder);
    expect(Object.keys(Object(at(created.body, '_links')))).toEqual(
      expect.arrayContaining(['scaOAuth', 'confirmation']),
    );
    const authorisation = String(at(created.body, '_links', 'confirmation', 'href'));
    const way = await goToPage(app, `AIS:${id}`);
    const left = await approveOnPage(app.accounts, way, holder);
    const returned = await comeBack(way, left);
    expect(returned.searchParams.get('confirmationCode')).toBeNull();
    const answer = await redeem(app, { code: returned.searchParams.get('code') ?? '', pkce: way.pkce });
    const token = String(at(answer.body, 'access_token'));
    expect(await list(token)).toBe('401 CONSENT_INVALID');
    expect(shortly(await app.read(authorisation, token))).toBe('200 unconfirmed');
    expect(await confirm(authorisation, token, { confirmationCode: undefined })).toBe('200 finalised');
    expect(await list(token)).toBe('200');
    expect(await confirm(authorisation, token)).toBe('409 STATUS_INVALID');
  });

  test('no one confirms without the token of this approval', async () => {
    const other = await app.ask(holder);
    const { created, id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    const returned = await comeBack(way, await approveOnPage(app.accounts, way, holder));
    const answer = await redeem(app, { code: returned.searchParams.get('code') ?? '', pkce: way.pkce });
    const token = String(at(answer.body, 'access_token'));
    const own = String(at(created.body, '_links', 'confirmation', 'href'));
    const foreign = String(at(other.created.body, '_links', 'confirmation', 'href'));
    expect(await confirm(foreign, token)).toBe('401 TOKEN_INVALID');
    const further = await app.read(`/v1/consents/${id}/authorisations`, token, {
      method: 'POST',
      headers: { 'tpp-redirect-uri': back },
    });
    expect(await confirm(String(at(further.body, '_links', 'scaStatus', 'href')), token)).toBe(
      '401 TOKEN_INVALID',
    );
    const without = await app.call({ method: 'PUT', path: own, as: { kind: 'tpp', certificate: '_A' } });
    expect(shortly(without)).toBe('400 FORMAT_ERROR');
    expect(await confirm(own, token)).toBe('200 finalised');
  });
});
