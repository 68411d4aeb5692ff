import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { pairRemoteDevice } from '../../bench/harness/remote-device.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { approveOnPage } from './approve.ts';
import { decoupled, embedded, initiate, usualCents } from './payment.ts';
import type { PaymentCheck } from './run.ts';

export const byEmbedded: PaymentCheck = {
  name: 'a third party collects password and code itself; a wrong code first',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const payment = await initiate(bank, customer, { headers: embedded });
    const path = String(at(payment.initiated, '_links', 'updatePsuAuthentication', 'href'));
    const update = (body: unknown): ReturnType<typeof bank.attempt> =>
      bank.attempt({ method: 'PUT', path, body });
    const known = await update({ psuData: { password: customer.password } });
    equal(at(known.body, 'scaStatus'), 'scaMethodSelected');
    const text = await bank.text(customer.phone);
    match(text, /EUR 12\.50/);
    ok(text.includes(payment.payee.iban), 'the message names the account of the payee');
    const wrong = await update({ scaAuthenticationData: '00000000' });
    equal(at(wrong.body, 'tppMessages', 0, 'code'), 'PSU_CREDENTIALS_INVALID');
    equal(await payment.status(), 'RCVD');
    const approved = await update({ scaAuthenticationData: await bank.code(customer.phone) });
    equal(at(approved.body, 'scaStatus'), 'finalised');
    await payment.become('ACSC');
    await payment.expectMoved(usualCents);
    return undefined;
  },
};

export const byDecoupled: PaymentCheck = {
  name: 'a customer approves on a device; the third party shows the number to match',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const { call, instance } = bank.product;
    const device = await pairRemoteDevice(instance, { userId: customer.userId, name: 'Pixel 8' });
    const payment = await initiate(bank, customer, { headers: decoupled });
    const number = await payment.number();
    await payment.expectMoved(0n);
    equal(await (await device.sign(call, number)).send(call), '204');
    await payment.become('ACSC');
    await payment.expectMoved(usualCents);
    return undefined;
  },
};

export const toAnotherBank: PaymentCheck = {
  name: 'money for another bank is reserved at once, and leaves the account with the next cycle',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const payment = await initiate(bank, customer, { order: { creditorAccount: { iban: foreignIban } } });
    await approveOnPage(bank, customer, payment.shop);
    await payment.become('ACSP');
    const cents = 100_000n;
    const reserved = { booked: cents, available: cents - usualCents };
    deepEqual(await bank.ledger.balanceOf(customer.account), reserved);
    await payment.become('ACSC');
    const settled = { booked: cents - usualCents, available: cents - usualCents };
    deepEqual(await bank.ledger.balanceOf(customer.account), settled);
    return undefined;
  },
};

const foreignIban = 'DE89370400440532013000';
