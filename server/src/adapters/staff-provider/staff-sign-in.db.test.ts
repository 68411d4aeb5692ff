import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, refresh, tokensIn } from '#capabilities/oauth/testing/test-tokens.suite.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import { anna, createStaffHarness, type StaffHarness, tokensFor } from './staff-harness.suite.ts';

let harness: StaffHarness;
beforeAll(async () => {
  harness = await createStaffHarness();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

const nowSeconds = (): number => Math.floor(harness.app.clock.now().epochMilliseconds / 1_000);
/** OpenID Connect Core 11: a refresh token is issued if consent was requested. */
const forLong = { prompt: 'consent' };
const sessionCookie = '__Host-portico-01-session';
const tieCookie = '__Host-portico-01-staff';

describe('a member of staff who signs in', () => {
  it('returns to the console with tokens that identify them', async () => {
    const outcome = await harness.signIn(harness.browser());
    expect(outcome.arrival.url.origin).toBe('https://app.test');
    expect(outcome.arrival.url.searchParams.get('state')).toBe('the-state');
    const { accessToken, idToken } = await tokensFor(harness.console, outcome);
    const reported = { acr: '1fa', amr: ['pwd'], auth_time: nowSeconds() };
    expect(decodeJwt(accessToken)).toMatchObject({
      ...reported,
      sub: 'employee:e-1001',
      'bank-id': ['01'],
      'employee-id': 'e-1001',
      unit: 'utrecht-1',
      roles: ['maintenance', 'monitoring'],
    });
    expect(decodeJwt(idToken)).toMatchObject({ sub: 'employee:e-1001' });
    expect(await harness.app.verifier.verify(accessToken)).toMatchObject({
      facts: { clientId: harness.console.clientId },
    });
  });

  it('is stored, emitted and audited', async () => {
    const person = { subject: 'upstream-bert', claims: { employee: { number: 'e-1002' }, groups: ['desk'] } };
    await harness.signIn(harness.browser(person));
    const [employee] = await harness.app.database.query(
      'select upstream_issuer, upstream_subject, unit, roles, signed_in_at from oauth.employee where employee_id = $1',
      ['e-1002'],
    );
    expect(employee).toEqual({
      upstream_issuer: harness.upstream.issuer,
      upstream_subject: 'upstream-bert',
      unit: null,
      roles: ['fraud-desk'],
      signed_in_at: new Date(harness.app.clock.now().epochMilliseconds),
    });
    const events = await harness.app.database.query(
      'select name, aggregate_kind, data::jsonb as data from platform.outbox_event where aggregate_id = $1',
      ['e-1002'],
    );
    expect(events).toEqual([
      { name: 'employee-signed-in', aggregate_kind: 'employee', data: { assurance: '1fa' } },
    ]);
    const [entry] = await harness.app.database.query<{ record: string }>(
      'select record from platform.audit_entry where aggregate_id = $1',
      ['e-1002'],
    );
    expect(JSON.parse(String(entry?.record))).toMatchObject({
      operation: 'OAuth_FinishStaffSignIn',
      aggregate: { kind: 'employee', id: 'e-1002' },
      outcome: 'done',
      changes: expect.arrayContaining([{ field: 'roles', before: null, after: 'fraud-desk' }]),
    });
  });

  it('is bound to the browser by a cookie that other sites can neither set nor read', async () => {
    const browser = harness.browser();
    await harness.callbackUrl(browser);
    const binding = browser.cookiesOf(testBaseUrl).find(({ name }) => name === tieCookie);
    expect(binding?.attributes).toBe('Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure');
    expect(binding?.value).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('may do so in two tabs at once', async () => {
    const browser = harness.browser();
    const [one, other] = [await harness.callbackUrl(browser), await harness.callbackUrl(browser)];
    for (const url of [other, one])
      expect((await browser.open(url.href)).url.searchParams.get('code')).not.toBeNull();
  });

  it('uses pushed requests, PKCE, state, nonce and max_age', async () => {
    const browser = harness.browser();
    const first = await browser.open(
      (await harness.begin()).path,
      (next) => next.origin === harness.upstream.issuer,
    );
    expect([...first.url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
  });
});

describe('tokens of staff', () => {
  it('are refreshed with the same claims', async () => {
    const tokens = await tokensFor(harness.console, await harness.signIn(harness.browser(), forLong));
    const refreshed = tokensIn(await refresh(harness.console, tokens.refreshToken));
    const { auth_time, roles, unit, acr } = decodeJwt(refreshed.accessToken);
    expect({ auth_time, roles, unit, acr }).toEqual({
      auth_time: nowSeconds(),
      roles: ['maintenance', 'monitoring'],
      unit: 'utrecht-1',
      acr: '1fa',
    });
  });

  it('have the claims of the latest sign-in, in any browser', async () => {
    const clara = { subject: 'upstream-clara' };
    const claims = (groups: readonly string[], department: string): object => ({
      claims: { employee: { number: 'e-1003' }, department, groups },
    });
    const tokens = await tokensFor(
      harness.console,
      await harness.signIn(harness.browser({ ...clara, ...claims(['ops'], 'utrecht-1') }), forLong),
    );
    await harness.signIn(harness.browser({ ...clara, ...claims(['desk'], 'zwolle-2') }));
    const refreshed = tokensIn(await refresh(harness.console, tokens.refreshToken));
    expect(decodeJwt(refreshed.accessToken)).toMatchObject({ roles: ['fraud-desk'], unit: 'zwolle-2' });
  });

  it('are not issued after the last role is gone', async () => {
    const dirk = { subject: 'upstream-dirk' };
    const claims = (groups: readonly string[]): object => ({
      claims: { employee: { number: 'e-1004' }, groups },
    });
    const tokens = await tokensFor(
      harness.console,
      await harness.signIn(harness.browser({ ...dirk, ...claims(['ops']) }), forLong),
    );
    const { arrival } = await harness.signIn(harness.browser({ ...dirk, ...claims(['unmapped']) }));
    expect(arrival.text).toContain('employee-without-role');
    expect(outcomeOf(await refresh(harness.console, tokens.refreshToken))).toBe('400 invalid_grant');
  });
});

describe('a signed-in user', () => {
  it('is not redirected to the provider again', async () => {
    const browser = harness.browser();
    await harness.signIn(browser);
    browser.be({ ...anna, error: 'access_denied' });
    const { arrival } = await harness.signIn(browser);
    expect(arrival.url.searchParams.get('code')).not.toBeNull();
  });

  it('signs in more strongly when the console requests it', async () => {
    const browser = harness.browser();
    await harness.signIn(browser);
    await harness.moveTime(60);
    const stepped = await tokensFor(harness.console, await harness.signIn(browser, { acr_values: 'sca' }));
    expect(decodeJwt(stepped.accessToken)).toMatchObject({
      acr: 'sca',
      amr: ['pwd', 'hwk'],
      auth_time: nowSeconds(),
    });
    browser.be({ ...anna, error: 'access_denied' });
    const again = await tokensFor(harness.console, await harness.signIn(browser, { acr_values: 'sca' }));
    expect(decodeJwt(again.accessToken)['acr']).toBe('sca');
  });

  it.each([
    ['max_age', { max_age: '30' }],
    ['prompt=login', { prompt: 'login' }],
    ['max_age=0', { max_age: '0' }],
  ])('signs in again for %s', async (_what, form) => {
    const browser = harness.browser();
    await harness.signIn(browser);
    await harness.moveTime(60);
    const tokens = await tokensFor(harness.console, await harness.signIn(browser, form));
    expect(decodeJwt(tokens.accessToken)['auth_time']).toBe(nowSeconds());
  });

  it('is not asked for consent to the bank’s own console', async () => {
    const { arrival } = await harness.signIn(harness.browser(), { prompt: 'login consent' });
    expect(arrival.url.searchParams.get('code')).not.toBeNull();
  });
});

describe('a session', () => {
  const idIn = (browser: ReturnType<StaffHarness['browser']>): string | undefined =>
    browser.cookiesOf(testBaseUrl).find(({ name }) => name === sessionCookie)?.value;

  it('gets a new id at every sign-in', async () => {
    const browser = harness.browser();
    await harness.signIn(browser);
    const first = idIn(browser);
    await harness.signIn(browser, { prompt: 'login' });
    expect(first).toBeDefined();
    expect(idIn(browser)).not.toBe(first);
  });

  it('cannot be planted before the sign-in', async () => {
    // Opening the sign-out page creates a session without a user.
    const attacker = harness.browser();
    await attacker.open('/oauth/01/session/end');
    const planted = attacker.cookiesOf(testBaseUrl).filter(({ name }) => name.startsWith(sessionCookie));
    expect(planted.length).toBe(2);
    const victim = harness.browser();
    for (const cookie of planted) victim.putCookie(cookie);
    await harness.signIn(victim);
    expect(idIn(victim)).not.toBe(planted[0]?.value);
    const { arrival } = await harness.signIn(attacker, { prompt: 'none' });
    expect(arrival.url.searchParams.get('error')).toBe('login_required');
  });

  it('ends after five idle minutes', async () => {
    const browser = harness.browser();
    await harness.signIn(browser);
    await harness.moveTime(299);
    const silent = await harness.signIn(browser, { prompt: 'none' });
    expect(silent.arrival.url.searchParams.get('code')).not.toBeNull();
    await harness.moveTime(301);
    const late = await harness.signIn(browser, { prompt: 'none' });
    expect(late.arrival.url.searchParams.get('error')).toBe('login_required');
  });

  it('ends twelve hours after the sign-in, even if active', async () => {
    const browser = harness.browser();
    await harness.signIn(browser);
    for (let minutes = 0; minutes < 12 * 60; minutes += 4) {
      const { arrival } = await harness.signIn(browser, { prompt: 'none' });
      expect(arrival.url.searchParams.get('error')).toBeNull();
      await harness.moveTime(240);
    }
    const { arrival } = await harness.signIn(browser, { prompt: 'none' });
    expect(arrival.url.searchParams.get('error')).toBe('login_required');
  });

  it('counts from the sign-in at the provider', async () => {
    const browser = harness.browser({ ageSeconds: 11 * 3_600 });
    await harness.signIn(browser);
    for (let minutes = 0; minutes < 60; minutes += 4) {
      const { arrival } = await harness.signIn(browser, { prompt: 'none' });
      expect(arrival.url.searchParams.get('error')).toBeNull();
      await harness.moveTime(240);
    }
    const { arrival } = await harness.signIn(browser, { prompt: 'none' });
    expect(arrival.url.searchParams.get('error')).toBe('login_required');
  });

  it('that ended during a step-up at the provider does not block the sign-in', async () => {
    const browser = harness.browser();
    await harness.signIn(browser);
    const back = await harness.callbackUrl(browser, { acr_values: 'sca' });
    await harness.moveTime(400);
    expect((await browser.open(back.href)).url.searchParams.get('code')).not.toBeNull();
  });

  it('of another user ends, with its tokens, when a new user signs in in the same browser', async () => {
    const browser = harness.browser();
    const tokens = await tokensFor(harness.console, await harness.signIn(browser, forLong));
    browser.be({
      ...anna,
      subject: 'upstream-eva',
      claims: { employee: { number: 'e-1005' }, groups: ['ops'] },
    });
    const evas = await tokensFor(harness.console, await harness.signIn(browser, { prompt: 'login' }));
    expect(decodeJwt(evas.accessToken)['employee-id']).toBe('e-1005');
    expect(outcomeOf(await refresh(harness.console, tokens.refreshToken))).toBe('400 invalid_grant');
  });
});
