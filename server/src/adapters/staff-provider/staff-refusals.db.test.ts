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

/** The message of the page, in the plain texts of the test pages. */
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

describe('the callback of the provider', () => {
  it('is rejected with another state, two of them, or none', async () => {
    const browser = harness.browser();
    const way = await harness.callbackUrl(browser);
    const [wrong, double, none] = [new URL(way), new URL(way), new URL(way)];
    wrong.searchParams.set('state', 'another-state');
    double.searchParams.append('state', 'another-state');
    none.searchParams.delete('state');
    for (const { href } of [wrong, double, none])
      expect(pageOf(await browser.open(href))).toBe('400 sign-in-over');
    expect((await browser.open(way.href)).url.searchParams.get('code')).not.toBeNull();
  });

  it('works once: of twenty concurrent requests, one succeeds', async () => {
    const browser = harness.browser();
    const { href } = await harness.callbackUrl(browser);
    const arrivals = await Promise.all(
      Array.from({ length: 20 }, () =>
        browser.open(href, (next) => next.pathname.startsWith('/oauth/01/auth/')),
      ),
    );
    const signInThrough = arrivals.filter(({ url }) => url.pathname.startsWith('/oauth/01/auth/'));
    expect(signInThrough.length).toBe(1);
    const others = arrivals.filter((arrival) => !signInThrough.includes(arrival));
    expect(new Set(others.map(pageOf))).toEqual(new Set(['400 sign-in-over']));
  });

  it('is bound to one browser, and no other browser can consume it', async () => {
    const [browser, other] = [harness.browser(), harness.browser()];
    const { href } = await harness.callbackUrl(browser);
    // Another browser with its own sign-in, and one without.
    await harness.callbackUrl(other);
    for (const otherBrowser of [other, harness.browser()])
      expect(pageOf(await otherBrowser.open(href))).toBe('400 sign-in-over');
    expect((await browser.open(href)).url.searchParams.get('code')).not.toBeNull();
    expect((await refusals('sign-in-over')).length).toBeGreaterThanOrEqual(2);
  });

  it('is rejected for a browser with two cookies of one name', async () => {
    const browser = harness.browser();
    const { href } = await harness.callbackUrl(browser);
    const [binding] = browser.cookiesOf('https://bank.test').filter(({ name }) => name.endsWith('-staff'));
    if (binding === undefined) throw new Error('the browser is not bound');
    browser.putCookie({ ...binding, path: '/oauth', value: 'A'.repeat(43) });
    expect(pageOf(await browser.open(href))).toBe('400 sign-in-over');
  });

  it('expires after ten minutes', async () => {
    const browser = harness.browser();
    const { href } = await harness.callbackUrl(browser);
    await harness.moveTime(600);
    expect(pageOf(await browser.open(href))).toBe('400 sign-in-over');
  });

  it('is not valid for another bank', async () => {
    const browser = harness.browser();
    const way = await harness.callbackUrl(browser);
    const elsewhere = way.href.replace('/oauth/01/', '/oauth/02/');
    expect(pageOf(await browser.open(elsewhere))).toBe('400 sign-in-over');
  });

  it('is rejected with another or missing issuer', async () => {
    for (const iss of ['https://evil.test', undefined]) {
      const browser = harness.browser();
      const way = await harness.callbackUrl(browser);
      if (iss === undefined) way.searchParams.delete('iss');
      else way.searchParams.set('iss', iss);
      expect(pageOf(await browser.open(way.href))).toBe('400 sign-in-not-proven');
    }
    expect(await refusals('sign-in-not-proven')).toContainEqual(
      expect.objectContaining({ outcome: 'refused', operation: 'OAuth_FinishStaffSignIn' }),
    );
  });

  it('is rejected with another user’s code', async () => {
    const [browser, other] = [harness.browser(), harness.browser({ subject: 'upstream-other' })];
    const [way, others] = [await harness.callbackUrl(browser), await harness.callbackUrl(other)];
    way.searchParams.set('code', others.searchParams.get('code') ?? '');
    expect(pageOf(await browser.open(way.href))).toBe('400 sign-in-not-proven');
  });
});

