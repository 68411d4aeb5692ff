import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  doubtsIn,
  foreignIban,
  linksIn,
  type PayeeSteps,
  payeeSteps,
  requested,
  slowBank,
  type TestPayee,
} from '../testing/payee-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';

let app: PaymentsTestApp;
let steps: PayeeSteps;
let payer: TestPayer;
let anna: TestPayee;
const usual = {
  isIntegrated: true,
  whenNotRequested: 'bank-page',
  isEarlierMandated: false,
  earlierValidSeconds: 900,
  inlineWaitMs: 1_500,
} as const;

beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = payeeSteps(app);
  payer = await app.payer();
  anna = await steps.payee();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.useBanks({});
  app.identity.clock.advance({ hours: 2 });
});

const confirm = (path: string, more = {}) =>
  app.send({ method: 'PUT', path: `${path}/creditor-confirmation`, ...more });
const statusOf = (path: string) => app.send({ method: 'GET', path: `${path}/status` });
const initiate = (name: string, headers: Readonly<Record<string, string>> = requested) =>
  steps.pay(payer, { iban: anna.iban, name }, { headers });

describe('a third party that asks about the payee', () => {
  test('starts the approval of a payment whose payee matches', async () => {
    const response = await initiate('Anna Schmidt');
    expect([shortly(response), response.headers['aspsp-vop-supported']]).toEqual(['201 RCVC', 'true']);
    expect([linksIn(response), doubtsIn(response)]).toEqual([
      ['startAuthorisation', 'self', 'status'],
      undefined,
    ]);
    const path = pathIn(response);
    expect(await app.approve(path, payer)).toBe('finalised');
    await app.work();
    expect(await app.statusOf(path)).toBe('ACSC');
  });

  test('is told the name of a close match, and confirms it for the payer before the approval (confirmPayee)', async () => {
    const response = await initiate('Anna Schmitt');
    expect([shortly(response), linksIn(response)]).toEqual([
      '201 RVCM',
      ['creditorNameConfirmation', 'self', 'status'],
    ]);
    expect(at(response.body, 'originalTransactionInformationAndVopStatus')).toEqual([
      {
        transactionStatus: 'RVCM',
        originalTransactionReference: {
          instructedAmount: { currency: 'EUR', amount: '12.50' },
          creditor: { name: 'Anna Schmitt' },
          creditorAccount: { iban: anna.iban },
        },
        creditorNameMatch: 'CMTC',
        matchedCreditorName: 'Anna Schmidt',
      },
    ]);
    const path = pathIn(response);
    const start = { method: 'POST', path: `${path}/authorisations` } as const;
    expect(shortly(await app.send(start))).toBe('409 STATUS_INVALID');
    expect(doubtsIn(await statusOf(path))).toEqual([['CMTC', 'Anna Schmidt']]);
    const confirmed = await confirm(path, { body: {} });
    expect([shortly(confirmed), linksIn(confirmed), confirmed.headers['x-reference-api-version']]).toEqual([
      '200 RCVC',
      ['startAuthorisation', 'self', 'status'],
      '1.3.16',
    ]);
    expect((await confirm(path)).body).toEqual(confirmed.body);
    expect(await steps.auditOf(path)).toContain('{"field":"payee-confirmed","after":"CMTC"}');
    expect(linksIn(await statusOf(path))).toEqual(['startAuthorisation', 'self', 'status']);
    expect(await app.approve(path, payer)).toBe('finalised');
    expect(shortly(await confirm(path))).toBe('409 STATUS_INVALID');
    await app.work();
    expect(await app.statusOf(path)).toBe('ACSC');
  });

  test('gets no name if none matches', async () => {
    expect(doubtsIn(await initiate('Peter Schmidt'))).toEqual([['NMTC', undefined]]);
  });

  test('gets NOAP for accounts that cannot be checked, of the dead and of the erased too', async () => {
    const [dead, erased] = [await steps.payee(), await steps.payee()];
    await app.parties.reportDeath(dead.customerNumber);
    await app.parties.erase(erased.customerNumber);
    for (const { iban } of [dead, erased, { iban: 'DE02100100109307118603' }]) {
      const response = await steps.pay(payer, { iban, name: 'Anna Schmidt' }, { headers: requested });
      expect([shortly(response), doubtsIn(response)]).toEqual(['201 RVCM', [['NOAP', undefined]]]);
    }
  });

  test('cannot confirm what needs no confirmation, what it does not know, or under another product', async () => {
    const path = pathIn(await initiate('Anna Schmidt'));
    const refused = await confirm(path);
    expect([shortly(refused), at(refused.body, 'apiClientMessages', 0, 'code')]).toEqual([
      '409 STATUS_INVALID',
      'STATUS_INVALID',
    ]);
    expect(shortly(await confirm(path, { as: '_B' }))).toBe('403 RESOURCE_UNKNOWN');
    const other = path.replace('sepa-credit-transfers', 'instant-sepa-credit-transfers');
    expect(shortly(await confirm(other))).toBe('403 PRODUCT_INVALID');
    expect(shortly(await confirm(path, { as: '_AI' }))).toBe('401 ROLE_INVALID');
    const unasked = pathIn(await initiate('Anna Schmidt', {}));
    expect(shortly(await confirm(unasked))).toBe('409 STATUS_INVALID');
  });

  test('cancels a payment that waits for the confirmation at once; one that is not confirmed expires', async () => {
    app.choose({ isCancellationApproved: true });
    const cancelled = pathIn(await initiate('Peter Schmidt'));
    expect(shortly(await app.send({ method: 'DELETE', path: cancelled }))).toBe('202 CANC');
    expect(shortly(await confirm(cancelled))).toBe('409 STATUS_INVALID');
    const expired = pathIn(await initiate('Peter Schmidt'));
    app.identity.clock.advance({ minutes: 31 });
    expect([await app.statusOf(expired), shortly(await confirm(expired))]).toEqual([
      'RJCT',
      '409 STATUS_INVALID',
    ]);
  });
});

