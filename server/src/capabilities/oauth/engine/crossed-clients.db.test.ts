import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { ApprovalRequest } from '../ports/decoupled-approval.ts';
import { type Choice, combinations, type Outcome, type Trial, tryAll } from '../testing/mixtures.suite.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  anybody,
  authorizePath,
  createTestBrowser,
  goThroughPages,
  locationOf,
  pushRequest,
  queryOf,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import {
  createPkce,
  createTestClient,
  type Form,
  type Pkce,
  type TestClient,
} from '../testing/test-client.suite.ts';
import {
  anyCustomer,
  introspect,
  outcomeOf,
  refresh,
  revoke,
  tokensIn,
} from '../testing/test-tokens.suite.ts';
import type { SignedIn } from './interactions.ts';

/**
 * Credentials of one client, used by another. The attacker has captured everything that its victim ever sent, and has
 * valid credentials of its own; each part of a request is either. Every mixture is rejected, and afterwards the
 * victim's own use works.
 */
const victimRedirect = 'https://victim.test/callback';
const sameBank = 'a client of the same bank';
const attackerRedirect = 'https://attacker.test/callback';

let app: ServerTestApp;
let victims: Readonly<Record<'customer-app' | 'console', Victim>>;
let attackers: readonly Attacker[];
const asked: ApprovalRequest[] = [];
let tried = 0;

interface Victim {
  readonly client: TestClient;
  /** Browser with a signed-in user. */
  readonly browser: TestBrowser;
  /** Used by the victim a moment ago, and captured by the attacker. */
  readonly caught: { readonly assertion: string; readonly proof: string };
}

interface Attacker {
  readonly name: string;
  readonly client: TestClient;
}

beforeAll(async () => {
  app = await createServerTestApp({
    customers: anyCustomer,
    approval: {
      userFor: async () => 'usr_test',
      requestApproval: async (_context, request) => void asked.push(request),
      deviceOf: async () => undefined,
    },
  });
  victims = { 'customer-app': await createVictim('customer-app'), console: await createVictim('console') };
  const own = { redirectUris: [attackerRedirect], kind: 'customer-app' } as const;
  const namesake = victims['customer-app'].client.clientId;
  attackers = [
    { name: sameBank, client: await createTestClient(app, own) },
    { name: 'a client of another bank', client: await createTestClient(app, { ...own, bankId: '02' }) },
    {
      name: 'its namesake at another bank',
      client: await createTestClient(app, { ...own, bankId: '02', clientId: namesake }),
    },
  ];
});
afterAll(async () => {
  console.info(`${tried} mixtures of own and caught parts were tried`);
  await app[Symbol.asyncDispose]();
});

const signedIn = (): SignedIn => ({
  accountId: anybody,
  assurance: 'sca',
  methods: ['pwd'],
  atSeconds: Math.floor(app.clock.now().epochMilliseconds / 1_000),
});

async function createVictim(kind: 'customer-app' | 'console'): Promise<Victim> {
  const client = await createTestClient(app, { kind, redirectUris: [victimRedirect] });
  const browser = createTestBrowser(app);
  const caught = {
    assertion: await client.assertion(),
    proof: await client.proof({ path: '/oauth/01/token' }),
  };
  const used = await client.post(
    '/token',
    { grant_type: 'refresh_token', refresh_token: 'none', client_assertion: caught.assertion },
    { dpop: caught.proof },
  );
  expect(outcomeOf(used)).toBe('400 invalid_grant');
  const victim = { client, browser, caught };
  await obtainCode(victim, { prompt: 'consent' });
  return victim;
}

interface Code {
  readonly code: string;
  readonly pkce: Pkce;
}

/** Obtains a code for the victim; a browser that is signed in is redirected at once. */
async function obtainCode({ browser, client }: Victim, form: Form = {}): Promise<Code> {
  const pkce = createPkce();
  const scope = form['prompt'] === undefined ? 'openid' : 'openid offline_access';
  const pushed = await pushRequest(client, pkce, {
    redirect_uri: victimRedirect,
    prompt: undefined,
    scope,
    ...form,
  });
  const first = await browser.get(authorizePath(client, pushed));
  const answer = await goThroughPages(app, browser, { bankId: '01', first, signedIn: signedIn() });
  return { code: locationOf(answer).searchParams.get('code') ?? '', pkce };
}

