import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { endMandate } from '#capabilities/party/index.ts';
import { at } from '#platform/testing/json-at.ts';
import {
  createFundsTestApp,
  type FundsTestApp,
  idIn,
  pathIn,
  shortly,
  type TestHolder,
} from '../testing/funds-test-app.suite.ts';
import { endConsentsOfUser } from './end-consents-of-user.ts';
import { expireConsents } from './expire-consents.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.useCore(app.core.core);
});

const minutes = (count: number): void => app.identity.clock.advance({ minutes: count });
const under = (path: string) => ({ headers: { 'consent-id': idIn(path) } });
const unknownId = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';

describe('a question (confirmFunds)', () => {
  test('is answered with yes or no, and with nothing else', async () => {
    const holder = await app.holder(100);
    const path = await app.valid(holder);
    const yes = await app.confirm({ iban: holder.iban }, '100.00', under(path));
    expect([yes.status, yes.body]).toEqual([200, { fundsAvailable: true }]);
    const no = await app.confirm({ iban: holder.iban }, '100.01', under(path));
    expect([no.status, no.body]).toEqual([200, { fundsAvailable: false }]);
    expect(Object.keys(no.headers).toSorted()).toEqual(Object.keys(yes.headers).toSorted());
  });

  test('finds its agreement by the third party and the account, and reserves nothing', async () => {
    const holder = await app.holder(100);
    await app.valid(holder);
    const before = await app.core.core.balancesOf(holder.accountId);
    expect(shortly(await app.confirm({ iban: holder.iban }, '60.00'))).toBe('200 true');
    expect(shortly(await app.confirm({ iban: holder.iban }, '61.00'))).toBe('200 true');
    expect(await app.core.core.balancesOf(holder.accountId)).toEqual(before);
  });

  test('of a third party without the role, or about a consent of another one, is refused', async () => {
    const holder = await app.holder();
    const path = await app.valid(holder);
    const account = { iban: holder.iban };
    expect(shortly(await app.confirm(account, '1.00', { as: '_AI' }))).toBe('401 ROLE_INVALID');
    expect(shortly(await app.confirm(account, '1.00', { as: '_IC' }))).toBe('400 NO_PIIS_ACTIVATION');
    const foreign = await app.confirm(account, '1.00', { as: '_B', ...under(path) });
    const unknown = await app.confirm(account, '1.00', { headers: { 'consent-id': unknownId } });
    const malformed = await app.confirm(account, '1.00', { headers: { 'consent-id': "' or 1=1" } });
    expect([foreign, unknown, malformed].map(shortly)).toEqual(Array(3).fill('400 CONSENT_UNKNOWN'));
    expect(new Set([foreign, unknown, malformed].map(({ text }) => text)).size).toBe(1);
  });

  test('needs a consent that counts at this moment', async () => {
    const holder = await app.holder();
    const account = { iban: holder.iban };
    const asked = pathIn(await app.ask(account));
    expect(shortly(await app.confirm(account, '1.00', under(asked)))).toBe('401 CONSENT_INVALID');
    expect(shortly(await app.confirm(account, '1.00'))).toBe('400 NO_PIIS_ACTIVATION');
    const path = await app.valid(holder);
    expect(shortly(await app.confirm(account, '1.00', under(path)))).toBe('200 true');
    await app.send({ method: 'DELETE', path });
    expect(shortly(await app.confirm(account, '1.00', under(path)))).toBe('401 CONSENT_EXPIRED');
    expect(shortly(await app.confirm(account, '1.00'))).toBe('400 NO_PIIS_ACTIVATION');
    minutes(31);
    expect(shortly(await app.confirm(account, '1.00', under(asked)))).toBe('401 CONSENT_EXPIRED');
  });

  test('about another account than that of the consent is refused', async () => {
    const [holder, other] = [await app.holder(), await app.holder()];
    const path = await app.valid(holder);
    expect(shortly(await app.confirm({ iban: other.iban }, '1.00', under(path)))).toBe('401 CONSENT_INVALID');
  });

  test('under a mandate that has ended is refused', async () => {
    const [holder, proxy] = [await app.holder(), await app.customer()];
    await app.grantMandate(holder.customerNumber, proxy.customerNumber);
    const path = pathIn(await app.ask({ iban: holder.iban }));
    expect(await app.approve(path, proxy)).toBe('finalised');
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00', under(path)))).toBe('200 true');
    await endMandate(
      { ...app.identity.context(), ...app.identity.ports.authorization.correspondence.party },
      {
        principal: holder.customerNumber,
        proxy: proxy.customerNumber,
        employeeId: 'e-1',
        reason: 'letter',
      },
    );
    app.identity.clock.advance({ hours: 1 });
    expect(shortly(await app.confirm({ iban: holder.iban }, '2.00', under(path)))).toBe(
      '401 CONSENT_INVALID',
    );
    expect(shortly(await app.confirm({ iban: holder.iban }, '2.00'))).toBe('400 NO_PIIS_ACTIVATION');
  });

  test('of a joint holder whom the core removed is refused, and another one agrees anew', async () => {
    const [one, other] = [await app.customer(), await app.customer()];
    const joint = await app.openAccount({ owner: one.customerNumber, coHolders: [other.customerNumber] });
    await app.core.receive(joint.accountId, { minor: 10_000n, currency: 'EUR' });
    const account = { iban: joint.iban };
    const path = pathIn(await app.ask(account));
    expect(await app.approve(path, other)).toBe('finalised');
    expect(shortly(await app.confirm(account, '1.00', under(path)))).toBe('200 true');
    app.changeHolders(joint.accountId, [one.customerNumber]);
    expect(shortly(await app.confirm(account, '1.00', under(path)))).toBe('401 CONSENT_INVALID');
    expect(shortly(await app.confirm(account, '1.00'))).toBe('400 NO_PIIS_ACTIVATION');
    minutes(1);
    const own = await app.valid({ ...one, ...joint });
    expect(shortly(await app.confirm(account, '1.00', under(own)))).toBe('200 true');
    expect(shortly(await app.confirm(account, '1.00'))).toBe('200 true');
    expect(shortly(await app.confirm(account, '1.00', under(path)))).toBe('401 CONSENT_INVALID');
  });

  test('about an account number that now names another account is refused', async () => {
    const [holder, other] = [await app.holder(), await app.holder()];
    const path = await app.valid(holder);
    const { core } = app.core;
    app.useCore({
      ...core,
      findAccounts: async (references) => {
        const found = await core.findAccounts(references);
        return new Map([...found].map(([key, known]) => [key, { ...known, accountId: other.accountId }]));
      },
    });
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00', under(path)))).toBe(
      '401 CONSENT_INVALID',
    );
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00'))).toBe('400 NO_PIIS_ACTIVATION');
  });

  test('of a customer who was merged counts before its consent has followed', async () => {
    const [holder, survivor] = [await app.holder(), await app.customer()];
    const path = await app.valid(holder);
    await app.parties.merge(holder.customerNumber, survivor.customerNumber);
    app.changeHolders(holder.accountId, [survivor.customerNumber]);
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00', under(path)))).toBe('200 true');
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00'))).toBe('200 true');
  });

  test('while the core is away is a 503, and can be repeated', async () => {
    const holder = await app.holder(10);
    const path = await app.valid(holder);
    const away = (): Promise<never> => Promise.reject(new CoreFailure('not-sent', 'away'));
    app.useCore({ ...app.core.core, hasFunds: away, findAccounts: away });
    const account = { iban: holder.iban };
    const answers = [await app.confirm(account, '5.00', under(path)), await app.confirm(account, '5.00')];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [503, ''],
      [503, ''],
    ]);
    app.useCore(app.core.core);
    expect(shortly(await app.confirm(account, '5.00', under(path)))).toBe('200 true');
  });
});

