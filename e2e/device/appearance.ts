import { equal } from 'node:assert/strict';
import { tap } from '../harness/example-phone.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import { usualCents } from '../payment/payment.ts';
import type { DeviceCheck } from './run.ts';
import { shownOn, typeNumber, waitForPhone } from './waiting.ts';

export const appearance: DeviceCheck = {
  name: 'every page of the phone, light and dark, wide and narrow: no accessibility error, nothing to scroll sideways',
  customers: 0,
  async run(bank) {
    await using waiting = await waitForPhone(bank);
    const { page, screen } = waiting;
    const found: string[] = [];
    const look = async (step: string): Promise<void> => void found.push(...(await inspectPage(screen, step)));
    await look('phone-request');
    found.push(...(await inspectPage(page, 'phone-waiting-page')));
    await typeNumber(screen, '00');
    await tap(screen, 'Approve');
    await look('phone-wrong-number');
    await tap(screen, 'This is not me');
    await look('phone-refused');
    await screen.getByRole('link', { name: 'Done' }).click();
    await look('phone-nothing');
    equal(found.join('\n      '), '', 'errors');
    await screen.setViewportSize({ width: 480, height: 900 });
    return undefined;
  },
};

export const scriptOff: DeviceCheck = {
  name: 'the phone shows and approves a payment without script',
  customers: 0,
  async run(bank) {
    await using waiting = await waitForPhone(bank);
    const { number, payment, phone } = waiting;
    await using user = await bank.openUser({ javaScriptEnabled: false });
    const { page: screen } = user;
    await screen.goto(phone.url);
    await shownOn(screen);
    await typeNumber(screen, number);
    await tap(screen, 'Approve');
    equal(await screen.locator('h1').innerText(), 'Approved');
    await payment.become('ACSC');
    await payment.expectMoved(usualCents);
    return undefined;
  },
};
