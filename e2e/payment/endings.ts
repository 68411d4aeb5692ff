import { deepEqual, equal } from 'node:assert/strict';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { arrive, enterPassword, followBack, press, reached } from '../harness/approval-steps.ts';
import { approveOnPage } from './approve.ts';
import { noticeTo } from './notices.ts';
import { initiate, startApproval, usualCents } from './payment.ts';
import type { Payer, PaymentBank } from './payment-bank.ts';
import type { PaymentCheck } from './run.ts';

function notOk(error: string): ReturnType<typeof reached> {
  return { path: 'shop.a.tpp.test/nok', query: { error, state: 's-1' } };
}

export const timedOut: PaymentCheck = {
  name: 'a customer who waits too long sees it; the payment is rejected when its own time is over',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const payment = await initiate(bank, customer);
    await using user = await bank.openUser();
    const { page } = user;
    await arrive(page, payment.shop);
    await enterPassword({ bank, customer, page });
    await payment.age(11);
    await page.reload();
    equal(await page.locator('h1').innerText(), 'The time is over');
    await followBack(page);
    deepEqual(reached(page), notOk('timed_out'));
    equal(await payment.status(), 'RCVD');
    await payment.age(20);
    equal(await payment.status(), 'RJCT');
    equal(await payment.message(), 'DS0A: The payment was not approved in time.');
    await payment.expectMoved(0n);
    return undefined;
  },
};

export const withoutFunds: PaymentCheck = {
  name: 'without funds the payment is rejected after the approval: third party and customer learn the reason',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer({ cents: 1_249n });
    const payment = await initiate(bank, customer, {
      headers: { 'tpp-rejection-nofunds-preferred': 'true' },
    });
    await approveOnPage(bank, customer, payment.shop);
    await payment.become('RJCT');
    equal(await payment.message(), 'The account does not have the funds.');
    await payment.expectMoved(0n);
    equal(
      await noticeTo(bank, customer),
      'Your payment of €12.50 to Acme GmbH was rejected. Reason: the account did not have the funds.',
    );
    return undefined;
  },
};

export const bySeveral: PaymentCheck = {
  name: 'two must sign: after the first nothing moves and the first cannot sign again; the second executes it',
  customers: 2,
  async run(bank) {
    const [first, second] = [await bank.payer(), await bank.payer()];
    await bank.requireBoth(first, second);
    const payment = await initiate(bank, first);
    equal(at(payment.initiated, '_links', 'scaRedirect'), undefined, 'each signer starts an own approval');
    await approveOnPage(bank, first, (await startApproval(bank, payment, first)).shop);
    await payment.become('PATC');
    equal(await noticeTo(bank, first), 'Your payment of €12.50 to Acme GmbH awaits another authorisation.');
    await signAgain(bank, first, (await startApproval(bank, payment, first)).shop);
    equal(await payment.status(), 'PATC');
    await payment.expectMoved(0n);
    await approveOnPage(bank, second, (await startApproval(bank, payment, second)).shop);
    await payment.become('ACSC');
    await payment.expectMoved(usualCents);
    return undefined;
  },
};

/** A customer who has signed comes back and enters another code; it does not count. */
async function signAgain(bank: PaymentBank, customer: Payer, shop: string): Promise<void> {
  await using user = await bank.openUser();
  const { page } = user;
  await arrive(page, shop);
  await enterPassword({ bank, customer, page });
  await press(page, 'code', { code: await bank.code(customer.phone, 1) });
  deepEqual(reached(page), notOk('resource_changed'));
}
