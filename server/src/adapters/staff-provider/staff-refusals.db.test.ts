import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizePath, pushRequest } from '#capabilities/oauth/testing/test-browser.suite.ts';
import { createPkce, createTestClient } from '#capabilities/oauth/testing/test-client.suite.ts';
import type { Arrival } from './staff-browser.suite.ts';
import { anna, createStaffHarness, type StaffHarness } from './staff-harness.suite.ts';
import type { UpstreamPerson } from './upstream-person.suite.ts';

let harness: StaffHarness;
beforeAll(async () => {
  harness = await createStaffHarness();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

const nowSeconds = (): number => Math.floor(harness.app.clock.now().epochMilliseconds / 1_000);

/** What the page says, by the plain words of the tests' pages. */
const pageOf = ({ status, text }: Arrival): string => `${status} ${text.split(':')[0]}`;

async function pageFor(person: Partial<UpstreamPerson>, form = {}): Promise<string> {
  const { arrival } = await harness.signIn(harness.browser(person), form);
  return pageOf(arrival);
}

async function refusals(problem: string): Promise<readonly unknown[]> {
  const rows = await harness.app.database.query<{ record: string }>(
    "select record from platform.audit_entry where record::jsonb->>'problem' = $1",
    [problem],
  );
  return rows.map(({ record }): unknown => JSON.parse(record));
}

describe('the way back from the provider', () => {
  it('leads nowhere with another state, two of them, or none', async () => {
    const browser = harness.browser();
    const way = await harness.wayBack(browser);
    const [wrong, double, none] = [new URL(way), new URL(way), new URL(way)];
    wrong.searchParams.set('state', 'somebody-elses');
    double.searchParams.append('state', 'somebody-elses');
    none.searchParams.delete('state');
    for (const { href } of [wrong, double, none])
      expect(pageOf(await browser.open(href))).toBe('400 sign-in-over');
    expect((await browser.open(way.href)).url.searchParams.get('code')).not.toBeNull();
  });

  it('can be gone once: of twenty at the same time, one comes through', async () => {
    const browser = harness.browser();
    const { href } = await harness.wayBack(browser);
    const arrivals = await Promise.all(
      Array.from({ length: 20 }, () =>
        browser.open(href, (next) => next.pathname.startsWith('/oauth/01/auth/')),
      ),
    );
    const through = arrivals.filter(({ url }) => url.pathname.startsWith('/oauth/01/auth/'));
    expect(through.length).toBe(1);
    const others = arrivals.filter((arrival) => !through.includes(arrival));
    expect(new Set(others.map(pageOf))).toEqual(new Set(['400 sign-in-over']));
  });

  it('is the way of one browser, and nobody else can spoil it', async () => {
    const [browser, other] = [harness.browser(), harness.browser()];
    const { href } = await harness.wayBack(browser);
    // Another browser that is on a way of its own, and one that was never here.
    await harness.wayBack(other);
    for (const stranger of [other, harness.browser()])
      expect(pageOf(await stranger.open(href))).toBe('400 sign-in-over');
    expect((await browser.open(href)).url.searchParams.get('code')).not.toBeNull();
    expect((await refusals('sign-in-over')).length).toBeGreaterThanOrEqual(2);
  });

  it('is closed for a browser with two cookies of one name', async () => {
    const browser = harness.browser();
    const { href } = await harness.wayBack(browser);
    const [binding] = browser.cookiesOf('https://bank.test').filter(({ name }) => name.endsWith('-staff'));
    if (binding === undefined) throw new Error('the browser is not tied');
    browser.putCookie({ ...binding, path: '/oauth', value: 'A'.repeat(43) });
    expect(pageOf(await browser.open(href))).toBe('400 sign-in-over');
  });

  it('is closed after ten minutes', async () => {
    const browser = harness.browser();
    const { href } = await harness.wayBack(browser);
    await harness.moveTime(600);
    expect(pageOf(await browser.open(href))).toBe('400 sign-in-over');
  });

  it('does not lead into another bank', async () => {
    const browser = harness.browser();
    const way = await harness.wayBack(browser);
    const elsewhere = way.href.replace('/oauth/01/', '/oauth/02/');
    expect(pageOf(await browser.open(elsewhere))).toBe('400 sign-in-over');
  });

  it('leads nowhere when another provider answered, or nobody says which', async () => {
    for (const iss of ['https://evil.test', undefined]) {
      const browser = harness.browser();
      const way = await harness.wayBack(browser);
      if (iss === undefined) way.searchParams.delete('iss');
      else way.searchParams.set('iss', iss);
      expect(pageOf(await browser.open(way.href))).toBe('400 sign-in-not-proven');
    }
    expect(await refusals('sign-in-not-proven')).toContainEqual(
      expect.objectContaining({ outcome: 'refused', operation: 'OAuth_FinishStaffSignIn' }),
    );
  });

  it('leads nowhere with somebody else’s code', async () => {
    const [browser, other] = [harness.browser(), harness.browser({ subject: 'upstream-other' })];
    const [way, others] = [await harness.wayBack(browser), await harness.wayBack(other)];
    way.searchParams.set('code', others.searchParams.get('code') ?? '');
    expect(pageOf(await browser.open(way.href))).toBe('400 sign-in-not-proven');
  });
});

describe('an ID token is not believed', () => {
  it.each<[string, () => Partial<UpstreamPerson>]>([
    ['with another nonce', () => ({ wrongClaims: { nonce: 'another' } })],
    ['without nonce', () => ({ wrongClaims: { nonce: null } })],
    ['for another client', () => ({ wrongClaims: { aud: 'somebody-else' } })],
    ['for us and another, given to the other', () => ({ wrongClaims: { aud: ['portico', 'x'], azp: 'x' } })],
    ['of another issuer', () => ({ wrongClaims: { iss: 'https://evil.test' } })],
    ['that has expired', () => ({ wrongClaims: { exp: nowSeconds() - 11 } })],
    ['without end', () => ({ wrongClaims: { exp: null } })],
    ['that is not valid yet', () => ({ wrongClaims: { nbf: nowSeconds() + 11 } })],
    ['without subject', () => ({ wrongClaims: { sub: null } })],
    ['signed with another key', () => ({ signature: 'foreign' })],
    ['that nobody signed', () => ({ signature: 'none' })],
  ])('%s', async (_what, person) => {
    expect(await pageFor(person())).toBe('400 sign-in-not-proven');
  });

  it('but clocks may differ a little', async () => {
    const { arrival } = await harness.signIn(
      harness.browser({
        wrongClaims: { exp: nowSeconds() - 9, nbf: nowSeconds() + 9, auth_time: nowSeconds() + 9 },
      }),
    );
    expect(arrival.url.searchParams.get('code')).not.toBeNull();
  });
});

describe('who is let in', () => {
  it('is nobody whose roles mean nothing here', async () => {
    const claims = { employee: { number: 'e-2001' }, groups: ['unmapped', 'maintenance'] };
    expect(await pageFor({ subject: 'upstream-2001', claims })).toBe('403 employee-without-role');
    expect(await refusals('employee-without-role')).toContainEqual(
      expect.objectContaining({
        aggregate: { kind: 'staff-sign-in', id: expect.stringMatching(/^[\w-]{22}$/) },
        changes: [
          { field: 'upstreamSubject', after: 'upstream-2001' },
          { field: 'employeeId', after: 'e-2001' },
        ],
      }),
    );
    const rows = await harness.app.database.query('select 1 from oauth.employee where employee_id = $1', [
      'e-2001',
    ]);
    expect(rows).toEqual([]);
  });

  it('is nobody without a usable employee id', async () => {
    for (const number of [undefined, '', 'a b', { nested: true }])
      expect(
        await pageFor({ subject: 'upstream-2002', claims: { employee: { number }, groups: ['ops'] } }),
      ).toBe('403 employee-unnamed');
  });

  it('is nobody with the employee id of somebody else', async () => {
    const claims = (number: string): object => ({ claims: { employee: { number }, groups: ['ops'] } });
    await harness.signIn(harness.browser({ subject: 'upstream-2003', ...claims('e-2003') }));
    expect(await pageFor({ subject: 'upstream-thief', ...claims('e-2003') })).toBe('403 employee-mismatch');
    expect(await pageFor({ subject: 'upstream-2003', ...claims('e-2004') })).toBe('403 employee-mismatch');
    const [row] = await harness.app.database.query(
      'select upstream_subject from oauth.employee where employee_id = $1',
      ['e-2003'],
    );
    expect(row).toEqual({ upstream_subject: 'upstream-2003' });
    expect(await refusals('employee-mismatch')).toContainEqual(
      expect.objectContaining({
        changes: expect.arrayContaining([{ field: 'employeeId', after: 'e-2003' }]),
      }),
    );
  });
});

describe('a sign-in that is less than was asked for', () => {
  it.each([
    ['weaker', { strongestAcr: 'bronze' }, { acr_values: 'sca' }, '403 sign-in-too-weak'],
    [
      'of no known class',
      { acr: 'platinum', strongestAcr: '-' },
      { acr_values: 'sca' },
      '403 sign-in-too-weak',
    ],
    ['bound to nothing', {}, { acr_values: 'sca-linked' }, '403 sign-in-too-weak'],
    [
      'weaker, says the provider',
      { error: 'unmet_authentication_requirements' },
      { acr_values: 'sca' },
      '403 sign-in-too-weak',
    ],
    ['older than max_age', { ageSeconds: 41 }, { max_age: '30' }, '403 sign-in-too-old'],
    ['older than the wish for a new one', { ageSeconds: 11 }, { prompt: 'login' }, '403 sign-in-too-old'],
    ['older than a session may be', { ageSeconds: 12 * 3_600 }, {}, '403 sign-in-too-old'],
    ['of unknown age', { wrongClaims: { auth_time: null } }, {}, '403 sign-in-too-old'],
    ['in the future', { wrongClaims: { auth_time: 4_000_000_000 } }, {}, '403 sign-in-too-old'],
  ])('is refused: %s', async (_what, person, form, page) => {
    expect(await pageFor(person, form)).toBe(page);
  });

  it('may be done better on the spot', async () => {
    const browser = harness.browser({ ageSeconds: 60 });
    const { arrival } = await harness.signIn(browser, { max_age: '30' });
    const tryAgainAt = arrival.text.split(': ')[1] ?? '';
    expect(tryAgainAt).toMatch(/^\/oauth\/01\/interaction\/[\w-]+$/);
    browser.be(anna);
    expect((await browser.open(tryAgainAt)).url.searchParams.get('code')).not.toBeNull();
  });
});

describe('a provider that fails', () => {
  const awayWithin = async (browse: () => Promise<Arrival>, ms: number): Promise<string> => {
    const before = performance.now();
    const page = pageOf(await browse());
    expect(performance.now() - before).toBeLessThan(ms);
    return page;
  };

  it('and is not there at all is told at once', async () => {
    const console = await createTestClient(harness.app, { kind: 'console', bankId: '02' });
    const pushed = await pushRequest(console, createPkce());
    const browse = (): Promise<Arrival> => harness.browser().open(authorizePath(console, pushed));
    expect(await awayWithin(browse, 30_000)).toBe('503 staff-provider-away');
  });

  it.each(['silent', 'broken'] as const)('because it is %s is told soon, at either end', async (mode) => {
    const browser = harness.browser();
    const { href } = await harness.wayBack(browser);
    const { path } = await harness.begin();
    await harness.upstream.setMood(mode);
    try {
      expect(await awayWithin(() => harness.browser().open(path), 30_000)).toBe('503 staff-provider-away');
      expect(await awayWithin(() => browser.open(href), 30_000)).toBe('503 staff-provider-away');
    } finally {
      await harness.upstream.setMood('working');
    }
    // The same sign-in goes on as soon as the provider does.
    expect((await browser.open(path)).url.searchParams.get('code')).not.toBeNull();
  });

  it('while tokens are fetched is told, and its words are not shown', async () => {
    const { arrival } = await harness.signIn(harness.browser({ tokenStatus: 500 }));
    expect(pageOf(arrival)).toBe('503 staff-provider-away');
    expect(arrival.text).not.toContain('upstream');
  });

  it.each([
    ['temporarily_unavailable', '503 staff-provider-away'],
    ['server_error', '503 staff-provider-away'],
    ['login_required', '400 sign-in-not-proven'],
    ['<script>alert(1)</script>', '400 sign-in-not-proven'],
  ])('with %s is told in our words', async (error, page) => {
    const browser = harness.browser();
    const way = await harness.wayBack(browser);
    way.searchParams.delete('code');
    way.searchParams.set('error', error);
    way.searchParams.set('error_description', '<script>alert(2)</script>');
    const arrival = await browser.open(way.href);
    expect(pageOf(arrival)).toBe(page);
    expect(arrival.text).not.toContain('script');
  });
});

describe('who changes their mind', () => {
  it('is sent back to the console, which learns that nobody came', async () => {
    const { arrival } = await harness.signIn(harness.browser({ error: 'access_denied' }));
    const { origin, searchParams } = arrival.url;
    expect({ origin, ...Object.fromEntries(searchParams) }).toEqual({
      origin: 'https://app.test',
      error: 'access_denied',
      state: 'the-state',
      iss: harness.console.issuer,
    });
  });
});

describe('nothing of a sign-in', () => {
  it('can be read in the database or in the log', async () => {
    const browser = harness.browser();
    const way = await harness.wayBack(browser);
    const state = way.searchParams.get('state') ?? '';
    await browser.open(way.href);
    const rows = await harness.app.database.query<{ artefact_hash: Buffer; sealed_content: Buffer }>(
      "select artefact_hash, sealed_content from oauth.artefact where kind = 'StaffSignIn'",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { artefact_hash, sealed_content } of rows) {
      expect(artefact_hash.includes(state)).toBe(false);
      expect(sealed_content.includes('verifier')).toBe(false);
    }
    expect(JSON.stringify(harness.app.lines)).not.toContain(state);
    expect(JSON.stringify(harness.app.lines)).not.toContain('upstream-anna');
  });
});
