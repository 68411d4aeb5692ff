import { afterAll, beforeAll, expect, it } from 'vitest';
import { disableClient } from '../operations/disable-client.ts';
import { enableClient } from '../operations/enable-client.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { obtainCode, redeem } from '../testing/test-browser.suite.ts';
import { createTestClient, type TestClient } from '../testing/test-client.suite.ts';

let app: ServerTestApp;
beforeAll(async () => {
  app = await createServerTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

async function tokenOf(client: TestClient): Promise<string> {
  const { body } = await client.post('/token', { grant_type: 'client_credentials', scope: 'party.read' });
  return String(Reflect.get(Object(body), 'access_token'));
}

async function isGood(token: string): Promise<boolean> {
  await app.revocations.refresh();
  return (await app.verifier.verify(token)).kind === 'accepted';
}

function moveMilliseconds(milliseconds: number): void {
  app.clock.advance({ milliseconds });
  app.moveTime(0);
}

it('a token that a process issues before it learns that the client is disabled is void too', async () => {
  moveMilliseconds(900);
  const client = await createTestClient(app);
  const before = await tokenOf(client);
  expect(await isGood(before)).toBe(true);
  await disableClient(app.contextFor('01'), client.clientId);
  // The next second, and the cached client is still fresh.
  moveMilliseconds(600);
  const late = await tokenOf(client);
  expect(late).toContain('.');
  expect([await isGood(before), await isGood(late)]).toEqual([false, false]);
  app.moveTime(60);
  await enableClient(app.contextFor('01'), client.clientId);
  app.moveTime(1);
  expect([await isGood(await tokenOf(client)), await isGood(late)]).toEqual([true, false]);
});

it('a code and a refresh token from before stay void when the client is enabled again', async () => {
  const console = await createTestClient(app, { kind: 'console' });
  const redeemed = await redeem(console, await obtainCode(app, console));
  const refreshToken = String(Reflect.get(Object(redeemed.body), 'refresh_token'));
  const unused = await obtainCode(app, console);
  const context = app.contextFor('01');
  await disableClient(context, console.clientId);
  app.moveTime(20);
  await enableClient(context, console.clientId);
  app.moveTime(2);
  const refreshed = await console.post('/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  expect([refreshed.status, (await redeem(console, unused)).status]).toEqual([400, 400]);
  expect((await redeem(console, await obtainCode(app, console))).status).toBe(200);
});

it('a client revokes nothing in another bank, where another client has the same id', async () => {
  const [here, there] = [
    await createTestClient(app, { clientId: 'twin' }),
    await createTestClient(app, { clientId: 'twin', bankId: '02' }),
  ];
  const token = await tokenOf(here);
  expect((await there.post('/token/revocation', { token })).status).toBe(200);
  expect(await isGood(token)).toBe(true);
  expect(await app.database.query("select value from oauth.revocation where bank_id = '02'")).toEqual([]);
  expect((await here.post('/token/revocation', { token })).status).toBe(200);
  expect(await isGood(token)).toBe(false);
});