const codeForm = ({ code, pkce }: Code): Form => ({
  grant_type: 'authorization_code',
  code,
  code_verifier: pkce.verifier,
  redirect_uri: victimRedirect,
});

const either = ['own', 'caught'] as const;
const targetsOf = ({ client }: Attacker): readonly string[] => [...new Set(['01', client.bankId])];

/** Sends a form with credentials mixed as chosen, to the chosen bank. */
async function send(
  { client }: Attacker,
  victim: Victim,
  { choice, form, path = '/token' }: { readonly choice: Choice; readonly form: Form; readonly path?: string },
): Promise<TestServerResponse> {
  const whole = `/oauth/${choice['at']}${path}`;
  const fields: Form = {
    client_id: choice['name'] === 'own' ? client.clientId : victim.client.clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion:
      choice['assertion'] === 'own'
        ? await client.assertion({ aud: `https://bank.test/oauth/${choice['at']}` })
        : victim.caught.assertion,
    ...form,
  };
  const present = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return app.call({
    method: 'POST',
    path: whole,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      dpop: choice['proof'] === 'own' ? await client.proof({ path: whole }) : victim.caught.proof,
    },
    body: new URLSearchParams(present).toString(),
  });
}

const isRefused = ({ body, headers, status }: TestServerResponse): boolean =>
  (status === 400 || status === 401) &&
  typeof at(body, 'error') === 'string' &&
  at(body, 'access_token') === undefined &&
  headers['location'] === undefined;

/** Tries every choice and counts the results. */
async function tryEach(
  choices: readonly Choice[],
  trialOf: (choice: Choice) => Promise<Trial>,
): Promise<Omit<Outcome, 'tried'>> {
  const { letThrough, spoiled, tried: count } = await tryAll(choices, trialOf);
  tried += count;
  return { letThrough, spoiled };
}

const nothing = { letThrough: [], spoiled: [] };
/** Pairs of attacker and victim. For another bank the kind of client makes no difference. */
const meetings = [
  [sameBank, 'customer-app'],
  ['a client of another bank', 'customer-app'],
  ['its namesake at another bank', 'customer-app'],
  [sameBank, 'console'],
] as const;
const attackerNamed = (name: string): Attacker => {
  const found = attackers.find((attacker) => attacker.name === name);
  if (found === undefined) throw new Error(`no attacker ${name}`);
  return found;
};

