import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { upsertEmployee } from '../store/employees.store.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { authorizePath, locationOf, obtainCode, pushRequest } from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';

let testApp: ServerTestApp;
let app: TestClient;
let console: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp({
    customers: {
      find: async () => ({ customerNumber: '1000000048' }),
      findOrganization: async () => undefined,
    },
  });
  app = await createTestClient(testApp, { kind: 'customer-app' });
  console = await createTestClient(testApp, { kind: 'console' });
  await runCommand(testApp.contextFor('01'), async (work) => {
    upsertEmployee(work, {
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

/** Returns whether a browser with a session must sign in again at a client. */
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
  it('of a customer does not count at a console', async () => {
    const { browser, code } = await obtainCode(testApp, app);
    expect(code).not.toBe('');
    expect(await isAskedToSignIn(app, browser)).toBe(false);
    expect(await isAskedToSignIn(console, browser)).toBe(true);
  });

  it('of an employee does not count at a customer app', async () => {
    const { browser, code } = await obtainCode(testApp, console, { signedIn: { accountId: 'employee:e-1' } });
    expect(code).not.toBe('');
    expect(await isAskedToSignIn(console, browser)).toBe(false);
    expect(await isAskedToSignIn(app, browser)).toBe(true);
  });
});

it('a customer who signs in at a console gets no code', async () => {
  const { code } = await obtainCode(testApp, console, { signedIn: { accountId: 'usr_test' } });
  expect(code).toBe('');
});
