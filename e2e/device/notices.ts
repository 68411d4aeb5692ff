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
    await approved.become('ACSC');
    await expectNotice(bank, customer, 'push sent');
    await screen.goto(phone.url);
    await screen.locator('.notice', { hasText: 'was executed' }).waitFor();
    const payment = await initiate(bank, other);
    await approveOnPage(bank, other, payment.shop);
    await payment.become('ACSC');
    await expectNotice(bank, other, 'mailbox delivered');
    return undefined;
  },
};

/** Waits for a notice about a payment by this medium and in this state. */
async function expectNotice({ product }: DeviceBank, { party }: Payer, wanted: string): Promise<void> {
  const { database } = product.instance;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    // At night, push messages wait for the morning.
    await database.query(
      `update correspondence.communication set release_at = now(), due_at = now()
        where notification_group = 'payment-status' and customer_number = $1 and status = 'queued' and due_at > now()`,
      [party.customerNumber],
    );
    const rows = await database.query<{ medium: string; status: string }>(
      `select medium, status from correspondence.communication
        where notification_group = 'payment-status' and customer_number = $1`,
      [party.customerNumber],
    );
    const seen = rows.map(({ medium, status }) => `${medium} ${status}`);
    if (seen.includes(wanted)) return;
    if (performance.now() > deadline) throw new Error(`no notice ${wanted}: ${seen.join(', ')}`);
    await wait(pollMs);
  }
}