describe('taken from another client', () => {
  it.each(meetings)('a code is worthless to %s (%s)', async (name, kind) => {
    const [attacker, victim] = [attackerNamed(name), victims[kind]];
    // For another bank the rest equals the victim's request, which is the most dangerous mixture.
    const rest = name === sameBank ? either : (['caught'] as const);
    const parts = {
      at: targetsOf(attacker),
      name: either,
      assertion: either,
      proof: either,
      verifier: rest,
      redirect: rest,
    };
    const outcome = await tryEach(combinations(parts), async (choice) => {
      const code = await obtainCode(victim);
      const form = {
        ...codeForm(code),
        ...(choice['verifier'] === 'own' ? { code_verifier: createPkce().verifier } : {}),
        ...(choice['redirect'] === 'own' ? { redirect_uri: attackerRedirect } : {}),
      };
      return {
        attempt: async () => isRefused(await send(attacker, victim, { choice, form })),
        use: async () => (await victim.client.post('/token', codeForm(code))).status === 200,
      };
    });
    expect(outcome).toEqual(nothing);
  });

  it.each(meetings)('a refresh token is worthless to %s (%s)', async (name, kind) => {
    const [attacker, victim] = [attackerNamed(name), victims[kind]];
    const first = await victim.client.post(
      '/token',
      codeForm(await obtainCode(victim, { prompt: 'consent' })),
    );
    let { refreshToken } = tokensIn(first);
    const parts = { at: targetsOf(attacker), name: either, assertion: either, proof: either };
    const outcome = await tryEach(combinations(parts), async (choice) => ({
      attempt: async () => {
        const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
        return isRefused(await send(attacker, victim, { choice, form }));
      },
      use: async () => {
        const answer = await refresh(victim.client, refreshToken);
        ({ refreshToken } = tokensIn(answer));
        return answer.status === 200;
      },
    }));
    expect(outcome).toEqual(nothing);
  });

  it.each(meetings.filter(([, kind]) => kind === 'customer-app'))(
    'the handle of an approval is worthless to %s (%s)',
    async (name, kind) => {
      const [attacker, victim] = [attackerNamed(name), victims[kind]];
      const parts = { at: targetsOf(attacker), name: either, assertion: either, proof: either };
      const outcome = await tryEach(combinations(parts), async (choice) => {
        const form = {
          grant_type: 'urn:openid:params:grant-type:ciba',
          auth_req_id: await approvedHandle(victim),
        };
        return {
          attempt: async () => isRefused(await send(attacker, victim, { choice, form })),
          use: async () => (await victim.client.post('/token', form)).status === 200,
        };
      });
      expect(outcome).toEqual(nothing);
    },
  );

  it.each(meetings)('a pushed request is worthless to %s (%s)', async (name, kind) => {
    const [attacker, victim] = [attackerNamed(name), victims[kind]];
    const browsers = ['fresh', 'signed-in'];
    const choices = combinations({ at: targetsOf(attacker), name: either, browser: browsers }).filter(
      // With the victim's client id and bank it is the victim's request, which any browser may open.
      (choice) => !(choice['at'] === '01' && nameIn(choice, attacker, victim) === victim.client.clientId),
    );
    const outcome = await tryEach(choices, async (choice) => {
      const pushed = await pushRequest(victim.client, createPkce(), { redirect_uri: victimRedirect });
      const requestUri = String(at(pushed.body, 'request_uri'));
      const browser = choice['browser'] === 'fresh' ? createTestBrowser(app) : victim.browser;
      const query = queryOf({
        client_id: nameIn(choice, attacker, victim),
        request_uri: requestUri,
      });
      return {
        attempt: async () => {
          const { headers, status } = await browser.get(`/oauth/${choice['at']}/auth?${query}`);
          return status === 400 && headers['location'] === undefined;
        },
        use: async () =>
          (await createTestBrowser(app).get(authorizePath(victim.client, pushed))).status === 303,
      };
    });
    expect(outcome).toEqual(nothing);
  });

  it.each(meetings)('an unused assertion works at no other endpoint for %s (%s)', async (name, kind) => {
    const [attacker, victim] = [attackerNamed(name), victims[kind]];
    const paths = ['/token', '/request', '/token/introspection', '/token/revocation', '/backchannel'];
    const choices = combinations({
      at: targetsOf(attacker),
      path: paths,
      name: either,
      proof: either,
    }).filter(
      // Possession of an unused assertion allows one request as the client; another test covers that.
      (choice) => !(choice['at'] === '01' && nameIn(choice, attacker, victim) === victim.client.clientId),
    );
    const outcome = await tryEach(choices, async (choice) => {
      const assertion = await victim.client.assertion();
      const form = { grant_type: 'refresh_token', token: 'x', scope: 'openid', client_assertion: assertion };
      return {
        attempt: async () =>
          isRefused(await send(attacker, victim, { choice, form, path: String(choice['path']) })),
        use: async () =>
          (await victim.client.post('/token/introspection', { token: 'x', client_assertion: assertion }))
            .status === 200,
      };
    });
    expect(outcome).toEqual(nothing);
  });

  it.each(meetings)('tokens cannot be introspected or revoked by %s (%s)', async (name, kind) => {
    const [attacker, victim] = [attackerNamed(name), victims[kind]];
    const tokens = tokensIn(
      await victim.client.post('/token', codeForm(await obtainCode(victim, { prompt: 'consent' }))),
    );
    const outcome = await tryEach(
      combinations({ token: ['accessToken', 'refreshToken', 'idToken'], by: ['introspect', 'revoke'] }),
      async (choice) => {
        const token = String(Reflect.get(tokens, String(choice['token'])));
        return {
          attempt: async () =>
            choice['by'] === 'introspect'
              ? JSON.stringify((await introspect(attacker.client, token)).body) === '{"active":false}'
              : (await revoke(attacker.client, token)).text === '',
          use: async () => {
            await app.revocations.refresh();
            const { body } = await introspect(victim.client, tokens.refreshToken);
            return (
              (await app.verifier.verify(tokens.accessToken)).kind === 'accepted' &&
              at(body, 'active') === true
            );
          },
        };
      },
    );
    expect(outcome).toEqual(nothing);
  });

  it.each(meetings)('an ID token is not accepted as a hint from %s (%s)', async (name, kind) => {
    const [attacker, victim] = [attackerNamed(name), victims[kind]];
    const answer = await victim.client.post('/token', codeForm(await obtainCode(victim)));
    const { idToken } = tokensIn(answer);
    const { bankId, clientId } = attacker.client;
    const end = (query: Form): Promise<TestServerResponse> =>
      createTestBrowser(app).get(
        `/oauth/${bankId}/session/end?${queryOf({ id_token_hint: idToken, ...query })}`,
      );
    const attempts: Readonly<Record<string, () => Promise<TestServerResponse>>> = {
      push: () =>
        pushRequest(attacker.client, createPkce(), {
          redirect_uri: attackerRedirect,
          id_token_hint: idToken,
        }),
      approve: () =>
        attacker.client.post('/backchannel', {
          scope: 'openid',
          binding_message: 'x',
          id_token_hint: idToken,
        }),
      end: () => end({ client_id: clientId, post_logout_redirect_uri: attackerRedirect }),
      endNameless: () => end({ post_logout_redirect_uri: attackerRedirect }),
    };
    const outcome = await tryEach(combinations({ by: Object.keys(attempts) }), async (choice) => ({
      attempt: async () => {
        const given = await attempts[String(choice['by'])]?.();
        return given?.status === 400 && given.headers['location'] === undefined;
      },
      use: async () =>
        (
          await pushRequest(victim.client, createPkce(), {
            redirect_uri: victimRedirect,
            id_token_hint: idToken,
          })
        ).status === 201,
    }));
    expect(outcome).toEqual(nothing);
  });
});

