import { equal, match, ok } from 'node:assert/strict';
import { chooseMethod, enterCode, press } from '../harness/approval-steps.ts';
import { tap } from '../harness/example-phone.ts';
import { bank as bankId } from '../harness/product.ts';
import { expectBackAtShop } from '../payment/approve.ts';
import { usualCents } from '../payment/payment.ts';
import type { DeviceBank } from './device-bank.ts';
import type { DeviceCheck } from './run.ts';
import { typeNumber, waitForPhone } from './waiting.ts';

const expiryMinutes = 11;
/** The time that a number waits for its next text message, and a second. */
const nextTextMs = 31_000;

export const expired: DeviceCheck = {
  name: 'an approval after its time changes nothing, and both sides say so',
  customers: 0,
  async run(bank) {
    await using waiting = await waitForPhone(bank);
    const { number, page, payment, screen } = waiting;
    await typeNumber(screen, number);
    await payment.age(expiryMinutes);
    await bank.product.instance.database.query(
      `update client.approval_request set expires_at = expires_at - make_interval(mins => $1) where state = 'open'`,
      [expiryMinutes],
    );
    await tap(screen, 'Approve');
    equal(await screen.locator('h1').innerText(), 'Too late');
    // The page that waits says so by itself.
    await page.getByRole('heading', { name: 'The time is over' }).waitFor();
    equal(await payment.status(), 'RCVD');
    await payment.expectMoved(0n);
    return undefined;
  },
};

export const phoneDead: DeviceCheck = {
  name: 'the phone dies: the customer takes a text message on the page that waits; the phone knows nothing of it later',
  customers: 0,
  async run(bank) {
    await using waiting = await waitForPhone(bank);
    const { customer, page, payment, phone, screen, textedAtMs } = waiting;
    await phone.kill();
    await page.waitForTimeout(Math.max(0, textedAtMs + nextTextMs - Date.now()));
    const before = await bank.product.stubs.textCount(customer.phone);
    await press(page, 'other-method');
    await chooseMethod(page, 'Text to');
    await enterCode({ bank: { code: () => bank.code(customer.phone, before) }, customer, page });
    expectBackAtShop(page);
    await payment.become('ACSC');
    await payment.expectMoved(usualCents);
    await phone.start();
    await screen.goto(phone.url);
    await screen.getByRole('heading', { name: 'Nothing to approve' }).waitFor();
    return undefined;
  },
};

export const unpaired: DeviceCheck = {
  name: 'the bank unpairs the phone while it shows a payment: it cannot approve, and the page offers another way',
  customers: 0,
  async run(bank) {
    await using waiting = await waitForPhone(bank);
    const { customer, number, page, payment, phone, screen } = waiting;
    await typeNumber(screen, number);
    await unpair(bank, customer.username, customer.userId);
    await tap(screen, 'Approve');
    match(await screen.locator('h1').innerText(), /Too late|This did not work/);
    await page.reload();
    ok((await page.locator('main').innerText()).includes('€12.50'));
    equal(await payment.status(), 'RCVD');
    await payment.expectMoved(0n);
    await screen.goto(phone.url);
    await screen.getByRole('button', { name: 'Sign in' }).waitFor();
    return undefined;
  },
};

/** Uses the command of staff. */
async function unpair({ product }: DeviceBank, username: string, userId: string): Promise<void> {
  const [device] = await product.instance.database.query<{ device_id: string }>(
    `select device_id from client.device where user_id = $1 and status = 'active'`,
    [userId],
  );
  const deviceId = device?.device_id ?? '';
  const named = ['--bank', bankId, '--user', username, '--device', deviceId];
  await product.command('devices', 'unpair', ...named, '--reason', 'lost', '--yes');
}
