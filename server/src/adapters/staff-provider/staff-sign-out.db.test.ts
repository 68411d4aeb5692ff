import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, refresh } from '#capabilities/oauth/testing/test-tokens.suite.ts';
import type { Arrival, StaffBrowser } from './staff-browser.suite.ts';
import { createStaffHarness, type StaffHarness, tokensFor } from './staff-harness.suite.ts';

let harness: StaffHarness;
beforeAll(async () => {
  harness = await createStaffHarness();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

const forLong = { prompt: 'consent' };

/** Submits the only form of the page. */
function confirm(browser: StaffBrowser, { text }: Arrival): Promise<Arrival> {
  const [, action = ''] = /action="([^"]+)"/.exec(text) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
  return browser.post(action, { xsrf, logout: 'yes' });
}

function signOutPath(idToken: string): string {
  const query = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: 'https://app.test/bye',
    state: 'bye-state',
  });
  return `/oauth/01/session/end?${query.toString()}`;
}

describe('signing out from the console', () => {
  it('ends the session and all of its tokens, offline ones included', async () => {
    const browser = harness.browser();
    const earlier = await tokensFor(harness.console, await harness.signIn(browser, forLong));
    const tokens = await tokensFor(harness.console, await harness.signIn(browser, forLong));
    const requested = await browser.open(signOutPath(tokens.idToken));
    expect(requested.status).toBe(200);
    const { url } = await confirm(browser, requested);
    expect(url.href).toBe('https://app.test/bye?state=bye-state');
    for (const { accessToken, refreshToken } of [earlier, tokens]) {
      expect(outcomeOf(await refresh(harness.console, refreshToken))).toBe('400 invalid_grant');
      await harness.app.revocations.refresh();
      expect(await harness.app.verifier.verify(accessToken)).toMatchObject({ kind: 'refused' });
    }
    const { arrival } = await harness.signIn(browser, { prompt: 'none' });
    expect(arrival.url.searchParams.get('error')).toBe('login_required');
  });

  it('asks for confirmation, which no other site can give', async () => {
    const browser = harness.browser();
    const tokens = await tokensFor(harness.console, await harness.signIn(browser, forLong));
    const requested = await browser.open(signOutPath(tokens.idToken));
    const refused = await confirm(harness.browser(), requested);
    expect(refused.status).toBe(400);
    const { arrival } = await harness.signIn(browser, { prompt: 'none' });
    expect(arrival.url.searchParams.get('code')).not.toBeNull();
  });

  it('needs no confirmation without a session', async () => {
    const browser = harness.browser();
    const tokens = await tokensFor(harness.console, await harness.signIn(browser));
    const { url } = await harness.browser().open(signOutPath(tokens.idToken));
    expect(url.href).toBe('https://app.test/bye?state=bye-state');
    const nowhere = await harness.browser().open('/oauth/01/session/end');
    expect([nowhere.status, nowhere.url.pathname]).toEqual([200, '/oauth/01/session/end/success']);
  });

  it('redirects to registered URLs only', async () => {
    const tokens = await tokensFor(harness.console, await harness.signIn(harness.browser()));
    const path = signOutPath(tokens.idToken).replace('app.test', 'evil.test');
    const { headers, status } = await harness.browser().open(path);
    expect([status, headers['location']]).toEqual([400, undefined]);
  });
});
