import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeUserState } from '#capabilities/identity/index.ts';
import {
  type IdentityTestApp,
  identityTestAppOf,
  type TestUser,
  testIdentityPorts,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { endAccountSessions } from '#capabilities/oauth/index.ts';
import { redeem } from '#capabilities/oauth/testing/test-browser.suite.ts';
import { createTestClient, type TestClient } from '#capabilities/oauth/testing/test-client.suite.ts';
import {
  outcomeOf,
  refresh,
  type TestTokens,
  tokensIn,
} from '#capabilities/oauth/testing/test-tokens.suite.ts';
import { endMandate, eraseParty, grantMandate, mergeParties } from '#capabilities/party/index.ts';
import { createPartyTestApp, type PartyTestApp } from '#capabilities/party/testing/party-test-app.suite.ts';
import { mandatesFrom } from '../compose/users.ts';
import { createPageBrowser } from './account-test-app.suite.ts';
import { createOauthSignInTestApp, fill, type OauthSignInTestApp } from './oauth-sign-in-test-app.suite.ts';

let parties: PartyTestApp;
let pages: OauthSignInTestApp;
let app: TestClient;
beforeAll(async () => {
  pages = await createOauthSignInTestApp(identityBesideParties);
  app = await createTestClient(pages.testApp, {
    kind: 'customer-app',
    scopes: ['openid', 'offline_access', 'mailbox', 'acting-for'],
  });
});
afterAll(() => pages[Symbol.asyncDispose]());

/** Users whose mandates are those of the parties, in one database. */
async function identityBesideParties(): Promise<IdentityTestApp> {
  parties = await createPartyTestApp();
  const { clock, services } = parties;
  const ports = testIdentityPorts(
    { app: services.database, clock },
    {
      sessions: {
        endAll: (context, work, { exceptSignInAt, until, userId }) =>
          endAccountSessions(context, work, { accountId: userId, exceptSignInAt, until }),
      },
    },
    { mandates: mandatesFrom({ bankOf: () => ({ timeZone: 'Europe/Berlin' }) }) },
  );
  const { authorization } = ports;
  const correspondence = { ...authorization.correspondence, party: parties.ports };
  return identityTestAppOf(parties, { ...ports, authorization: { ...authorization, correspondence } });
}

interface Signatory {
  readonly user: TestUser;
  readonly person: string;
  readonly organization: string;
}

/** Registers a user and an organization that has given the user's party a mandate. */
async function signatory(): Promise<Signatory> {
  const [person, organization] = [await parties.person(), await parties.organization()];
  const user = await pages.identity.register();
  await parties.database.query('update identity.user_account set customer_number = $2 where user_id = $1', [
    user.userId,
    person,
  ]);
  await mandate(organization, person);
  return { user, person, organization };
}

function mandate(principal: string, proxy: string): Promise<void> {
  const terms = { scope: ['payment'] } as const;
  return grantMandate(parties.context(), {
    principal,
    proxy,
    terms,
    employeeId: 'e-1',
    reason: 'board resolution',
  });
}

/** Signs in for an organization; returns the page of consent, and where the browser ends. */
async function actFor(
  user: TestUser,
  organization: string,
): Promise<{ readonly shown: string; readonly back: URL; readonly redeemed: () => Promise<TestTokens> }> {
  pages.rest(121);
  const cookies = new Map<string, string>();
  const form = { scope: `openid offline_access mailbox acting-for:${organization}` };
  const { browser, pkce } = await pages.sent(form, { client: app, cookies });
  await fill(browser, 'identify', { username: user.username });
  await browser.get();
  await fill(browser, 'password', { password: user.password });
  await browser.get();
  const { code } = await pages.identity.newestCode(user.userId);
  const afterSignIn = await pages.follow(cookies, await fill(browser, 'code', { code }));
  if (!afterSignIn.at.startsWith('/'))
    return { shown: '', back: new URL(afterSignIn.at), redeemed: () => Promise.reject(new Error('refused')) };
  const consent = createPageBrowser(pages.testApp.call, afterSignIn.at, cookies);
  const { text } = await consent.get();
  const done = await pages.follow(cookies, await fill(consent, 'agree'));
  const back = new URL(done.at);
  return {
    shown: text,
    back,
    redeemed: async () => tokensIn(await redeem(app, { code: back.searchParams.get('code') ?? '', pkce })),
  };
}

const claimIn = ({ accessToken }: TestTokens): unknown => decodeJwt(accessToken)['acting-for'];

test('a signatory signs in for the organization, which the page of consent names', async () => {
  const { organization, person, user } = await signatory();
  const { redeemed, shown } = await actFor(user, organization);
  expect(shown).toMatch(/Nordwind \d+/);
  expect(shown).not.toContain('acting-for');
  const tokens = await redeemed();
  expect(decodeJwt(tokens.accessToken)).toMatchObject({
    'acting-for': organization,
    'customer-number': person,
  });
  expect(claimIn(tokensIn(await refresh(app, tokens.refreshToken)))).toBe(organization);
});

test('without a mandate, for a person, for the own number and for no one the client gets the same error', async () => {
  const { person, user } = await signatory();
  const other = await parties.organization();
  const errors = [];
  for (const number of [other, await parties.person(), person, '9999999999']) {
    const { back } = await actFor(user, number);
    errors.push(`${back.searchParams.get('error')}: ${back.searchParams.get('error_description')}`);
  }
  expect(new Set(errors)).toEqual(
    new Set(['invalid_scope: the customer has no valid mandate for the organization of acting-for']),
  );
});

test('after the end of the mandate no refresh succeeds', async () => {
  const { organization, person, user } = await signatory();
  const { refreshToken } = await (await actFor(user, organization)).redeemed();
  await endMandate(parties.context(), {
    principal: organization,
    proxy: person,
    employeeId: 'e-1',
    reason: 'left the board',
  });
  pages.rest(1);
  expect(outcomeOf(await refresh(app, refreshToken))).toBe('400 invalid_grant');
});

test('a merge leaves the mandate behind; one of the survivor gives its number, until the erasure', async () => {
  const { organization, person, user } = await signatory();
  const { refreshToken } = await (await actFor(user, organization)).redeemed();
  const survivor = await parties.organization();
  await mergeParties(parties.context(), { partyNumber: organization, survivorPartyNumber: survivor });
  pages.rest(1);
  expect(outcomeOf(await refresh(app, refreshToken))).toBe('400 invalid_grant');
  await mandate(survivor, person);
  const refreshed = tokensIn(await refresh(app, refreshToken));
  expect(claimIn(refreshed)).toBe(survivor);
  const erasureLedger = { append: async () => undefined, list: async () => [] };
  await eraseParty({ ...parties.context(), erasureLedger }, { partyNumber: survivor });
  expect(outcomeOf(await refresh(app, refreshed.refreshToken))).toBe('400 invalid_grant');
});

test('a suspended user gets no token for an organization either', async () => {
  const { organization, user } = await signatory();
  const { refreshToken } = await (await actFor(user, organization)).redeemed();
  await changeUserState(pages.identity.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' });
  expect(outcomeOf(await refresh(app, refreshToken))).toBe('400 invalid_grant');
});
