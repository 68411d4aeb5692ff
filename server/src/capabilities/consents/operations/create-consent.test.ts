import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  shortly,
  type TestHolder,
} from '../testing/consents-test-app.suite.ts';

let app: ConsentsTestApp;
let holder: TestHolder;
beforeAll(async () => {
  app = await createConsentsTestApp();
  holder = await app.holder();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.chooseSca({});
  app.useCore(app.core.core);
});

const dayIn = (days: number): string =>
  app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days }).toString();

describe('a consent', () => {
  test('is received, and links to its approval', async () => {
    const response = await app.ask(allOf(holder));
    expect([response.status, response.headers['location']]).toEqual([
      201,
      expect.stringContaining('/v1/consents/'),
    ]);
    expect(response.body).toEqual({
      consentStatus: 'received',
      consentId: expect.any(String),
      _links: {
        startAuthorisation: { href: `${pathIn(response)}/authorisations` },
        self: { href: pathIn(response) },
        status: { href: `${pathIn(response)}/status` },
      },
    });
  });

  test('starts its approval at once by a redirect', async () => {
    app.chooseSca({ approaches: ['REDIRECT'] });
    const response = await app.ask(allOf(holder), {
      headers: {
        'tpp-redirect-uri': 'https://a.tpp.test/back',
        'tpp-explicit-authorisation-preferred': 'false',
        'psu-id': holder.username,
      },
    });
    expect(Object.keys(Object(at(response.body, '_links')))).toEqual([
      'scaRedirect',
      'scaStatus',
      'self',
      'status',
    ]);
    expect(response.headers['aspsp-sca-approach']).toBe('REDIRECT');
  });

  test('takes the flag and the number of the specification as texts', async () => {
    const body = { recurringIndicator: 'false', frequencyPerDay: '4', combinedServiceIndicator: 'false' };
    const path = pathIn(await app.ask(allOf(holder), { body }));
    expect((await app.send({ method: 'GET', path })).body).toMatchObject({
      recurringIndicator: false,
      frequencyPerDay: 1,
    });
  });

  test('is read as the bank granted it', async () => {
    const { iban } = holder;
    const body = { validUntil: '9999-12-31', frequencyPerDay: 99, purpose: 'A household book.' };
    const path = pathIn(await app.ask({ balances: [{ iban, currency: 'EUR' }] }, { body }));
    expect((await app.send({ method: 'GET', path })).body).toEqual({
      access: { balances: [{ iban, currency: 'EUR' }] },
      recurringIndicator: true,
      validUntil: dayIn(180),
      frequencyPerDay: 4,
      lastActionDate: dayIn(0),
      consentStatus: 'received',
      _links: { self: { href: path } },
    });
  });

  test('of the last day is valid on that day', async () => {
    const path = pathIn(await app.ask(allOf(holder), { body: { validUntil: dayIn(0) } }));
    expect(await app.approve(path, holder)).toBe('finalised');
    expect(await app.statusOf(path)).toBe('valid');
  });

  test('with cards never keeps or returns a whole number', async () => {
    await app.core.openAccount({
      kind: 'card',
      maskedPan: '525412******3241',
      owner: holder.customerNumber,
    });
    const path = pathIn(await app.ask({ accounts: [{ pan: '5254123456783241' }] }));
    expect(await app.approve(path, holder)).toBe('finalised');
    const { body, text } = await app.send({ method: 'GET', path });
    expect(body).toMatchObject({
      access: { accounts: [{ pan: '525412******3241' }] },
      _links: { 'card-account': { href: '/v1/card-accounts' } },
    });
    expect(text).not.toContain('5254123456783241');
  });

  test('may include the names of owners where the bank tells them', async () => {
    const access = { ...allOf(holder), additionalInformation: { ownerName: [] } };
    const withoutNames = await app.send({ method: 'GET', path: pathIn(await app.ask(access)) });
    expect(at(withoutNames.body, 'access')).not.toHaveProperty('additionalInformation');
    app.choose({ areOwnerNamesDisclosed: true });
    const withNames = await app.send({ method: 'GET', path: pathIn(await app.ask(access)) });
    expect(at(withNames.body, 'access', 'additionalInformation')).toEqual({
      ownerName: [{ iban: holder.iban }],
    });
    const second = await app.openAccount({ owner: holder.customerNumber });
    const one = {
      accounts: [{ iban: holder.iban }, { iban: second.iban }],
      additionalInformation: { ownerName: [{ iban: second.iban }] },
    };
    const ofOne = await app.send({ method: 'GET', path: pathIn(await app.ask(one)) });
    expect(at(ofOne.body, 'access', 'additionalInformation')).toEqual({ ownerName: [{ iban: second.iban }] });
    const flag = await app.send({
      method: 'GET',
      path: pathIn(await app.ask({ allPsd2: 'allAccountsWithOwnerName' })),
    });
    expect(at(flag.body, 'access')).toEqual({ allPsd2: 'allAccountsWithOwnerName' });
  });
});

