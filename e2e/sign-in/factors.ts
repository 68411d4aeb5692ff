import { deepEqual, equal, ok } from 'node:assert/strict';
import type { CDPSession, Page } from 'playwright-core';
import type { SignedIn } from '../harness/application.ts';
import { type BrowserHarness, giveName, signIn, type Visitor } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import type { Customer } from '../harness/customers.ts';
import { expectStep, faultOn, formOf, moved, send, stepsOn } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';

type Cast = readonly (Customer | undefined)[];

/** The first of those who were cast. */
export function leadOf([customer]: Cast): Customer {
  if (customer === undefined) throw new Error('nobody was cast');
  return customer;
}

export const byText: Check = {
  name: 'password and text message',
  cast: ['texts'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    await signIn(stage, page, customer);
    await send(page, 'agree');
    deepEqual(await stage.application.finish(page, begun), {
      username: customer.username,
      assurance: 'sca',
      methods: ['pwd', 'sms'],
    });
    return undefined;
  },
};

export const byApp: Check = {
  name: 'password and authenticator app; a wrong code first',
  cast: ['app'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    await giveName(page, customer);
    await send(page, 'code', { code: '000000' });
    ok((await faultOn(page)).includes('not right'), 'a wrong code is told');
    const code = (await customer.app?.code()) ?? '';
    // As people type it, and as another keyboard writes it.
    await send(page, 'code', { code: `${arabicDigits(code.slice(0, 3))} ${code.slice(3)}` });
    await send(page, 'agree');
    deepEqual(await stage.application.finish(page, begun), {
      username: customer.username,
      assurance: 'sca',
      methods: ['pwd', 'otp'],
    });
    return undefined;
  },
};

function arabicDigits(text: string): string {
  return text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));
}

export const byPasskey: Check = {
  name: 'passkey: made on the account page, used alone, removed',
  cast: ['app'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await page.addInitScript(offersNothing);
    const device = await giveDevice(page);
    const account = `${stage.product.front.bankUrl}/account/${bank}`;
    await page.goto(account);
    await signIn(stage, page, customer);
    await send(page, 'add-passkey');
    await send(page, 'save-passkey', { name: 'My phone' });
    ok((await page.locator('.notice[role="status"]').innerText()).includes('was added'));
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    await pressPasskey(page);
    await send(page, 'agree');
    const expected = { username: customer.username, assurance: 'sca', methods: ['hwk', 'user'] };
    deepEqual(await stage.application.finish(page, begun), expected);
    await offeredByItself(stage, visitor, { device, expected });
    await page.goto(account);
    ok((await page.locator('.things').first().innerText()).includes('Last used'), 'its use is shown');
    await send(page, 'remove-passkey');
    await send(page, 'confirm-remove-passkey');
    ok((await page.locator('main').innerText()).includes('You have no passkey yet'));
    await removedIsUseless(stage, page);
    return undefined;
  },
};

async function pressPasskey(page: Page): Promise<void> {
  await moved(page, () => formOf(page, 'passkey').locator('button').click());
}

/** Beside the user name the browser offers it before anybody presses anything. */
async function offeredByItself(
  stage: BrowserHarness,
  { context }: Visitor,
  { device, expected }: { readonly device: Device; readonly expected: SignedIn },
): Promise<void> {
  const page = await context.newPage();
  await giveDevice(page, await device.passkeys());
  const begun = await stage.application.begin({ prompt: 'login' });
  await page.goto(begun.url);
  deepEqual(await stage.application.finish(page, begun), expected);
  await page.close();
}

/** The device still has it; the bank no longer does. */
async function removedIsUseless(stage: BrowserHarness, page: Page): Promise<void> {
  const begun = await stage.application.begin({ prompt: 'login' });
  await page.goto(begun.url);
  await pressPasskey(page);
  ok((await faultOn(page)).includes('could not check your passkey'), 'a removed passkey opens nothing');
}

type Passkeys = Awaited<ReturnType<typeof credentialsIn>>;

// oxlint-disable-next-line typescript/explicit-function-return-type -- the protocol's own types are not exported
async function credentialsIn(session: CDPSession, authenticatorId: string) {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  return credentials;
}

interface Device {
  passkeys(): Promise<Passkeys>;
}

/** A device that keeps passkeys, with a fingerprint reader and a finger on it; it may have some from another device. */
export async function giveDevice(page: Page, passkeys: Passkeys = []): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  for (const credential of passkeys)
    await session.send('WebAuthn.addCredential', { authenticatorId, credential });
  return {
    passkeys: () => credentialsIn(session, authenticatorId),
  };
}

/** A browser that knows passkeys and does not offer them beside the user name: there the button is the way. */
export const offersNothing = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false';

export const stepUp: Check = {
  name: 'step-up: a password is enough first, then only the second factor is asked for',
  cast: ['app'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    const weak = await stage.application.begin({ acr_values: '1fa' });
    await page.goto(weak.url);
    await giveName(page, customer);
    await send(page, 'agree');
    const { assurance } = await stage.application.finish(page, weak);
    equal(assurance, '1fa');
    const strong = await stage.application.begin({ acr_values: 'sca' });
    await page.goto(strong.url);
    if ((await stepsOn(page)).includes('method') && (await page.locator('[name="factor"]').count()) > 1) {
      await page.locator('[name="factor"][value="totp"]').first().check();
      await send(page, 'method');
    }
    await expectStep(page, 'code');
    await send(page, 'code', { code: (await customer.app?.code()) ?? '' });
    if ((await stepsOn(page)).includes('agree')) await send(page, 'agree');
    const stronger = await stage.application.finish(page, strong);
    equal(stronger.assurance, 'sca');
    equal(stronger.username, customer.username);
    return `methods ${stronger.methods.join(' ')}`;
  },
};
