import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type BasketsTestApp,
  createBasketsTestApp,
  idOf,
  openApprovalPage,
  paymentFrom,
  requireTwoSignatures,
  shortly,
  type TestCustomer,
  type TestHolder,
} from '../testing/baskets-test-app.suite.ts';

let app: BasketsTestApp;
beforeAll(async () => {
  app = await createBasketsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.chooseSca({ approaches: ['EMBEDDED', 'REDIRECT', 'DECOUPLED'] }));

const statuses = (paths: readonly string[]): Promise<readonly unknown[]> =>
  Promise.all(paths.map((path) => app.statusOf(path)));

/** Starts an authorisation up to its code. */
async function atCode(path: string, customer: TestCustomer) {
  app.identity.clock.advance({ minutes: 1 });
  const started = await app.send({
    method: 'POST',
    path: `${path}/authorisations`,
    headers: { 'psu-id': customer.username },
    body: { psuData: { password: customer.password } },
  });
  const own = `${path}/authorisations/${String(at(started.body, 'authorisationId'))}`;
  const { code } = await app.identity.newestCode(customer.userId);
  return {
    started,
    sca: async () => at((await app.send({ method: 'GET', path: own })).body, 'scaStatus'),
    sign: () => app.send({ method: 'PUT', path: own, body: { scaAuthenticationData: code } }),
  };
}

async function signaturesOf({ userId }: TestCustomer): Promise<number> {
  const [row] = await app.identity.database.query<{ count: number }>(
    `select count(*)::int as count from "authorization".signature where user_id = $1`,
    [userId],
  );
  return row?.count ?? 0;
}

/** Returns the text that the newest code of a customer was sent with. */
async function newestText({ userId }: TestCustomer): Promise<string> {
  const { database, newestCode, ports } = app.identity;
  const { verificationId } = await newestCode(userId);
  const [row] = await database.query<{ sealed_text: Buffer }>(
    `select sealed_text from "authorization".otp_verification where verification_id = $1`,
    [verificationId],
  );
  const { authorizationVault } = ports.authorization;
  return JSON.stringify(authorizationVault.openText('01', verificationId, row?.sealed_text ?? Buffer.of()));
}

/** A bulk to one account under several names; the bank verifies its payees for its page. */
function bulkOf(holder: TestHolder, to: { readonly iban: string; readonly names: readonly string[] }) {
  const payments = to.names.map((creditorName) => {
    const { debtorAccount: _, ...entry } = paymentFrom(holder.iban, {
      instructedAmount: { currency: 'EUR', amount: '1.00' },
      creditorAccount: { iban: to.iban },
      creditorName,
    });
    return entry;
  });
  return {
    isPayeeTold: false as const,
    path: '/v1/bulk-payments/sepa-credit-transfers',
    body: { debtorAccount: { iban: holder.iban }, payments },
  };
}

async function threeOf(holder: TestHolder): Promise<readonly [string, string, string]> {
  return [await app.pay(holder), await app.pay(holder), await app.ask(holder)];
}

describe('one proof', () => {
  test('authorises every member of a basket, each by a signature of its own', async () => {
    const holder = await app.holder();
    const members = await threeOf(holder);
    const basket = await app.group(...members);
    expect(await app.approve(basket, holder)).toBe('finalised');
    expect(await app.statusOf(basket)).toBe('ACTC');
    expect(await statuses(members)).toEqual(['ACTC', 'ACTC', 'valid']);
    expect(await signaturesOf(holder)).toBe(3);
    for (const path of [basket, ...members])
      expect(shortly(await app.send({ method: 'POST', path: `${path}/authorisations` }))).toBe(
        '409 STATUS_INVALID',
      );
    expect(shortly(await app.send({ method: 'DELETE', path: basket }))).toBe('409 STATUS_INVALID');
    expect(shortly(await app.create({ paymentIds: [idOf(members[0])] }))).toBe(
      '409 REFERENCE_STATUS_INVALID',
    );
  });

  test('over consents alone moves no money, and authorises them', async () => {
    const holder = await app.holder();
    const members = [
      await app.ask(holder),
      await app.ask(holder, { recurringIndicator: false, frequencyPerDay: 1 }),
    ];
    const basket = await app.group(...members);
    expect(await app.approve(basket, holder)).toBe('finalised');
    expect(await statuses([basket, ...members])).toEqual(['ACTC', 'valid', 'valid']);
  });

  test('of a page shows every member with the result of its payee, and authorises what it shows', async () => {
    const holder = await app.holder();
    const { customerNumber } = await app.parties.person({ 'given-name': 'Anna', surname: 'Schmidt' });
    const { iban } = await app.openAccount({ owner: customerNumber });
    const to = (creditorName: string) => ({
      isPayeeTold: false as const,
      body: paymentFrom(holder.iban, { creditorAccount: { iban }, creditorName }),
    });
    const members = [await app.pay(holder, to('Anna Schmidt')), await app.pay(holder, to('Anna Schmitt'))];
    const basket = await app.group(...members);
    // The third party cannot show two results, so the approval is moved to the page of the bank.
    const started = await app.send({
      method: 'POST',
      path: `${basket}/authorisations`,
      headers: { 'tpp-redirect-preferred': 'false', 'tpp-redirect-uri': 'https://a.tpp.test/back' },
    });
    const page = await openApprovalPage(app, started, holder);
    const view = await page.view();
    const order = view.kind === 'review' ? view.order : undefined;
    expect(order?.kind === 'signing-basket' ? order.members : view).toMatchObject([
      { kind: 'payment', transfer: { payeeCheck: { outcome: 'match' } } },
      { kind: 'payment', transfer: { payeeCheck: { outcome: 'close-match', holderName: 'Anna Schmidt' } } },
    ]);
    await page.enterCode();
    expect(await statuses([basket, ...members])).toEqual(['ACTC', 'ACTC', 'ACTC']);
  });

  test.each([
    ['that do not match', 1, { kind: 'checked', counts: { match: 1, 'no-match': 1 } }],
    ['that are still being verified', 149, { kind: 'running' }],
  ])('of a bulk with payees %s moves to the page of the bank', async (_, matching, payees) => {
    const holder = await app.holder();
    const { customerNumber } = await app.parties.person({ 'given-name': 'Anna', surname: 'Schmidt' });
    const { iban } = await app.openAccount({ owner: customerNumber });
    const names = [...Array.from({ length: matching }, () => 'Anna Schmidt'), 'Peter Roth'];
    const basket = await app.group(await app.pay(holder, bulkOf(holder, { iban, names })));
    const started = await app.send({
      method: 'POST',
      path: `${basket}/authorisations`,
      headers: { 'tpp-redirect-preferred': 'false', 'tpp-redirect-uri': 'https://a.tpp.test/back' },
    });
    const view = await (await openApprovalPage(app, started, holder)).view();
    const order = view.kind === 'review' ? view.order : undefined;
    expect(order?.kind === 'signing-basket' ? order.members : view).toMatchObject([
      { kind: 'bulk-payment', payees },
    ]);
    app.chooseSca({ approaches: ['EMBEDDED'] });
    expect(shortly(await app.send({ method: 'POST', path: `${basket}/authorisations` }))).toBe(
      '400 SERVICE_INVALID',
    );
  });

  test('of a bulk whose payees match stays with the third party', async () => {
    const holder = await app.holder();
    const { customerNumber } = await app.parties.person({ 'given-name': 'Anna', surname: 'Schmidt' });
    const { iban } = await app.openAccount({ owner: customerNumber });
    const names = ['Anna Schmidt', 'Anna Schmidt'];
    const basket = await app.group(await app.pay(holder, bulkOf(holder, { iban, names })));
    expect(await app.approve(basket, holder)).toBe('finalised');
  });

  test('without a page is not asked for where results of payees must be shown', async () => {
    const holder = await app.holder();
    const payment = await app.pay(holder, { isPayeeTold: false });
    const basket = await app.group(payment);
    app.chooseSca({ approaches: ['EMBEDDED'] });
    expect(shortly(await app.send({ method: 'POST', path: `${basket}/authorisations` }))).toBe(
      '400 SERVICE_INVALID',
    );
  });
});

describe('Basket as a way around four eyes', () => {
  /** A basket of a payment that two must sign and a consent that one signs. */
  async function underFourEyes() {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSignatures(app, [holder, second], { resourceKind: 'payment' });
    const [payment, consent] = [await app.pay(holder), await app.ask(holder)];
    return { holder, second, payment, consent, basket: await app.group(payment, consent) };
  }

  test('a member that needs two signers needs two in the basket', async () => {
    const { basket, consent, holder, payment, second } = await underFourEyes();
    expect(await app.approve(basket, holder)).toBe('finalised');
    expect(await statuses([basket, payment, consent])).toEqual(['PATC', 'PATC', 'valid']);
    expect(shortly(await app.send({ method: 'DELETE', path: basket }))).toBe('409 STATUS_INVALID');
    expect(await app.approve(basket, holder)).toBe('409 STATUS_INVALID');
    expect(await statuses([basket, payment])).toEqual(['PATC', 'PATC']);
    expect(await app.approve(basket, second)).toBe('finalised');
    expect(await statuses([basket, payment])).toEqual(['ACTC', 'ACTC']);
  });

  test('a customer who may not sign one member signs none', async () => {
    const holder = await app.holder();
    const proxy = await app.customer();
    await app.grantMandate(holder.customerNumber, proxy.customerNumber, { scope: ['payment'] });
    const members = await threeOf(holder);
    const basket = await app.group(...members);
    expect(await app.approve(basket, proxy)).toBe('403 SERVICE_BLOCKED');
    expect(await signaturesOf(proxy)).toBe(0);
    expect(await statuses([basket, ...members])).toEqual(['RCVD', 'RCVD', 'RCVD', 'received']);
    expect(await app.approve(basket, holder)).toBe('finalised');
  });

  test('a signature that was given alone counts once, in the basket too', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSignatures(app, [holder, second], { resourceKind: 'payment' });
    const [signed, other] = [await app.pay(holder), await app.pay(holder)];
    expect(await app.approve(signed, holder)).toBe('finalised');
    const basket = await app.group(signed, other);
    expect(await app.approve(basket, holder)).toBe('finalised');
    expect(await statuses([basket, signed, other])).toEqual(['PATC', 'PATC', 'PATC']);
    expect(await app.approve(basket, second)).toBe('finalised');
    expect(await statuses([basket, signed, other])).toEqual(['ACTC', 'ACTC', 'ACTC']);
  });

  test('a basket that lost a member leaves the others with the signatures they have', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSignatures(app, [holder, second], { resourceKind: 'payment' });
    const [lost, left] = [await app.pay(holder), await app.pay(holder)];
    const basket = await app.group(lost, left);
    expect(await app.approve(basket, holder)).toBe('finalised');
    await app.send({ method: 'DELETE', path: lost });
    expect(await app.approve(basket, second)).toMatch(/^403/v);
    expect(await statuses([basket, lost, left])).toEqual(['RJCT', 'CANC', 'PATC']);
    expect(await app.approve(left, second)).toBe('finalised');
    expect(await app.statusOf(left)).toBe('ACTC');
  });
});

