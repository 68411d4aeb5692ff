import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { navigate } from '../harness/forms.ts';
import type { ApprovalCheck } from './run.ts';

export const scriptOff: ApprovalCheck = {
  name: 'a payment is confirmed, extended and cancelled without script',
  async run({ open }) {
    await using tab = await open({ javaScriptEnabled: false });
    const { page, sent } = tab;
    await tab.show({ view: 'review-payment', language: 'en' });
    equal(await page.locator('#left').isVisible(), false, 'the countdown needs script');
    await page.getByLabel('Security code').fill('４８２９ ١٣٠٧');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Give me more time' }).click();
    await page.getByRole('button', { name: 'Cancel and go back to Acme Pay' }).click();
    deepEqual(
      sent.map((form) => form['do']),
      ['code', 'extend', 'cancel'],
    );
    equal(sent[0]?.['code'], '４８２９ ١٣٠٧');
    ok(sent.every((form) => form['csrf'] !== undefined && form['csrf'] !== ''));
    await tab.show({ view: 'device', language: 'en' });
    await page.getByRole('button', { name: 'continue' }).click();
    equal(sent.at(-1)?.['do'], 'refresh');
    return `${sent.length} forms`;
  },
};

export const sentOnce: ApprovalCheck = {
  name: 'a second click on the button sends nothing',
  async run({ open }) {
    await using tab = await open();
    await tab.show({ view: 'review-payment', language: 'en' });
    await tab.page.getByLabel('Security code').fill('48291307');
    const button = tab.page.getByRole('button', { name: 'Confirm payment of €1,249.50' });
    await navigate(tab.page, () => button.dblclick());
    equal(tab.sent.length, 1);
    return undefined;
  },
};

export const countdown: ApprovalCheck = {
  name: 'the time is counted down, and a minute before the end the page offers more',
  async run({ open }) {
    await using tab = await open();
    const { page } = tab;
    await page.clock.install();
    await tab.show({ view: 'review-payment', language: 'en' });
    const warning = page.locator('#time');
    match((await page.locator('#left').textContent()) ?? '', /[45]:\d\d/);
    equal(await warning.textContent(), '');
    await page.clock.fastForward('04:01');
    match((await warning.textContent()) ?? '', /less than one minute/);
    await page.clock.fastForward('01:00');
    match((await warning.textContent()) ?? '', /Nothing has been paid/);
    await tab.show({ view: 'review-payment', language: 'en', frame: { canExtend: false } });
    equal(await page.getByRole('button', { name: 'Give me more time' }).count(), 0);
    return undefined;
  },
};

export const liveStatus: ApprovalCheck = {
  name: 'the page continues by itself after the approval in the app',
  async run({ open }) {
    await using tab = await open();
    const { page } = tab;
    tab.status = 'waiting';
    await tab.show({ view: 'device', language: 'en' });
    await page.getByText('Waiting for your app').waitFor();
    const loaded = page.waitForEvent('load', { timeout: 10_000 });
    tab.status = 'changed';
    await loaded;
    return undefined;
  },
};

export const countedAccounts: ApprovalCheck = {
  name: 'the button counts the chosen accounts',
  async run({ open }) {
    await using tab = await open();
    const { page } = tab;
    await tab.show({ view: 'accounts-several', language: 'en' });
    const button = page.locator('button[value="accounts"]');
    equal(await button.textContent(), 'Share 2 accounts');
    await page.getByRole('checkbox').first().uncheck();
    equal(await button.textContent(), 'Share 1 account');
    await page.getByRole('button', { name: 'Choose all or none' }).click();
    equal(await button.textContent(), 'Share 2 accounts');
    await page.getByRole('button', { name: 'Choose all or none' }).click();
    equal(await button.textContent(), 'Share the chosen accounts');
    return undefined;
  },
};
