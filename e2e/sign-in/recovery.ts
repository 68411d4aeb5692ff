import { equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type BrowserHarness, codeAfter } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import { expectStep, faultOn, send } from '../harness/forms.ts';
import { leadOf } from './factors.ts';

/** The letters and digits of a temporary password, wherever the message stands. */
export const temporaryPattern = /(?:^|[^A-Za-z0-9+/=.@-])([a-z2-9]{20})(?![A-Za-z0-9])/;

export const forgottenPassword: Check = {
  name: 'forgotten password: temporary one by mail, text message, new one; the old one is refused',
  cast: ['texts'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    await send(page, 'forgot-password');
    await send(page, 'send-reset', { username: customer.username });
    await send(page, 'temporary-password', { 'temporary-password': 'abcdefghjkmnpqrstuvw' });
    ok((await faultOn(page)).includes('not right or too old'), 'a guess is refused');
    const temporary = await stage.product.stubs.mailed(customer.email, temporaryPattern);
    const code = await codeAfter(stage, customer, () =>
      send(page, 'temporary-password', { 'temporary-password': temporary }),
    );
    await send(page, 'code', { code });
    await badRequest(page);
    const password = `${customer.password} anew`;
    await send(page, 'new-password', { 'new-password': password, 'repeat-password': password });
    ok((await page.locator('.notice[role="status"]').innerText()).includes('was changed'));
    await oldIsRefused(stage, { username: customer.username, password: customer.password });
    await send(page, 'identify', { username: customer.username });
    await send(page, 'password', { password });
    // A third message within a minute and a half would be one too many: that the password is right is enough here.
    equal(await faultOn(page), '');
    return undefined;
  },
};

async function badRequest(page: Page): Promise<void> {
  await expectStep(page, 'new-password');
  await send(page, 'new-password', { 'new-password': 'short', 'repeat-password': 'other' });
  const told = await faultOn(page);
  ok(told.includes('too short') && told.includes('not the same'), `two faults are told: ${told}`);
}

async function oldIsRefused(
  stage: BrowserHarness,
  { password, username }: { readonly username: string; readonly password: string },
): Promise<void> {
  await using visitor = await stage.visitor();
  const { page } = visitor;
  const begun = await stage.application.begin();
  await page.goto(begun.url);
  await send(page, 'identify', { username });
  await send(page, 'password', { password });
  ok((await faultOn(page)).includes('is not right'), 'the old password is refused');
}

export const forgottenName: Check = {
  name: 'forgotten user name: sent by mail; a stranger is answered in the same words',
  cast: ['app'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    const answers: string[] = [];
    for (const contact of [customer.email, 'nobody.at.all@example.org']) {
      await send(page, 'forgot-username');
      await send(page, 'send-username', { contact });
      answers.push((await page.locator('main').innerText()).replace(/Reference \w+/, ''));
    }
    equal(answers[0], answers[1]);
    const sent = await stage.product.stubs.mailed(customer.email, /(walker\.[0-9]+)(?![0-9]*@)/);
    equal(sent, customer.username);
    return undefined;
  },
};
