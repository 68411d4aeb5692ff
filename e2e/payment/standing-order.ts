import { equal, ok } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { timeoutMs } from '../harness/forms.ts';
import { approveOnPage } from './approve.ts';
import { initiate, usualCents } from './payment.ts';
import type { PaymentCheck } from './run.ts';

const pollMs = 100;
const path = '/v1/periodic-payments/instant-sepa-credit-transfers';

export const standingOrder: PaymentCheck = {
  name: 'a customer approves a standing order; it pays on its first day, and no more after its end',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const today = systemClock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString();
    const order = await initiate(bank, customer, {
      path,
      order: { frequency: 'Daily', startDate: today },
    });
    await approveOnPage(bank, customer, order.shop);
    const deadline = performance.now() + timeoutMs;
    const isPaid = (): Promise<boolean> => order.expectMoved(usualCents).then(yes, no);
    while (!(await isPaid()) && performance.now() < deadline) await wait(pollMs);
    await order.expectMoved(usualCents);
    equal(await order.status(), 'ACTC');
    const ended = await bank.send({ method: 'DELETE', path: order.path });
    equal(at(ended, 'transactionStatus'), 'CANC');
    ok(await isPaid());
    return undefined;
  },
};

const yes = (): boolean => true;
const no = (): boolean => false;
