import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApprovalView } from '#capabilities/sca/index.ts';
import { openApprovalPage, redirected } from '../testing/approval-page.suite.ts';
import {
  foreignIban,
  type PayeeSteps,
  payeeSteps,
  requested,
  slowBank,
} from '../testing/payee-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
} from '../testing/payments-test-app.suite.ts';
import { standingPath, standingSteps } from '../testing/standing-steps.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';

let app: PaymentsTestApp;
let steps: PayeeSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = payeeSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.useBanks({});
});

/** Returns what the page shows of the payee. */
const checkOn = (view: ApprovalView): unknown =>
  view.kind === 'review' && 'transfer' in view.order ? view.order.transfer.payeeCheck : view;

test.each([
  ['Anna Schmidt', { outcome: 'match' }],
  ['Anna Schmitt', { outcome: 'close-match', holderName: 'Anna Schmidt' }],
  ['Peter Roth', { outcome: 'no-match' }],
])('the page shows how %s compares with the holder, and the payer approves it', async (name, shown) => {
  const payer = await app.payer();
  const { iban } = await steps.payee();
  const initiated = await steps.pay(payer, { iban, name }, { headers: redirected });
  const page = await openApprovalPage(app, initiated, payer);
  expect(checkOn(await page.view())).toEqual(shown);
  await page.enterCode();
  expect(await app.statusOf(pathIn(initiated))).toBe('ACTC');
  await app.work();
  expect(await app.statusOf(pathIn(initiated))).toBe('ACSC');
});

test('the page shows the result for a standing order too, and its days are paid', async () => {
  const payer = await app.payer();
  const { iban } = await steps.payee();
  const initiated = await app.initiate(payer, {
    path: standingPath,
    body: paymentFrom(payer.iban, {
      creditorAccount: { iban },
      creditorName: 'Anna Schmitt',
      frequency: 'Daily',
    }),
    headers: { ...redirected, ...requested },
  });
  const page = await openApprovalPage(app, initiated, payer);
  expect(checkOn(await page.view())).toEqual({ outcome: 'close-match', holderName: 'Anna Schmidt' });
  await page.enterCode();
  expect(await app.statusOf(pathIn(initiated))).toBe('ACTC');
  await app.runOrders();
  const executions = await standingSteps(app).executionsOf(pathIn(initiated));
  expect(executions.map(({ status }) => status)).toEqual(['ACSC']);
});

test('a third party that shows the forms of the bank tells the payer of a standing order after the password', async () => {
  const payer = await app.payer();
  const { iban } = await steps.payee();
  const initiated = await app.initiate(payer, {
    path: standingPath,
    body: paymentFrom(payer.iban, {
      creditorAccount: { iban },
      creditorName: 'Anna Schmitt',
      frequency: 'Weekly',
    }),
  });
  const started = await app.send({
    method: 'POST',
    path: `${pathIn(initiated)}/authorisations`,
    headers: { 'psu-id': payer.username, 'psu-accept-language': 'en' },
    body: { psuData: { password: payer.password } },
  });
  expect(started.body).toMatchObject({
    scaStatus: 'scaMethodSelected',
    originalTransactionInformationAndVopStatus: { matchedCreditorName: 'Anna Schmidt' },
  });
});

test('a result that changes after it was displayed voids the code; the page shows it and asks again', async () => {
  const payer = await app.payer();
  const bank = slowBank();
  app.useBanks({ NL: bank.verifier });
  const { payees } = app.ports.paymentsChoices.of('01');
  app.choose({ payees: { ...payees, inlineWaitMs: 10 } });
  const payee = { iban: foreignIban, name: 'Jan Jansen' };
  const initiated = await steps.pay(payer, payee, { headers: redirected });
  const path = pathIn(initiated);
  const page = await openApprovalPage(app, initiated, payer);
  expect(checkOn(await page.view())).toEqual({ outcome: 'not-possible' });
  bank.answer({ code: 'CMTC', matchedName: 'J. Jansen BV' });
  await expect.poll(async () => (await page.view()).kind).toBe('method');
  await page.enterCode();
  expect([await app.statusOf(path), await page.view()]).toMatchObject([
    'RCVD',
    { kind: 'method', error: { kind: 'order-changed' } },
  ]);
  const shown = await page.view();
  app.identity.clock.advance({ minutes: 2 });
  const methods = shown.kind === 'method' ? shown.methods : [];
  await page.submit({ do: 'method', methodId: methods[0]?.methodId ?? '' });
  expect(checkOn(await page.view())).toEqual({ outcome: 'close-match', holderName: 'J. Jansen BV' });
  await page.enterCode();
  expect(await app.statusOf(path)).toBe('ACTC');
});

test('a result that comes after a signature changes nothing: the others sign what the first one saw', async () => {
  const [payer, second] = [await app.payer(), await app.customer()];
  await requireTwoSigners(app, payer, second);
  const bank = slowBank();
  app.useBanks({ NL: bank.verifier });
  const { payees } = app.ports.paymentsChoices.of('01');
  app.choose({ payees: { ...payees, inlineWaitMs: 10 } });
  const path = pathIn(await steps.pay(payer, { iban: foreignIban, name: 'Jan Jansen' }));
  expect(await app.approve(path, payer)).toBe('finalised');
  expect(await app.statusOf(path)).toBe('PATC');
  bank.answer({ code: 'NMTC' });
  await expect.poll(() => steps.auditOf(path)).toMatch(/"before":"PATC","after":"PATC"/);
  expect(await app.approve(path, second)).toBe('finalised');
  expect(await app.statusOf(path)).toBe('ACTC');
  await app.work();
  expect(await app.statusOf(path)).toBe('ACSP');
});

test('a close match that the third party confirmed is shown on the page too', async () => {
  const payer = await app.payer();
  const { iban } = await steps.payee();
  const initiated = await steps.pay(
    payer,
    { iban, name: 'Anna Schmitt' },
    { headers: { ...redirected, ...requested } },
  );
  const path = pathIn(initiated);
  await app.send({ method: 'PUT', path: `${path}/creditor-confirmation` });
  const started = await app.send({ method: 'POST', path: `${path}/authorisations`, headers: redirected });
  const page = await openApprovalPage(app, started, payer);
  expect(checkOn(await page.view())).toEqual({ outcome: 'close-match', holderName: 'Anna Schmidt' });
});

test('a payment whose payee the third party says it verified is approved without a result', async () => {
  const payer = await app.payer();
  const { iban } = await steps.payee();
  const payee = { iban, name: 'Peter Roth' };
  const word = { 'client-vop-requested': 'false' };
  const initiated = await steps.pay(payer, payee, { headers: { ...redirected, ...word } });
  const page = await openApprovalPage(app, initiated, payer);
  expect(checkOn(await page.view())).toBeUndefined();
  await page.enterCode();
  expect(await app.statusOf(pathIn(initiated))).toBe('ACTC');
  expect(await steps.auditOf(pathIn(initiated))).toContain('{"field":"payee-check","after":"third-party"}');
});
