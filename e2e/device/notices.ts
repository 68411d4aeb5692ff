import { deepEqual, ok } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { tap } from '../harness/example-phone.ts';
import { timeoutMs } from '../harness/forms.ts';
import { approveOnPage } from '../payment/approve.ts';
import { decoupled, initiate } from '../payment/payment.ts';
import type { Payer } from '../payment/payment-bank.ts';
import type { DeviceBank } from './device-bank.ts';
import type { DeviceCheck } from './run.ts';
import { shownOn, typeNumber } from './waiting.ts';

const pollMs = 100;
const underWay: ReadonlySet<string> = new Set(['queued', 'sending']);

export const noticed: DeviceCheck = {
  name: 'an executed payment is reported on the phone, and in the mailbox of a customer without one',
  customers: 1,
  async run(bank) {
    const { customer, phone, screen } = await bank.pairedPhone();
    const other = await bank.payer();
    // Payers of the checks have chosen e-mail; these two have chosen nothing.
    await bank.product.instance.database.query(
      'delete from correspondence.notification_preference where customer_number = any($1)',
      [[customer, other].map(({ party }) => party.customerNumber)],
    );
    await screen.goto(phone.url);
    const approved = await initiate(bank, customer, { headers: decoupled });
    await shownOn(screen);
    await typeNumber(screen, await approved.number());
    await tap(screen, 'Approve');
    await screen.goto(phone.url);
    await screen.locator('.notice', { hasText: 'was executed' }).waitFor();
    const payment = await initiate(bank, other);
    await approveOnPage(bank, other, payment.shop);
    await payment.become('ACSC');
    ok((await mediaOf(bank, customer)).includes('push sent'), 'sent as a push message');
    deepEqual(await mediaOf(bank, other), ['mailbox delivered']);
    return undefined;
  },
};

/** Returns the media of notices about payments, and what became of them, when none is on its way any more. */
async function mediaOf({ product }: DeviceBank, { party }: Payer): Promise<readonly string[]> {
  const startedAtMs = performance.now();
  for (;;) {
    const rows = await product.instance.database.query<{ medium: string; status: string }>(
      `select distinct medium, status from correspondence.communication
        where notification_group = 'payment-status' and customer_number = $1`,
      [party.customerNumber],
    );
    const isOver = rows.length > 0 && rows.every(({ status }) => !underWay.has(status));
    if (isOver || performance.now() - startedAtMs > timeoutMs)
      return rows.map(({ medium, status }) => `${medium} ${status}`);
    await wait(pollMs);
  }
}