describe('the possible damage of a captured credential', () => {
  it('an assertion captured before its use allows one request as the client, but not redeeming its code', async () => {
    const victim = victims['customer-app'];
    const [attacker] = attackers;
    const code = await obtainCode(victim);
    const assertion = await victim.client.assertion();
    const dpop = await attacker?.client.proof({ path: '/oauth/01/token' });
    const form = { ...codeForm(code), client_assertion: assertion };
    // The code is bound to the key of the client's own request.
    expect(outcomeOf(await victim.client.post('/token', form, { dpop }))).toBe('400 invalid_grant');
    expect(outcomeOf(await victim.client.post('/token', form))).toBe('401 invalid_client');
    // That counts as a use, so the code is consumed.
    expect(outcomeOf(await victim.client.post('/token', codeForm(code)))).toBe('400 invalid_grant');
  });

  it('a captured proof creates a token that only its owner can use', async () => {
    const victim = victims['customer-app'];
    const application = await createTestClient(app);
    const answer = await application.post(
      '/token',
      { grant_type: 'client_credentials' },
      { dpop: victim.caught.proof },
    );
    expect(decodeJwt(tokensIn(answer).accessToken)['cnf']).toEqual({ jkt: victim.client.thumbprint });
  });

  it('more than a hundred mixtures were tried', () => {
    expect(tried).toBeGreaterThan(100);
  });
});

function nameIn(choice: Choice, { client }: Attacker, victim: Victim): string {
  return choice['name'] === 'own' ? client.clientId : victim.client.clientId;
}

async function approvedHandle({ client }: Victim): Promise<string> {
  asked.length = 0;
  const answer = await client.post('/backchannel', {
    scope: 'openid',
    login_hint: 'x',
    binding_message: 'x',
  });
  const provider = app.server.providerOf('01');
  for (const { clientId, requestId, userId } of asked) {
    const grant = new provider.Grant({ accountId: userId, clientId });
    grant.addOIDCScope('openid');
    await grant.save();
    await provider.backchannelResult(requestId, grant, {
      acr: 'sca',
      amr: ['hwk'],
      authTime: signedIn().atSeconds,
    });
  }
  return String(at(answer.body, 'auth_req_id'));
}