describe('a result that is not there in time', () => {
  const slow = async () => {
    const bank = slowBank();
    app.choose({ payees: { ...usual, inlineWaitMs: 10 } });
    app.useBanks({ NL: bank.verifier });
    const payee = { iban: foreignIban, name: 'Jan Jansen' };
    const response = await steps.pay(payer, payee, { headers: requested });
    expect([shortly(response), linksIn(response), doubtsIn(response)]).toEqual([
      '201 RVNC',
      ['self', 'status'],
      undefined,
    ]);
    return { bank, path: pathIn(response) };
  };

  test.each([
    ['RCVC', { code: 'MTCH' }, ['startAuthorisation', 'self', 'status']],
    ['RVCM', { code: 'CMTC', matchedName: 'J. Jansen BV' }, ['creditorNameConfirmation', 'self', 'status']],
  ] as const)('is read with the status: %s', async (status, answer, links) => {
    const { bank, path } = await slow();
    expect(shortly(await app.send({ method: 'POST', path: `${path}/authorisations` }))).toBe(
      '409 STATUS_INVALID',
    );
    expect(shortly(await confirm(path))).toBe('409 STATUS_INVALID');
    bank.answer(answer);
    await expect.poll(() => app.statusOf(path)).toBe(status);
    const read = await statusOf(path);
    expect(linksIn(read)).toEqual(links);
  });

  test('counts as not possible after five seconds, also if it comes later', async () => {
    const { bank, path } = await slow();
    app.identity.clock.advance({ seconds: 5 });
    const read = await statusOf(path);
    expect([shortly(read), doubtsIn(read)]).toEqual(['200 RVCM', [['NOAP', undefined]]]);
    expect(shortly(await confirm(path))).toBe('200 RCVC');
    bank.answer({ code: 'MTCH' });
    await expect.poll(() => steps.auditOf(path)).toMatch(/"before":"RCVC","after":"RCVC"/);
    expect(await app.statusOf(path)).toBe('RCVC');
    expect(await app.approve(path, payer)).toBe('finalised');
  });
});

describe('without a request of the third party', () => {
  test('the payer is told by the third party after the password, where it shows the forms of the bank', async () => {
    const response = await initiate('Anna Schmitt', {});
    expect([shortly(response), doubtsIn(response)]).toEqual(['201 RCVD', undefined]);
    const started = await app.send({
      method: 'POST',
      path: `${pathIn(response)}/authorisations`,
      headers: { 'psu-id': payer.username, 'psu-accept-language': 'en' },
      body: { psuData: { password: payer.password } },
    });
    expect(at(started.body, 'originalTransactionInformationAndVopStatus')).toMatchObject({
      creditorNameMatch: 'CMTC',
      matchedCreditorName: 'Anna Schmidt',
    });
    expect(at(started.body, 'psuMessage')).toMatch(
      /Anna Schmitt is almost right.*belongs to Anna Schmidt.*refund/,
    );
  });

  test('the third party tells nothing of a payee that matches', async () => {
    const started = await app.send({
      method: 'POST',
      path: `${pathIn(await initiate('Anna Schmidt', {}))}/authorisations`,
      headers: { 'psu-id': payer.username },
      body: { psuData: { password: payer.password } },
    });
    expect([shortly(started), doubtsIn(started)]).toEqual(['201 scaMethodSelected', undefined]);
  });

  test('a bank may leave the check out, and a third party may say that it verified the payee', async () => {
    app.choose({ payees: { ...usual, whenNotRequested: 'off' } });
    expect(await steps.auditOf(pathIn(await initiate('Anna Schmitt', {})))).not.toContain('payee-check');
    app.choose({});
    const path = pathIn(await initiate('Anna Schmitt', { 'client-vop-requested': 'false' }));
    expect(await steps.auditOf(path)).toContain('{"field":"payee-check","after":"third-party"}');
  });

  test('other products are not checked, nor any where the bank does not integrate it', async () => {
    const body = { creditorAccount: { iban: anna.iban }, creditorName: 'Anna Schmitt' };
    const unchecked = await app.initiate(payer, {
      path: '/v1/payments/target-2-payments',
      headers: requested,
      body: {
        debtorAccount: { iban: payer.iban },
        instructedAmount: { currency: 'EUR', amount: '1.00' },
        ...body,
      },
    });
    expect([shortly(unchecked), unchecked.headers['aspsp-vop-supported']]).toEqual(['201 RCVD', 'false']);
    app.choose({ payees: { ...usual, isIntegrated: false } });
    const response = await initiate('Anna Schmitt');
    expect([shortly(response), response.headers['aspsp-vop-supported']]).toEqual(['201 RCVD', 'false']);
  });
});

