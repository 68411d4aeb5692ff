import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { saveEmployee } from '../store/employees.store.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { authorizePath, locationOf, obtainCode, pushRequest } from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';

let testApp: ServerTestApp;
let app: TestClient;
let console: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp({
    customers: { find: async () => ({ customerNumber: '1000000048', actingFor: undefined }) },
  });
  app = await createTestClient(testApp, { kind: 'customer-app' });
  console = await createTestClient(testApp, { kind: 'console' });
  await runCommand(testApp.contextFor('01'), async (work) => {
    saveEmployee(work, {
      bankId: '01',
      employeeId: 'e-1',
      upstreamIssuer: 'https://staff.test',
      upstreamSubject: 's-1',
      unit: undefined,
      roles: ['maintenance'],
      signedInAt: testApp.clock.now(),
    });
    work.audit({ aggregateKind: 'employee', aggregateId: 'e-1', changes: [] });
  });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

/** Whether a browser that has a session goes straight on at a client, or is asked who it is. */
async function isAskedToSignIn(
  client: TestClient,
  browser: Awaited<ReturnType<typeof obtainCode>>['browser'],
): Promise<boolean> {
  const answer = await browser.get(authorizePath(client, await pushRequest(client, createPkce())));
  const uid = /\/interaction\/([^/]+)$/.exec(locationOf(answer).pathname)?.[1] ?? '';
  const interaction = await testApp.server.providerOf('01').Interaction.find(uid);
  return interaction?.prompt.name === 'login';
}

describe('a session', () => {
  it('of a customer is no session at a console', async () => {
    const { browser, code } = await obtainCode(testApp, app);
    expect(code).not.toBe('');
    expect(await isAskedToSignIn(app, browser)).toBe(false);
    expect(await isAskedToSignIn(console, browser)).toBe(true);
  });

  it('of a member of staff is no session at a customer app', async () => {
    const { browser, code } = await obtainCode(testApp, console, { signedIn: { accountId: 'employee:e-1' } });
    expect(code).not.toBe('');
    expect(await isAskedToSignIn(console, browser)).toBe(false);
    expect(await isAskedToSignIn(app, browser)).toBe(true);
  });
});

it('a customer who says to have signed in at a console gets no code there', async () => {
  const { code } = await obtainCode(testApp, console, { signedIn: { accountId: 'usr_test' } });
  expect(code).toBe('');
});