describe('between the code and the signature', () => {
  const ended = { last: '409 STATUS_INVALID', sca: 'failed' };
  async function outcome(proof: Awaited<ReturnType<typeof atCode>>) {
    const last: TestServerResponse = await proof.sign();
    return { last: shortly(last), sca: await proof.sca() };
  }

  test('a member that was cancelled ends the approval, and nothing is authorised', async () => {
    const holder = await app.holder();
    const members = await threeOf(holder);
    const basket = await app.group(...members);
    const proof = await atCode(basket, holder);
    await app.send({ method: 'DELETE', path: members[2] });
    expect(await outcome(proof)).toEqual(ended);
    expect(await statuses([basket, ...members])).toEqual(['RJCT', 'RCVD', 'RCVD', 'terminatedByTpp']);
    expect(await signaturesOf(holder)).toBe(0);
  });

  test('a basket that was deleted ends the approval, and frees its members', async () => {
    const holder = await app.holder();
    const members = await threeOf(holder);
    const basket = await app.group(...members);
    const proof = await atCode(basket, holder);
    await app.send({ method: 'DELETE', path: basket });
    expect(await outcome(proof)).toEqual(ended);
    expect(await statuses([basket, ...members])).toEqual(['CANC', 'RCVD', 'RCVD', 'received']);
    expect(await app.approve(members[0], holder)).toBe('finalised');
  });

  test('a resource that was grouped meanwhile is not authorised alone', async () => {
    const holder = await app.holder();
    const payment = await app.pay(holder);
    const proof = await atCode(payment, holder);
    const basket = await app.group(payment);
    expect(await outcome(proof)).toEqual(ended);
    expect(await statuses([basket, payment])).toEqual(['RCVD', 'RCVD']);
    expect(await app.approve(basket, holder)).toBe('finalised');
  });

  test('a basket whose time is over is not authorised', async () => {
    const holder = await app.holder();
    const payment = await app.pay(holder);
    app.choose({ unconfirmedLifeMs: 300_000 });
    const basket = await app.group(payment);
    app.choose({});
    const proof = await atCode(basket, holder);
    app.identity.clock.advance({ minutes: 4 });
    expect((await proof.sign()).status).toBe(409);
    expect(await statuses([basket, payment])).toEqual(['RJCT', 'RCVD']);
    expect(await app.approve(payment, holder)).toBe('finalised');
  });
});

test('the message shows how many orders are approved and their total', async () => {
  const holder = await app.holder();
  const basket = await app.group(...(await threeOf(holder)));
  await atCode(basket, holder);
  expect(await newestText(holder)).toContain('BASKET 3 EUR 25.00 2 ');
});

test('no exemption applies to a basket', async () => {
  const holder = await app.holder();
  app.chooseSca({
    approaches: ['EMBEDDED'],
    exemptions: { 'low-value': [{ currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 }] },
  });
  const first = await app.pay(holder);
  expect(await app.approve(first, holder)).toBe('finalised');
  const [alone, grouped] = [await app.pay(holder), await app.pay(holder)];
  const { started } = await atCode(alone, holder);
  expect(at(started.body, 'scaStatus')).toBe('exempted');
  const basket = await app.group(grouped);
  expect(at((await atCode(basket, holder)).started.body, 'scaStatus')).toBe('scaMethodSelected');
});