describe('an earlier verification', () => {
  const verify = async (name: string, as: '_A' | '_B' = '_A'): Promise<string> => {
    const id = randomUUID();
    const response = await app.send({
      method: 'POST',
      path: '/v1/payee-verifications',
      as,
      headers: { 'x-request-id': id },
      body: { partyAccount: { iban: anna.iban }, party: { name } },
    });
    expect(response.status).toBe(200);
    return id;
  };
  const withEarlier = (name: string, id: string) =>
    initiate(name, { ...requested, 'client-vop-request-id': id });
  const countChecks = async (): Promise<unknown> =>
    at(
      await app.identity.database.query(
        'select count(*)::int as count from payee_verifications.verification',
      ),
      0,
      'count',
    );

  test('of the same payee is used, and none is asked for again', async () => {
    const id = await verify('Anna Schmitt');
    const before = await countChecks();
    expect(doubtsIn(await withEarlier('ANNA SCHMITT', id))).toEqual([['CMTC', 'Anna Schmidt']]);
    expect(await countChecks()).toBe(before);
  });

  test('of another payee or third party, or one that is too old, is not used', async () => {
    const id = await verify('Anna Schmitt');
    const before = Number(await countChecks());
    expect(shortly(await withEarlier('Anna Schmidt', id))).toBe('201 RCVC');
    expect(shortly(await withEarlier('Anna Schmitt', await verify('Anna Schmitt', '_B')))).toBe('201 RVCM');
    app.identity.clock.advance({ seconds: 901 });
    expect(shortly(await withEarlier('Anna Schmitt', id))).toBe('201 RVCM');
    expect(await countChecks()).toBe(before + 4);
  });

  test('is required where the bank wants it', async () => {
    app.choose({ payees: { ...usual, isEarlierMandated: true } });
    const word = { 'client-vop-requested': 'false' };
    for (const headers of [requested, { ...requested, 'client-vop-request-id': randomUUID() }, word]) {
      const refused = await initiate('Anna Schmidt', headers);
      expect([shortly(refused), at(refused.body, 'tppMessages', 0, 'path')]).toEqual([
        '400 FORMAT_ERROR',
        'Client-VOP-Request-ID',
      ]);
    }
    expect(shortly(await withEarlier('Anna Schmidt', await verify('Anna Schmidt')))).toBe('201 RCVC');
    app.choose({ payees: { ...usual, isEarlierMandated: true, earlierValidSeconds: 10 } });
    const old = await verify('Anna Schmidt');
    app.identity.clock.advance({ seconds: 11 });
    expect(shortly(await withEarlier('Anna Schmidt', old))).toBe('400 FORMAT_ERROR');
  });
});

test('names are not learned by payments: they count as verifications do, and beyond a limit the answer is NOAP', async () => {
  const { iban } = await steps.payee({ given: 'Clara', surname: 'Winter' });
  const codes: unknown[] = [];
  for (let number = 0; number < 12; number += 1)
    codes.push(
      doubtsIn(await steps.pay(payer, { iban, name: `Xqxq${number} Zzzz${number}` }, { headers: requested })),
    );
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => [['NMTC', undefined]]));
  expect(codes.slice(10)).toEqual(Array.from({ length: 2 }, () => [['NOAP', undefined]]));
  const asked = await app.send({
    method: 'POST',
    path: '/v1/payee-verifications',
    body: { partyAccount: { iban }, party: { name: 'Clara Wintre' } },
  });
  expect(asked.status).toBe(429);
});
