import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eur, exemptionSteps, paying } from '../testing/exemption-steps.suite.ts';
import { visitPage } from '../testing/page-visit.suite.ts';
import { createScaTestApp, pathOf, type ScaTestApp, shortly } from '../testing/sca-test-app.suite.ts';
import { outcomeOf } from '../testing/test-subjects.suite.ts';
import { answerDeviceRequest } from './answer-device-request.ts';
import { endAllApprovals } from './end-all-approvals.ts';
import { expireAuthorisations } from './expire-authorisations.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

/** After a restore these are open again, although each of them may have been used since the backup. */
test('a confirmation that was open is not accepted any more', async () => {
  app.choose({ isConfirmationNeeded: true, approaches: ['REDIRECT'] });
  const customer = await app.customer();
  const subject = await app.payment(customer.customerNumber);
  const visit = await visitPage(app, { customer, subject });
  await visit.signIn();
  const left = await visit.submit({ do: 'code', code: await visit.newestCode() });
  const url = new URL(left.kind === 'leave' ? left.url : 'about:blank');
  const confirmationCode = url.searchParams.get('confirmationCode') ?? '';
  expect(await visit.status()).toBe('unconfirmed');
  expect(await endAllApprovals(app.context())).toMatchObject({ approvals: 1 });
  const path = `${pathOf(subject)}/${visit.id}`;
  expect(shortly(await app.send({ method: 'PUT', path, body: { confirmationCode } }))).not.toContain(
    'finalised',
  );
  expect(await visit.status()).toBe('failed');
  expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ state: 'open', moves: 0 });
});

test('a request that a device shows is over, and is withdrawn by the next run of the job', async () => {
  app.choose({ approaches: ['DECOUPLED'] });
  const customer = await app.customer();
  const device = app.devices.pair(customer.userId);
  const subject = await app.payment(customer.customerNumber);
  await app.send({ method: 'POST', path: pathOf(subject), headers: { 'psu-id': customer.username } });
  const answer = device.approve(device.shown());
  await endAllApprovals(app.context());
  expect(await answerDeviceRequest(app.context(), answer)).toEqual({ kind: 'over' });
  expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ moves: 0 });
  await expireAuthorisations(app.context());
  const { database } = app.identity;
  const open = await database.query('select from sca.authorisation where ends_at is not null');
  expect(open).toEqual([]);
  const [event] = await database.query<{ data: string }>(
    `select data from platform.outbox_event where name = 'authorisation-ended' order by position desc limit 1`,
  );
  expect(event?.data).toContain(answer.requestId);
});

test('the next small payment of every customer needs two factors', async () => {
  const amount = { currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 } as const;
  app.choose({ exemptions: { 'low-value': [amount], recurring: true } });
  const steps = exemptionSteps(app);
  const customer = await steps.knownCustomer();
  expect((await steps.pay(customer, paying(eur(1_000n)))).answer).toBe('200 exempted');
  expect(await endAllApprovals(app.context())).toMatchObject({ exemptions: 2 });
  const next = await steps.pay(customer, paying(eur(1_000n)));
  expect(next.answer).toBe('200 scaMethodSelected');
  await steps.approve(customer, next);
  expect((await steps.pay(customer, paying(eur(1_000n)))).answer).toBe('200 exempted');
});

test('what had ended stays as it is, and a second run finds nothing', async () => {
  const customer = await app.customer();
  const steps = exemptionSteps(app);
  const payment = await steps.pay(customer, paying(eur(1_000n)));
  await steps.approve(customer, payment);
  await endAllApprovals(app.context());
  expect(await endAllApprovals(app.context())).toEqual({ approvals: 0, exemptions: 0 });
  const read = await app.send({ method: 'GET', path: `${pathOf(payment.subject)}/${payment.id}` });
  expect(read.body).toMatchObject({ scaStatus: 'finalised' });
});
