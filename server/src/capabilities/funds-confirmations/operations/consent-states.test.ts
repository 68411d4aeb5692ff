import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import {
  createFundsTestApp,
  type FundsTestApp,
  idIn,
  pathIn,
  requireTwoSigners,
  shortly,
} from '../testing/funds-test-app.suite.ts';
import { cleanUpFundsConfirmations } from './clean-up-funds-confirmations.ts';
import { expireConsents } from './expire-consents.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.chooseSca({});
  app.useCore(app.core.core);
});

const hours = (count: number): void => app.identity.clock.advance({ hours: count });
const minutes = (count: number): void => app.identity.clock.advance({ minutes: count });

describe('a request for a consent (createConsent)', () => {
  test('is answered with links, and read as it was sent', async () => {
    const { iban } = await app.holder();
    const terms = {
      cardExpiryDate: '2028-12-31',
      cardInformation: 'Shopping Friend debit card',
      registrationInformation: 'Contract 4711',
    };
    const response = await app.ask({ iban }, { body: { ...terms, cardNumber: '5254123456783241' } });
    expect(response.status).toBe(201);
    const path = pathIn(response);
    expect(path).toMatch(/^\/v2\/consents\/confirmation-of-funds\//);
    expect(response.headers['location']).toBe(`https://bank.test${path}`);
    expect(response.body).toMatchObject({
      consentStatus: 'received',
      _links: { startAuthorisation: { href: `${path}/authorisations` }, status: { href: `${path}/status` } },
    });
    expect((await app.send({ method: 'GET', path })).body).toEqual({
      account: { iban },
      ...terms,
      cardNumber: '525412******3241',
      consentStatus: 'received',
    });
  });

  test('is started at once, unless the third party prefers otherwise', async () => {
    app.chooseSca({ approaches: ['REDIRECT'] });
    const response = await app.ask(
      { iban: (await app.holder()).iban },
      {
        headers: {
          'tpp-redirect-uri': 'https://a.tpp.test/back',
          'tpp-explicit-authorisation-preferred': 'false',
          'tpp-redirect-preferred': 'true',
        },
      },
    );
    expect(Object.keys(Object(at(response.body, '_links')))).toContain('scaRedirect');
  });

  test('about an account that is unknown or closed is refused with the same bytes', async () => {
    const closed = await app.holder(0);
    await app.core.changeStatus(closed.accountId, 'closed');
    const answers = [await app.ask({ iban: closed.iban }), await app.ask({ iban: 'DE02100100109307118603' })];
    expect(answers.map(shortly)).toEqual(Array(2).fill('400 FORMAT_ERROR'));
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(shortly(await app.ask({}))).toBe('400 FORMAT_ERROR');
    expect(shortly(await app.ask({ iban: closed.iban, currency: 'JPY' }))).toBe('400 FORMAT_ERROR');
    expect(shortly(await app.ask({ msisdn: '49170' }))).toBe('400 FORMAT_ERROR');
  });

  test('without a customer is refused where the bank wants to know it, and ignored where it does not', async () => {
    const { iban, username } = await app.holder();
    app.choose({ isCustomerMandated: true });
    expect(shortly(await app.ask({ iban }))).toBe('400 FORMAT_ERROR');
    expect(shortly(await app.ask({ iban }, { headers: { 'psu-id': username } }))).toBe('201 received');
    app.choose({ isCustomerIgnored: true });
    expect(shortly(await app.ask({ iban }, { headers: { 'psu-id': 'nobody.here' } }))).toBe('201 received');
  });

  test('cannot be accepted while the core is away', async () => {
    const { iban } = await app.holder();
    app.useCore({
      ...app.core.core,
      findAccounts: () => Promise.reject(new CoreFailure('not-sent', 'away')),
    });
    expect((await app.ask({ iban })).status).toBe(503);
  });

  test('under a used X-Request-ID is answered as before', async () => {
    const { iban } = await app.holder();
    const headers = { 'x-request-id': '01a1dcbf-fdb1-4d5d-b669-60821bd68459' };
    const [first, second] = [await app.ask({ iban }, { headers }), await app.ask({ iban }, { headers })];
    expect(pathIn(second)).toBe(pathIn(first));
  });
});

describe('an address to return to', () => {
  test.each([
    ['https://a.tpp.test/back', 201],
    ['https://shop.a.tpp.test/back', 201],
    ['https://stranger.test/back', 400],
    ['https://a.tpp.test.stranger.test/back', 400],
    ['https://deep.shop.a.tpp.test/back', 400],
  ])('%s must be in the domain of the certificate, whatever the bank chose: %s', async (uri, status) => {
    const { iban } = await app.holder();
    const created = await app.ask({ iban }, { headers: { 'tpp-redirect-uri': uri } });
    expect(created.status).toBe(status);
    const nok = { 'tpp-redirect-uri': 'https://a.tpp.test/back', 'tpp-nok-redirect-uri': uri };
    expect((await app.ask({ iban }, { headers: nok })).status).toBe(status);
    const path = pathIn(await app.ask({ iban }));
    const started = await app.send({
      method: 'POST',
      path: `${path}/authorisations`,
      headers: { 'tpp-redirect-uri': uri },
    });
    expect(started.status).toBe(status);
  });

  test('is needed where the customer approves on pages of the bank', async () => {
    app.chooseSca({ approaches: ['REDIRECT'] });
    const { iban } = await app.holder();
    const headers = { 'tpp-explicit-authorisation-preferred': 'false' };
    expect(shortly(await app.ask({ iban }, { headers }))).toBe('400 FORMAT_ERROR');
  });
});

describe('a consent that the customer approves', () => {
  test('is valid without an end, and replaces no other one', async () => {
    const holder = await app.holder();
    const [first, second] = [await app.valid(holder), await app.valid(holder)];
    hours(24 * 800);
    await expireConsents(app.context());
    expect([await app.statusOf(first), await app.statusOf(second)]).toEqual(['valid', 'valid']);
  });

  test('cannot be approved again, or by a customer who does not hold the account', async () => {
    const [holder, otherCustomer] = [await app.holder(), await app.customer()];
    const path = pathIn(await app.ask({ iban: holder.iban }));
    expect(await app.approve(path, otherCustomer)).toBe('403 SERVICE_BLOCKED');
    expect(await app.approve(path, holder)).toBe('finalised');
    expect(await app.approve(path, holder)).toContain('409');
  });

  test('to a joint account is approved by each holder alone', async () => {
    const [one, other] = [await app.customer(), await app.customer()];
    const joint = await app.openAccount({ owner: one.customerNumber, coHolders: [other.customerNumber] });
    for (const customer of [one, other]) {
      const path = pathIn(await app.ask({ iban: joint.iban }));
      expect(await app.approve(path, customer)).toBe('finalised');
      expect(await app.statusOf(path)).toBe('valid');
    }
  });
});

test('a consent without an approval is rejected after its time, whether or not a job was there', async () => {
  const holder = await app.holder();
  const path = pathIn(await app.ask({ iban: holder.iban }));
  minutes(29);
  expect(await app.statusOf(path)).toBe('received');
  minutes(1);
  expect(await app.statusOf(path)).toBe('rejected');
  expect(await app.approve(path, holder)).toContain('403');
  expect(await expireConsents(app.context())).toBeGreaterThanOrEqual(1);
  expect(await app.statusOf(path)).toBe('rejected');
  hours(24 * 730);
  await cleanUpFundsConfirmations(app.context());
  expect(await app.statusOf(path)).toBe('rejected');
  hours(48);
  await cleanUpFundsConfirmations(app.context());
  expect(shortly(await app.send({ method: 'GET', path }))).toBe('403 CONSENT_UNKNOWN');
});

describe('two signers', () => {
  test('must both approve; the first cannot approve twice', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSigners(app, holder, second);
    const asked = await app.ask(
      { iban: holder.iban },
      { headers: { 'tpp-explicit-authorisation-preferred': 'false' } },
    );
    expect(Object.keys(Object(at(asked.body, '_links')))).toEqual(['startAuthorisation', 'self', 'status']);
    const path = pathIn(asked);
    expect(await app.approve(path, holder)).toBe('finalised');
    expect(await app.statusOf(path)).toBe('partiallyAuthorised');
    minutes(2);
    expect(await app.approve(path, holder)).toBe('409 STATUS_INVALID');
    expect(await app.statusOf(path)).toBe('partiallyAuthorised');
    hours(24);
    expect(await app.approve(path, second)).toBe('finalised');
    expect(await app.statusOf(path)).toBe('valid');
  });

  test('who are not both there in time leave a rejected consent, and a deleted one takes no signature', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSigners(app, holder, second);
    const [late, deleted] = [
      pathIn(await app.ask({ iban: holder.iban })),
      pathIn(await app.ask({ iban: holder.iban })),
    ];
    for (const path of [late, deleted]) expect(await app.approve(path, holder)).toBe('finalised');
    expect((await app.send({ method: 'DELETE', path: deleted })).status).toBe(204);
    expect(await app.approve(deleted, second)).toContain('409');
    hours(24 * 15);
    expect([await app.statusOf(late), await app.statusOf(deleted)]).toEqual(['rejected', 'terminatedByTpp']);
  });
});

