import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { germanIban } from '#platform/testing/german-iban.ts';
import { at } from '#platform/testing/json-at.ts';
import { type BulkSteps, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import { deliverEvents } from '../testing/deliver-events.suite.ts';
import { type PayeeSteps, payeeSteps, type TestPayee } from '../testing/payee-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { endPayeeOptOut } from './end-payee-opt-out.ts';
import { findPayeeOptOut } from './find-payee-opt-out.ts';
import { followFirm } from './follow-firm.ts';
import { replayPaymentEndings } from './replay-payment-endings.ts';
import { setPayeeOptOut } from './set-payee-opt-out.ts';

let app: PaymentsTestApp;
let bulks: BulkSteps;
let steps: PayeeSteps;
let payer: TestPayer;
let anna: TestPayee;
let made = 810_000;

beforeAll(async () => {
  app = await createPaymentsTestApp();
  bulks = bulkSteps(app);
  steps = payeeSteps(app);
  payer = await app.payer();
  anna = await steps.payee();
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

const unchecked = { 'client-vop-requested': 'false' } as const;

/** A firm with an account. */
async function firm(): Promise<{ readonly customerNumber: string; readonly iban: string }> {
  made += 1;
  const { body } = await app.parties.send('POST', '/parties/organizations', {
    'registration-profile': 'contact',
    'commercial-name': `Bakery ${made}`,
    phone: { number: `+4930${made}11` },
  });
  const customerNumber = String(at(body, 'id'));
  const iban = germanIban(made);
  await app.core.openAccount({ iban, owner: customerNumber });
  return { customerNumber, iban };
}

const optOut = (customerNumber: string): Promise<void> =>
  setPayeeOptOut(app.context(), { customerNumber, employeeId: 'e-1' });

/** What the audit says of the check of a bulk from an account that says that it needs none. */
async function checkOf(iban: string, count = 2): Promise<string | undefined> {
  const payments = Array.from({ length: count }, () =>
    entryOf('1.00', { creditorAccount: { iban: anna.iban }, creditorName: 'Peter Roth' }),
  );
  const body = bulkFrom(iban, payments);
  const audit = await steps.auditOf(pathIn(await bulks.initiate(payer, { body, headers: unchecked })));
  return /"payee-check","after":"([^"]*)"/u.exec(audit)?.[1];
}

describe('a firm that opted out', () => {
  test('has packages that are not verified where the third party says so (setPayeeOptOut)', async () => {
    const { customerNumber, iban } = await firm();
    expect(await checkOf(iban)).toBe('NMTC 2');
    await optOut(customerNumber);
    expect(await checkOf(iban)).toBe('opted-out');
    // One payment is no package.
    expect(await checkOf(iban, 1)).toBe('NMTC 1');
    const asked = await bulks.initiate(payer, {
      headers: { 'client-vop-requested': 'true' },
      body: bulkFrom(iban, [entryOf('1.00'), entryOf('2.00')]),
    });
    expect(at(asked.body, 'transactionStatus')).toBe('RVCM');
  });

  test('is entered with the employee and the time; the first entry stays (findPayeeOptOut)', async () => {
    const { customerNumber } = await firm();
    expect(await findPayeeOptOut(app.context(), customerNumber)).toBeUndefined();
    const setAt = app.identity.clock.now();
    await optOut(customerNumber);
    app.identity.clock.advance({ hours: 1 });
    await setPayeeOptOut(app.context(), { customerNumber, employeeId: 'e-2' });
    expect(await findPayeeOptOut(app.context(), customerNumber)).toEqual({ setBy: 'e-1', setAt });
  });

  test('opts in again (endPayeeOptOut), also in a restored database', async () => {
    const { customerNumber, iban } = await firm();
    await optOut(customerNumber);
    app.identity.clock.advance({ hours: 1 });
    const end = () => endPayeeOptOut(app.context(), { customerNumber, employeeId: 'e-2' });
    await end();
    expect(await checkOf(iban)).toBe('NMTC 2');
    await expect(end()).rejects.toMatchObject({ literal: 'opt-out-unknown' });
    await app.identity.database.query(
      `insert into payments.payee_opt_out values ('01', $1, 'e-1', $2::timestamptz)`,
      [customerNumber, app.identity.clock.now().subtract({ hours: 1 }).toString()],
    );
    const ending = {
      event: 'payee-opt-out-ended',
      bankId: '01',
      subject: customerNumber,
      at: app.identity.clock.now().toString(),
    };
    const found = await replayPaymentEndings(app.context(), [ending]);
    expect(found.map(({ subject, what }) => [what, subject])).toEqual([
      ['opt-outs of payee verification ended again', customerNumber],
    ]);
    for (const step of found) await step.apply();
    expect(await checkOf(iban)).toBe('NMTC 2');
    expect(await replayPaymentEndings(app.context(), [ending])).toEqual([]);
  });
});

test('persons, and customers that do not exist, cannot opt out', async () => {
  for (const customerNumber of [payer.customerNumber, '9999999999'])
    await expect(optOut(customerNumber)).rejects.toMatchObject({ literal: 'customer-no-firm' });
  expect(await checkOf(payer.iban)).toBe('NMTC 2');
});

describe('an opt-out follows its firm', () => {
  test('to the surviving record of a merge, where an entry of that one stays', async () => {
    const [former, survivor] = [await firm(), await firm()];
    await optOut(former.customerNumber);
    await app.parties.merge(former.customerNumber, survivor.customerNumber);
    await deliverEvents(app, 'parties-merged', followFirm);
    // The event may be repeated.
    await deliverEvents(app, 'parties-merged', followFirm);
    expect(await checkOf(survivor.iban)).toBe('opted-out');
    expect(await findPayeeOptOut(app.context(), former.customerNumber)).toMatchObject({ setBy: 'e-1' });
    expect(
      await app.identity.database.query('select 1 from payments.payee_opt_out where customer_number = $1', [
        former.customerNumber,
      ]),
    ).toEqual([]);
  });

  test('and is deleted with an erased one', async () => {
    const { customerNumber } = await firm();
    await optOut(customerNumber);
    await app.parties.erase(customerNumber);
    await deliverEvents(app, 'party-erased', followFirm);
    expect(await findPayeeOptOut(app.context(), customerNumber)).toBeUndefined();
    await expect(optOut(customerNumber)).rejects.toMatchObject({ literal: 'customer-no-firm' });
  });
});
