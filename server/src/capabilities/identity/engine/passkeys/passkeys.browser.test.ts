import { createServer, type Server } from 'node:http';
import { type Browser, type CDPSession, chromium, type Frame, type Page } from 'playwright-core';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CreatedCredential, type Passkey, passkeysMax } from '../../domain/passkey.ts';
import { createPasskeyCeremonies, type PasskeyCeremonies } from './ceremonies.ts';
import { userHandle } from './user-handle.ts';

/** Results of a real browser. Chromium must be installed: no test is skipped. */
const timeoutMs = 60_000;
const handle = userHandle(Buffer.alloc(32, 7), 'user-1');
const request = { userHandle: handle, username: 'anna', displayName: 'Anna Example', known: [] };
const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

let server: Server;
let browser: Browser;
let page: Page;
let cdp: CDPSession;
let port: number;
let ceremonies: PasskeyCeremonies;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Bank</title>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  ({ port } = address);
  ceremonies = createPasskeyCeremonies({
    rpId: 'localhost',
    origin: `http://localhost:${port}`,
    rpName: 'The Bank',
  });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}, timeoutMs);

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

let authenticatorId: string;

beforeEach(async () => {
  const context = await browser.newContext();
  page = await context.newPage();
  cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device }));
  await page.goto(`http://localhost:${port}/`);
  return async () => context.close();
}, timeoutMs);

/** Acts like our page: returns the response as JSON, or the name of the exception. */
async function responseOf(
  ask: 'create' | 'get',
  options: string,
  frame: Frame | Page = page,
): Promise<string> {
  const parse = ask === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON';
  const responseText: unknown = await frame.evaluate(`(async () => {
    try {
      const publicKey = PublicKeyCredential.${parse}(${options});
      const credential = await navigator.credentials.${ask}({ publicKey });
      return JSON.stringify(credential.toJSON());
    } catch (error) {
      return error.name;
    }
  })()`);
  if (typeof responseText !== 'string') throw new Error('the browser gave no text');
  return responseText;
}

function clientDataIn(responseText: string): unknown {
  const { response }: { response: { clientDataJSON: string } } = JSON.parse(responseText);
  return JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
}

const passkeyOf = (created: CreatedCredential): Passkey => ({
  ...created,
  passkeyId: 'passkey-1',
  userId: 'user-1',
  name: 'Chromium',
  createdAt: Temporal.Instant.from('2026-11-01T00:00:00Z'),
  lastUsedAt: undefined,
});

async function enrolled(): Promise<Passkey> {
  const { options, challenge } = await ceremonies.beginCreation(request);
  const created = await ceremonies.finishCreation({
    response: await responseOf('create', options),
    challenge,
  });
  if (created === undefined) throw new Error('the passkey was refused');
  return passkeyOf(created);
}

describe('in a real browser', { timeout: timeoutMs }, () => {
  test('a passkey is created, and found without being named', async () => {
    const passkey = await enrolled();
    expect(passkey).toMatchObject({ transports: ['internal'], isBackedUp: false, isBackupEligible: false });

    const { options, challenge } = await ceremonies.beginUse(undefined);
    const response = await responseOf('get', options);
    expect(ceremonies.credentialIn(response)).toEqual({
      credentialId: passkey.credentialId,
      userHandle: Buffer.from(handle).toString('base64url'),
    });
    const used = await ceremonies.finishUse({ response, challenge, passkey, userHandles: [handle] });
    expect(used).toEqual({ newSignCount: passkey.signCount + 1, isBackedUp: false });

    const next = await ceremonies.beginUse(undefined);
    expect(await ceremonies.finishUse({ response, challenge: next.challenge, passkey })).toBeUndefined();
  });

  test('a named passkey signs the given challenge', async () => {
    const passkey = await enrolled();
    const digest = Buffer.alloc(32, 3);
    const { options, challenge } = await ceremonies.beginUse([passkey], digest);
    const response = await responseOf('get', options);
    expect(challenge).toBe(digest.toString('base64url'));
    expect(await ceremonies.finishUse({ response, challenge, passkey })).toBeDefined();
  });

  test('a decreasing count is a clone', async () => {
    const passkey = await enrolled();
    const { options, challenge } = await ceremonies.beginUse([passkey]);
    const response = await responseOf('get', options);
    const ahead = { ...passkey, signCount: passkey.signCount + 1000 };
    expect(await ceremonies.verifyUse({ response, challenge, passkey: ahead })).toMatchObject({
      kind: 'cloned',
    });
  });

  test('a device that has a passkey creates no second one, and a list may be full', async () => {
    const passkey = await enrolled();
    const others = Array.from({ length: passkeysMax - 1 }, (_, index) => ({
      credentialId: Buffer.alloc(32, index).toString('base64url'),
      transports: ['usb'],
    }));
    const { options } = await ceremonies.beginCreation({ ...request, known: [...others, passkey] });
    expect(await responseOf('create', options)).toBe('InvalidStateError');
  });

  test('a device without user verification is refused', async () => {
    const passkey = await enrolled();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    const use = await ceremonies.beginUse([passkey]);
    expect(await responseOf('get', use.options)).toBe('NotAllowedError');
    const creation = await ceremonies.beginCreation(request);
    expect(await responseOf('create', creation.options)).toBe('NotAllowedError');
  });

  test('a passkey used while another page embeds ours in a frame is refused', async () => {
    const passkey = await enrolled();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.setContent(
      `<iframe src="http://localhost:${port}/" allow="publickey-credentials-get *"></iframe>`,
    );
    const frame = page.frames()[1];
    if (frame === undefined) throw new Error('there is no frame');
    await frame.waitForLoadState();
    const { options, challenge } = await ceremonies.beginUse([passkey]);
    const response = await responseOf('get', options, frame);
    expect(clientDataIn(response)).toMatchObject({ challenge, crossOrigin: true });
    expect(await ceremonies.verifyUse({ response, challenge, passkey })).toEqual({ kind: 'refused' });
  });
});