describe('a third party (getConsent, getConsentStatus, deleteConsent)', () => {
  test('ends its consent at any time, also twice', async () => {
    const holder = await app.holder();
    const open = pathIn(await app.ask({ iban: holder.iban }));
    const used = await app.valid(holder);
    for (const path of [open, used, used]) {
      expect((await app.send({ method: 'DELETE', path })).status).toBe(204);
      expect(await app.statusOf(path)).toBe('terminatedByTpp');
    }
  });

  test.each(['GET', 'DELETE'] as const)(
    'gets the same answer to %s for a foreign and an unknown one',
    async (method) => {
      const path = pathIn(await app.ask({ iban: (await app.holder()).iban }));
      const unknown = path.replace(idIn(path), '01a1dcbf-fdb1-7d5d-b669-60821bd6845c');
      const answers = await Promise.all(
        [path, unknown, path.replace(idIn(path), 'x')].map((one) =>
          app.send({ method, path: one, as: '_B' }),
        ),
      );
      expect(answers.map(shortly)).toEqual(Array(3).fill('403 CONSENT_UNKNOWN'));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      const status = await app.send({ method: 'GET', path: `${path}/status`, as: '_B' });
      expect(shortly(status)).toBe('403 CONSENT_UNKNOWN');
    },
  );

  test('needs the role of an issuer of cards', async () => {
    const { iban } = await app.holder();
    expect(shortly(await app.ask({ iban }, { as: '_PI' }))).toBe('401 ROLE_INVALID');
    expect(shortly(await app.ask({ iban }, { as: '_IC' }))).toBe('201 received');
  });
});