describe('an ID token is rejected', () => {
  it.each<[string, () => Partial<UpstreamPerson>]>([
    ['with another nonce', () => ({ wrongClaims: { nonce: 'another' } })],
    ['without nonce', () => ({ wrongClaims: { nonce: null } })],
    ['for another client', () => ({ wrongClaims: { aud: 'another-client' } })],
    ['for us and another, issued to the other', () => ({ wrongClaims: { aud: ['portico', 'x'], azp: 'x' } })],
    ['of another issuer', () => ({ wrongClaims: { iss: 'https://evil.test' } })],
    ['that has expired', () => ({ wrongClaims: { exp: nowSeconds() - 11 } })],
    ['without end', () => ({ wrongClaims: { exp: null } })],
    ['that is not valid yet', () => ({ wrongClaims: { nbf: nowSeconds() + 11 } })],
    ['without subject', () => ({ wrongClaims: { sub: null } })],
    ['signed with another key', () => ({ signature: 'foreign' })],
    ['without a signature', () => ({ signature: 'none' })],
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

describe('admission of staff', () => {
  it('is denied without a known role', async () => {
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

  it('is denied without a valid employee id', async () => {
    for (const number of [undefined, '', 'a b', { nested: true }])
      expect(
        await pageFor({ subject: 'upstream-2002', claims: { employee: { number }, groups: ['ops'] } }),
      ).toBe('403 employee-unnamed');
  });

  it('is denied with the employee id of another person', async () => {
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

describe('an insufficient sign-in', () => {
  it.each([
    ['weaker', { strongestAcr: 'bronze' }, { acr_values: 'sca' }, '403 sign-in-too-weak'],
    [
      'of an unknown class',
      { acr: 'platinum', strongestAcr: '-' },
      { acr_values: 'sca' },
      '403 sign-in-too-weak',
    ],
    ['without dynamic linking', {}, { acr_values: 'sca-linked' }, '403 sign-in-too-weak'],
    [
      'of a weaker class',
      { error: 'unmet_authentication_requirements' },
      { acr_values: 'sca' },
      '403 sign-in-too-weak',
    ],
    ['older than max_age', { ageSeconds: 41 }, { max_age: '30' }, '403 sign-in-too-old'],
    ['older than the requested login prompt', { ageSeconds: 11 }, { prompt: 'login' }, '403 sign-in-too-old'],
    ['older than the maximum session age', { ageSeconds: 12 * 3_600 }, {}, '403 sign-in-too-old'],
    ['of unknown age', { wrongClaims: { auth_time: null } }, {}, '403 sign-in-too-old'],
    ['in the future', { wrongClaims: { auth_time: 4_000_000_000 } }, {}, '403 sign-in-too-old'],
  ])('is rejected: %s', async (_what, person, form, page) => {
    expect(await pageFor(person, form)).toBe(page);
  });

  it('may be repeated at once with a stronger class', async () => {
    const browser = harness.browser({ ageSeconds: 60 });
    const { arrival } = await harness.signIn(browser, { max_age: '30' });
    const tryAgainAt = arrival.text.split(': ')[1] ?? '';
    expect(tryAgainAt).toMatch(/^\/oauth\/01\/interaction\/[\w-]+$/);
    browser.be(anna);
    expect((await browser.open(tryAgainAt)).url.searchParams.get('code')).not.toBeNull();
  });
});

describe('a failing provider', () => {
  const awayWithin = async (browse: () => Promise<Arrival>, ms: number): Promise<string> => {
    const before = performance.now();
    const page = pageOf(await browse());
    expect(performance.now() - before).toBeLessThan(ms);
    return page;
  };

  it('that is unreachable is reported at once', async () => {
    const console = await createTestClient(harness.app, { kind: 'console', bankId: '02' });
    const pushed = await pushRequest(console, createPkce());
    const browse = (): Promise<Arrival> => harness.browser().open(authorizePath(console, pushed));
    expect(await awayWithin(browse, 30_000)).toBe('503 staff-provider-away');
  });

  it.each(['silent', 'broken'] as const)('that is %s is reported soon, at either end', async (mode) => {
    const browser = harness.browser();
    const { href } = await harness.callbackUrl(browser);
    const { path } = await harness.begin();
    await harness.upstream.setMode(mode);
    try {
      expect(await awayWithin(() => harness.browser().open(path), 30_000)).toBe('503 staff-provider-away');
      expect(await awayWithin(() => browser.open(href), 30_000)).toBe('503 staff-provider-away');
    } finally {
      await harness.upstream.setMode('working');
    }
    // The same sign-in continues as soon as the provider recovers.
    expect((await browser.open(path)).url.searchParams.get('code')).not.toBeNull();
  });

  it('during the token request is reported, and its texts are not shown', async () => {
    const { arrival } = await harness.signIn(harness.browser({ tokenStatus: 500 }));
    expect(pageOf(arrival)).toBe('503 staff-provider-away');
    expect(arrival.text).not.toContain('upstream');
  });

  it.each([
    ['temporarily_unavailable', '503 staff-provider-away'],
    ['server_error', '503 staff-provider-away'],
    ['login_required', '400 sign-in-not-proven'],
    ['<script>alert(1)</script>', '400 sign-in-not-proven'],
  ])('with %s is reported in our own texts', async (error, page) => {
    const browser = harness.browser();
    const way = await harness.callbackUrl(browser);
    way.searchParams.delete('code');
    way.searchParams.set('error', error);
    way.searchParams.set('error_description', '<script>alert(2)</script>');
    const arrival = await browser.open(way.href);
    expect(pageOf(arrival)).toBe(page);
    expect(arrival.text).not.toContain('script');
  });
});

describe('a user who cancels', () => {
  it('is redirected to the console with an error', async () => {
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

describe('no secret of a sign-in', () => {
  it('is readable in the database or in the log', async () => {
    const browser = harness.browser();
    const way = await harness.callbackUrl(browser);
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