describe('what cannot be accepted', () => {
  test.each([
    ['no access', {}, '/access'],
    ['two models', { allPsd2: 'allAccounts', availableAccounts: 'allAccounts' }, '/access'],
    ['an account without a name', { accounts: [{}] }, '/access/accounts/0'],
    ['an account of another bank', { accounts: [{ iban: 'DE89370400440532013000' }] }, '/access/accounts/0'],
  ])('is %s: FORMAT_ERROR at its place', async (_, access, path) => {
    const response = await app.ask(access);
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
    expect(at(response.body, 'tppMessages', 0, 'path')).toBe(path);
  });

  test.each([
    [{ recurringIndicator: 'yes' }, '/recurringIndicator'],
    [{ frequencyPerDay: 4.5 }, '/frequencyPerDay'],
    [{ frequencyPerDay: '0' }, '/frequencyPerDay'],
    [{ frequencyPerDay: 0 }, '/frequencyPerDay'],
    [{ validUntil: '2026-02-30' }, '/validUntil'],
    [{ validUntil: '2020-01-01' }, '/validUntil'],
    [{ access: [] }, '/access'],
  ])('is %j', async (body, path) => {
    const response = await app.ask(allOf(holder), { body });
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
    expect(at(response.body, 'tppMessages', 0, 'path')).toBe(path);
  });

  test('is an account that is closed, or without the currency', async () => {
    const closed = await app.openAccount({ owner: holder.customerNumber });
    await app.core.changeStatus(closed.accountId, 'closed');
    const response = await app.ask({
      accounts: [{ iban: closed.iban }, { iban: holder.iban }],
      balances: [{ iban: holder.iban, currency: 'USD' }],
    });
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
    expect([0, 1].map((index) => at(response.body, 'tppMessages', index, 'path'))).toEqual([
      '/access/accounts/0',
      '/access/balances/0',
    ]);
  });

  test('are accounts that no customer holds together', async () => {
    const other = await app.holder();
    const response = await app.ask({ accounts: [{ iban: holder.iban }, { iban: other.iban }] });
    expect([shortly(response), response.text]).toEqual([
      '400 FORMAT_ERROR',
      expect.stringContaining('No customer holds all'),
    ]);
  });

  test.each([
    ['everything', { allPsd2: 'allAccounts' }],
    ['the list of accounts', { availableAccounts: 'allAccounts' }],
    ["accounts of the customer's choice", { accounts: [] }],
  ])('is %s where the bank does not offer it: SERVICE_INVALID', async (_, access) => {
    app.choose({ models: new Set(['detailed']) });
    expect(shortly(await app.ask(access))).toBe('400 SERVICE_INVALID');
  });

  test('is a choice of accounts at the third party: SERVICE_INVALID', async () => {
    app.chooseSca({ approaches: ['EMBEDDED'] });
    expect(shortly(await app.ask({ accounts: [] }))).toBe('400 SERVICE_INVALID');
  });

  test('is a redirect without an address to return to', async () => {
    app.chooseSca({ approaches: ['REDIRECT'] });
    const headers = { 'tpp-explicit-authorisation-preferred': 'false' };
    expect(shortly(await app.ask(allOf(holder), { headers }))).toBe('400 FORMAT_ERROR');
  });

  test('is a session with payments, unless the bank offers it', async () => {
    const body = { combinedServiceIndicator: true };
    expect(shortly(await app.ask(allOf(holder), { body }))).toBe('400 SESSIONS_NOT_SUPPORTED');
    app.choose({ areSessionsSupported: true });
    expect(shortly(await app.ask(allOf(holder), { body }))).toBe('201 received');
  });

  test('is a request without the customer where the bank wants it', async () => {
    app.choose({ isCustomerMandated: true });
    expect(shortly(await app.ask(allOf(holder)))).toBe('400 FORMAT_ERROR');
    expect(shortly(await app.ask(allOf(holder), { headers: { 'psu-id': 'anna' } }))).toBe('201 received');
  });

  test('is anything while the core is away', async () => {
    app.useCore({
      ...app.core.core,
      findAccounts: () => Promise.reject(new CoreFailure('not-sent', 'unreachable')),
    });
    expect((await app.ask(allOf(holder))).status).toBe(503);
    // Nothing has to be looked up for all accounts of a customer.
    expect(shortly(await app.ask({ allPsd2: 'allAccounts' }))).toBe('201 received');
  });
});
