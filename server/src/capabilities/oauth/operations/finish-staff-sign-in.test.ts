import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type ScriptedStaffProvider,
  scriptedStaffProvider,
} from '../testing/scripted-staff-provider.suite.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  authorizePath,
  createTestBrowser,
  locationOf,
  pushRequest,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type Form, type TestClient } from '../testing/test-client.suite.ts';

/** Decisions of our own server; the tests beside the adapter use a real provider. */
let app: ServerTestApp;
let provider: ScriptedStaffProvider;
let console: TestClient;
beforeAll(async () => {
  provider = scriptedStaffProvider(() => Math.floor(app.clock.now().epochMilliseconds / 1_000));
  app = await createServerTestApp({ staff: { of: (bankId) => (bankId === '01' ? provider : undefined) } });
  console = await createTestClient(app, { kind: 'console' });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

interface Way {
  readonly browser: TestBrowser;
  readonly back: string;
}

async function wayBack(form: Form = {}): Promise<Way> {
  const browser = createTestBrowser(app);
  const first = await browser.get(authorizePath(console, await pushRequest(console, createPkce(), form)));
  const there = await browser.get(locationOf(first).pathname);
  const state = locationOf(there).searchParams.get('state') ?? '';
  return { browser, back: `/oauth/01/staff/callback?state=${state}&code=code` };
}

async function comingBack(form: Form = {}): Promise<TestServerResponse> {
  const { back, browser } = await wayBack(form);
  return browser.get(back);
}

const pageOf = ({ status, text }: TestServerResponse): string => `${status} ${text.split(':')[0]}`;

describe('the callback of the provider', () => {
  it('redirects to the client', async () => {
    provider.be({});
    const answer = await comingBack();
    expect(answer.status).toBe(303);
    expect(locationOf(answer).pathname).toMatch(/^\/oauth\/01\/auth\/[\w-]+$/);
  });

  it.each([
    ['employee-unnamed', { employee: '' }, {}],
    ['employee-without-role', { groups: [] }, {}],
    ['employee-mismatch', { sub: 'another-subject' }, {}],
    ['sign-in-too-weak', {}, { acr_values: 'sca' }],
    ['sign-in-too-old', { auth_time: 1 }, {}],
  ])('is refused and recorded: %s', async (problem, claims, form) => {
    provider.be(claims);
    expect(pageOf(await comingBack(form))).toBe(`403 ${problem}`);
    const rows = await app.database.query(
      `select 1 from platform.audit_entry where aggregate_kind = 'staff-sign-in'
         and record::jsonb->>'problem' = $1 and record::jsonb->>'outcome' = 'refused'`,
      [problem],
    );
    expect(rows.length).toBe(1);
  });

  it.each([
    ['not-proven', '400 sign-in-not-proven'],
    ['too-weak', '403 sign-in-too-weak'],
    ['away', '503 staff-provider-away'],
  ] as const)('may end %s', async (how, page) => {
    provider.be({});
    provider.end(how);
    const answer = await comingBack();
    expect(pageOf(answer)).toBe(page);
    expect(answer.text).toMatch(/: \/oauth\/01\/interaction\/[\w-]+$/);
  });

  it('tells the client that the employee cancelled', async () => {
    const { back, browser } = await wayBack();
    const answer = await browser.get(`${back}&error=access_denied`);
    const returned = await browser.get(locationOf(answer).href);
    expect(locationOf(returned).searchParams.get('error')).toBe('access_denied');
  });

  it('fails without a state, with an unknown one, or with that of another bank: sign-in-over', async () => {
    const { back, browser } = await wayBack();
    for (const path of [
      '/oauth/01/staff/callback',
      '/oauth/01/staff/callback?state=x',
      back.replace('/01/', '/02/'),
    ])
      expect(pageOf(await browser.get(path))).toBe('400 sign-in-over');
  });

  it('fails if the interaction has ended', async () => {
    const { back, browser } = await wayBack();
    await app.database.query("delete from oauth.artefact where kind = 'Interaction'");
    expect(pageOf(await browser.get(back))).toBe('400 sign-in-over');
  });

  it('shows a page without details on an internal error', async () => {
    const { back, browser } = await wayBack();
    await app.database.query('alter table oauth.employee rename to employee_gone');
    try {
      provider.be({});
      const answer = await browser.get(back);
      expect(pageOf(answer)).toBe('500 internal-error');
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    } finally {
      await app.database.query('alter table oauth.employee_gone rename to employee');
    }
    expect(app.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'sign-in failed with an unexpected error' }),
    );
  });
});
