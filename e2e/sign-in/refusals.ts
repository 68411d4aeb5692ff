import { equal, ok } from 'node:assert/strict';
import { registerApplication } from '../harness/application.ts';
import { type BrowserHarness, signIn } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import { expectStep, faultOn, moved, send } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';
import { leadOf } from './factors.ts';

const failuresMax = 5;

export const lockout: Check = {
  name: 'wrong passwords: the same words for everybody, a lock with a time, and the known browser still gets in',
  cast: ['app'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using known = await stage.visitor();
    const first = await stage.application.begin();
    await known.page.goto(first.url);
    await signIn(stage, known.page, customer);
    await send(known.page, 'agree');
    await stage.application.finish(known.page, first);

    const ofSomebody = await wrongTries(stage, customer.username);
    const ofNobody = await wrongTries(stage, `nobody.${customer.username}`);
    // Each page has its own reference; everything else is the same.
    equal(ofSomebody.join('\n'), ofNobody.join('\n'), 'a name of nobody is answered like one of somebody');
    ok(!(ofSomebody[0] ?? '').includes('Tries left'), 'the first slip is not counted aloud');
    ok((ofSomebody[3] ?? '').includes('Tries left: 1'), 'before the last try it is said');

    const again = await stage.application.begin({ prompt: 'login' });
    await known.page.goto(again.url);
    await signIn(stage, known.page, customer);
    if ((await known.page.locator('input[value="agree"]').count()) > 0) await send(known.page, 'agree');
    equal((await stage.application.finish(known.page, again)).username, customer.username);
    return undefined;
  },
};

/** What somebody is told who knows a name and no password. */
async function wrongTries(stage: BrowserHarness, username: string): Promise<readonly string[]> {
  await using visitor = await stage.visitor();
  const { page } = visitor;
  const begun = await stage.application.begin();
  await page.goto(begun.url);
  await send(page, 'identify', { username });
  const told: string[] = [];
  for (let tries = 1; tries < failuresMax; tries += 1) {
    await send(page, 'password', { password: `not the right one ${tries}` });
    told.push((await faultOn(page)).replace(/Reference \w+\./, ''));
  }
  await send(page, 'password', { password: 'not the right one at all' });
  const locked = await page.locator('main').innerText();
  ok(locked.includes('Sign-in is locked'), 'after five wrong tries it is locked');
  ok(/You can try again from .*[0-9]{2}:[0-9]{2}/.test(locked), 'and until when is said');
  return [...told, locked.replaceAll(/[0-9]{1,2}:[0-9]{2}/g, 'TIME')];
}

export const cancelled: Check = {
  name: 'cancel and refusal go back to the application; who has agreed is asked again only where it is wanted',
  cast: ['app'],
  async run(stage, ...cast) {
    await using visitor = await stage.visitor();
    const { page } = visitor;
    const early = await stage.application.begin();
    await page.goto(early.url);
    await send(page, 'cancel');
    equal(await stage.application.refusal(page, early), 'access_denied');
    const late = await stage.application.begin();
    await page.goto(late.url);
    await signIn(stage, page, leadOf(cast));
    await send(page, 'cancel');
    equal(await stage.application.refusal(page, late), 'access_denied');
    const agreed = await stage.application.begin();
    await page.goto(agreed.url);
    await send(page, 'agree');
    await stage.application.finish(page, agreed);
    const quiet = await stage.application.begin();
    await page.goto(quiet.url);
    await stage.application.finish(page, quiet);
    const asking = await stage.application.begin({ prompt: 'consent' });
    await page.goto(asking.url);
    await expectStep(page, 'agree');
    await send(page, 'agree');
    await stage.application.finish(page, asking);
    return undefined;
  },
};

export const signOut: Check = {
  name: 'sign-out: here, and everywhere else',
  cast: ['app'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using elsewhere = await stage.visitor();
    const begun = await stage.application.begin();
    await elsewhere.page.goto(begun.url);
    await signIn(stage, elsewhere.page, customer);
    await send(elsewhere.page, 'agree');
    await stage.application.finish(elsewhere.page, begun);

    await using here = await stage.visitor();
    const { page } = here;
    const account = `${stage.product.front.bankUrl}/account/${bank}`;
    await page.goto(account);
    await signIn(stage, page, customer);
    ok(
      (await page.locator('main').innerText()).includes('Example App'),
      'where somebody is signed in is shown',
    );
    await send(page, 'sign-out-elsewhere');
    ok((await page.locator('.notice[role="status"]').innerText()).includes('signed out everywhere else'));
    const anew = await stage.application.begin();
    await elsewhere.page.goto(anew.url);
    await expectStep(elsewhere.page, 'identify');
    await send(page, 'sign-out');
    ok((await page.locator('h1').innerText()).includes('signed out'));
    await page.goto(account);
    await expectStep(page, 'identify');
    // Chromium has its own page for what was sent and not kept.
    await page.goBack().catch(() => undefined);
    ok(!(await page.locator('body').innerText()).includes('You are signed in as'), 'nothing of it was kept');
    return undefined;
  },
};

export const signOutByApplication: Check = {
  name: 'sign-out that an application asks for: asked once, and then the session is over',
  cast: ['app'],
  async run(stage, ...cast) {
    await using visitor = await stage.visitor();
    const { page } = visitor;
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    await signIn(stage, page, leadOf(cast));
    await send(page, 'agree');
    await stage.application.finish(page, begun);
    await page.goto(`${stage.product.front.bankUrl}${await endOfSession(stage)}`);
    await moved(page, () => page.locator('button[name="logout"]').click());
    const anew = await stage.application.begin();
    await page.goto(anew.url);
    await expectStep(page, 'identify');
    return undefined;
  },
};

/** Where the server says that sessions are ended. */
async function endOfSession({ product }: BrowserHarness): Promise<string> {
  const response = await product.call(`/oauth/${bank}/.well-known/openid-configuration`, {});
  const said: Readonly<Record<string, unknown>> = JSON.parse(await response.text());
  return new URL(String(said['end_session_endpoint'])).pathname;
}

export const hostileName: Check = {
  name: 'a script in the name of an application is text',
  cast: [],
  async run(stage) {
    const name = '<script>alert(1)</script><b>Evil & Sons "Ltd"</b>';
    const application = await registerApplication(stage.product, name);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    const begun = await application.begin();
    await page.goto(begun.url);
    ok((await page.locator('main').innerText()).includes(name), 'the name is shown as it is');
    equal(await page.locator('main script, main b').count(), 0, 'nothing of it became part of the page');
    equal(dialogs, 0);
    return undefined;
  },
};