describe('accounts that are unknown, closed, or of which nothing was agreed', () => {
  test('are answered with the same bytes', async () => {
    const [foreign, closed, otherParty] = [await app.holder(), await app.holder(0), await app.holder()];
    await app.core.changeStatus(closed.accountId, 'closed');
    const elsewhere = pathIn(await app.ask({ iban: otherParty.iban }, { as: '_B' }));
    expect((await app.send({ method: 'GET', path: elsewhere, as: '_B' })).status).toBe(200);
    const unknown = 'DE02100100109307118603';
    const ibans = [foreign.iban, closed.iban, otherParty.iban, unknown];
    const answers = await Promise.all(ibans.map((iban) => app.confirm({ iban }, '1.00')));
    expect(answers.map(shortly)).toEqual(Array(4).fill('400 NO_PIIS_ACTIVATION'));
    const shown = answers.map(({ headers, text }) => [text, headers['content-length']]);
    expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('an account that was closed after the consent has no funds', async () => {
    const holder = await app.holder(0);
    const path = await app.valid(holder);
    await app.core.changeStatus(holder.accountId, 'closed');
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00', under(path)))).toBe('200 false');
  });
});

describe('cards and currencies', () => {
  test('a card must be that of the agreement, where it has one', async () => {
    const holder = await app.holder();
    const account = { iban: holder.iban };
    const path = await app.valid(holder, { body: { cardNumber: '5254 1234 5678 3241' } });
    const read = await app.send({ method: 'GET', path });
    expect(at(read.body, 'cardNumber')).toBe('525412******3241');
    const ask = (cardNumber: string, more: object = under(path)) =>
      app.confirm(account, '1.00', { ...more, body: { cardNumber } });
    expect(shortly(await ask('5254123456783241'))).toBe('200 true');
    expect(shortly(await ask('525412******3241', {}))).toBe('200 true');
    expect(shortly(await ask('5254123456789999'))).toBe('400 CARD_INVALID');
    expect(shortly(await ask('5254123456789999', {}))).toBe('400 CARD_INVALID');
    const other = await app.holder();
    const cardless = await app.valid(other);
    const ignored = await app.confirm({ iban: other.iban }, '1.00', {
      ...under(cardless),
      body: { cardNumber: '5254123456789999' },
    });
    expect(shortly(ignored)).toBe('200 true');
  });

  test('without a currency the default sub-account is meant, with one that sub-account', async () => {
    const customer = await app.customer();
    const { accountId, iban } = await app.openAccount({
      owner: customer.customerNumber,
      currencies: ['EUR', 'USD'],
    });
    await app.core.receive(accountId, { minor: 10_000n, currency: 'USD' });
    const holder: TestHolder = { ...customer, accountId, iban };
    const ofDefault = await app.valid(holder);
    expect(at((await app.send({ method: 'GET', path: ofDefault })).body, 'account')).toEqual({
      iban,
      currency: 'EUR',
    });
    const dollars = { instructedAmount: { currency: 'USD', amount: '50.00' } };
    expect(shortly(await app.confirm({ iban }, '50.00'))).toBe('200 false');
    expect(shortly(await app.confirm({ iban, currency: 'USD' }, '', { body: dollars }))).toBe(
      '400 NO_PIIS_ACTIVATION',
    );
    const underDefault = { ...under(ofDefault), body: dollars };
    expect(shortly(await app.confirm({ iban, currency: 'USD' }, '', underDefault))).toBe(
      '401 CONSENT_INVALID',
    );
    expect(shortly(await app.confirm({ iban }, '', underDefault))).toBe('400 FORMAT_ERROR');
    minutes(61);
    const cardNumber = '525412******3241';
    const usd = await app.ask({ iban, currency: 'USD' }, { body: { cardNumber } });
    expect(await app.approve(pathIn(usd), customer)).toBe('finalised');
    expect(shortly(await app.confirm({ iban, currency: 'USD' }, '', { body: dollars }))).toBe('200 true');
    // The card is registered to a sub-account.
    expect(shortly(await app.confirm({ iban }, '', { body: { ...dollars, cardNumber } }))).toBe('200 true');
  });
});

describe('a body that is hostile', () => {
  const iban = 'DE02100100109307118603';
  const money = { currency: 'EUR', amount: '1.00' };
  test.each([
    ['no account', { account: {} }],
    ['two identifiers', { account: { iban, msisdn: '49170123' } }],
    ['an identifier that the bank does not know', { account: { msisdn: '49170123' } }],
    ['a negative amount', { instructedAmount: { currency: 'EUR', amount: '-1.00' } }],
    ['nothing', { instructedAmount: { currency: 'EUR', amount: '0.00' } }],
    ['too many decimals', { instructedAmount: { currency: 'EUR', amount: '1.001' } }],
    ['an unknown currency', { instructedAmount: { currency: 'XXQ', amount: '1.00' } }],
    ['a number for text', { instructedAmount: { currency: 'EUR', amount: 1 } }],
    ['an unknown member', { balance: true, instructedAmount: money }],
    ['an endless card', { cardNumber: '5'.repeat(36) }],
    ['a card without anything', { cardNumber: '' }],
    ['a list', { account: [] }],
  ])('with %s is refused', async (_, body) => {
    const response = await app.confirm({ iban }, '1.00', { body });
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
  });

  test('with signs that no text has is refused or answered, and never fails', async () => {
    for (const text of ['\u0000', '\ud800', '\u202e', '💳', "'; drop table x"]) {
      const card = await app.confirm({ iban }, '1.00', { body: { cardNumber: text, payee: text } });
      expect([text, card.status]).toEqual([text, 400]);
    }
  });
});

describe('who may make consents', () => {
  test('a bank without confirmations answers every question as one without an agreement', async () => {
    const holder = await app.holder();
    const path = await app.valid(holder);
    app.choose({ origin: undefined });
    expect(shortly(await app.ask({ iban: holder.iban }))).toBe('400 SERVICE_INVALID');
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00'))).toBe('400 NO_PIIS_ACTIVATION');
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00', under(path)))).toBe(
      '401 CONSENT_INVALID',
    );
    // What exists can still be read and deleted.
    expect(await app.statusOf(path)).toBe('valid');
    expect((await app.send({ method: 'DELETE', path })).status).toBe(204);
  });

  test('a bank with its own agreements takes none from third parties', async () => {
    const holder = await app.holder();
    const path = await app.valid(holder);
    app.choose({ origin: 'bank' });
    expect(shortly(await app.ask({ iban: holder.iban }))).toBe('400 SERVICE_INVALID');
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00', under(path)))).toBe(
      '401 CONSENT_INVALID',
    );
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00'))).toBe('400 NO_PIIS_ACTIVATION');
  });
});

test('the days of questions are kept, one row a day', async () => {
  const holder = await app.holder(100);
  const path = await app.valid(holder);
  for (const amount of ['1.00', '2.00']) await app.confirm({ iban: holder.iban }, amount, under(path));
  const rows = await app.identity.database.query(
    'select from funds_confirmations.asked_day where consent_id = $1',
    [idIn(path)],
  );
  expect(rows).toHaveLength(1);
  await endConsentsOfUser(app.context(), {
    id: unknownId,
    name: 'user-closed',
    version: 1,
    occurredAt: app.identity.clock.now().toString(),
    aggregateKind: 'user',
    aggregateId: holder.userId,
    sequence: 1,
    data: {},
  });
  expect(shortly(await app.confirm({ iban: holder.iban }, '1.00', under(path)))).toBe('401 CONSENT_INVALID');
  await expireConsents(app.context());
});
