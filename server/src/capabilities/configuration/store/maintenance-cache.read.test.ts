import { request } from 'node:http';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { oauth } from '#dialects/oauth/oauth.ts';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers, everyone } from '#platform/auth/access.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import { type Listener, openListener } from '#platform/http/listeners.ts';
import { createTestAuthority, type TestAuthority } from '#platform/testing/certificates.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createMaintenanceTestApp, type MaintenanceTestApp } from '../testing/maintenance-test-app.suite.ts';

const dialects = [plain, channel, oauth, xs2a] as const;
const known = callers({ tpp: { roles: ['PSP_AI'] }, application: { scope: 'x' } });

/** For each dialect: an endpoint that closes with its bank, and one that stays open on purpose. */
const routes = [
  ...dialects.flatMap((dialect) => {
    const its = testInterface(dialect, `/v1/test-${dialect.name}`);
    return [
      testContract({ interface: its, at: '/closing', access: known }),
      testContract({ interface: its, at: '/staying', access: known, duringMaintenance: 'open' }),
    ];
  }),
  testContract({
    interface: { ...testInterface(plain, '/v1/test-open'), duringMaintenance: 'open' },
    access: everyone,
  }),
].map((contract) => testEndpoint(contract));

let authority: TestAuthority;
let app: MaintenanceTestApp;
let listener: Listener;
let clientCert: string;
beforeAll(async () => {
  const validFrom = Temporal.Instant.from('2026-11-01T00:00:00Z');
  authority = await createTestAuthority({ validFrom });
  const tpp = await authority.issue({
    commonName: 'tpp.test',
    organizationIdentifier: 'PSDNL-DNB-1',
    roles: ['PSP_AI'],
    validFrom,
  });
  clientCert = `:${tpp.der.toString('base64')}:`;
  app = await createMaintenanceTestApp({
    routes,
    dialectFor: (): Dialect => plain,
    acceptedAuthorities: [authority.caPem],
  });
  listener = await openListener({ kind: 'proxy', listen: { host: '127.0.0.1', port: 0 } }, app.handler);
});
afterAll(async () => {
  await listener.close(0);
  await app[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});
beforeEach(async () => {
  await app.clear();
  await app.cache.refresh();
});

interface Seen {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly type: string | undefined;
  readonly body: unknown;
}

const messages = { en: 'Back soon.', de: 'Gleich zurück.' };
const close = async (bankId: string): Promise<void> => {
  await app.windowIn('started', { bankId, messages });
  await app.cache.refresh();
};

/** Sends a request over the network, because third parties are identified by their connection. */
async function ask(path: string, bank: string, language = 'de'): Promise<Seen> {
  const authorization = `Bearer ${await app.mint.mint({ kind: 'application', scope: 'x', banks: [bank] })}`;
  const { promise, resolve, reject } = Promise.withResolvers<Seen>();
  const headers = {
    'client-cert': clientCert,
    'x-request-id': '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001',
    'accept-language': language,
    // A token of a third party would be for one of its resources.
    ...(path.includes('xs2a') ? {} : { authorization }),
  };
  request({ host: '127.0.0.1', port: listener.address().port, path, headers, agent: false }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
        type: response.headers['content-type'],
        body: text === '' ? undefined : JSON.parse(text),
      });
    });
  })
    .on('error', reject)
    .end();
  return promise;
}

/** The body of each dialect while the bank is closed. */
const closedBodies: Readonly<Record<Dialect['name'], object>> = {
  plain: { code: 'service-unavailable', status: 503, detail: 'Gleich zurück.' },
  channel: { problem: 'service-unavailable', status: 503, message: 'Gleich zurück.' },
  oauth: { error: 'temporarily_unavailable', error_description: 'Gleich zur ck.' },
  xs2a: { tppMessages: [{ category: 'ERROR', code: 'SERVICE_BLOCKED', text: 'Gleich zurück.' }] },
};

describe.each(dialects.map(({ name }) => name))('an interface of dialect %s', (name) => {
  const closing = `/v1/test-${name}/closing`;

  test('returns 503 while its bank is closed, with the bank’s message in the caller’s language', async () => {
    expect((await ask(closing, '01')).status).toBe(200);
    await close('01');
    const seen = await ask(closing, '01');
    expect(seen).toMatchObject({ status: 503, retryAfter: '300', body: closedBodies[name] });
    expect(seen.type).toMatch(/json/);
  });

  test('is open again as soon as the window has ended', async () => {
    await close('01');
    expect((await ask(closing, '01')).status).toBe(503);
    await app.database.query(
      "update configuration.maintenance_window set state = 'ended', ended_at = now() where state = 'started'",
    );
    await app.cache.refresh();
    expect((await ask(closing, '01')).status).toBe(200);
  });

  test('stays open where its contract says so', async () => {
    await close('01');
    expect((await ask(`/v1/test-${name}/staying`, '01')).status).toBe(200);
  });
});

describe('a closed bank', () => {
  test('does not affect another: only third parties are bound to the listener’s bank', async () => {
    await close('02');
    for (const name of ['plain', 'channel', 'oauth', 'xs2a']) {
      expect((await ask(`/v1/test-${name}/closing`, '01')).status).toBe(200);
    }
    for (const name of ['plain', 'channel', 'oauth']) {
      expect((await ask(`/v1/test-${name}/closing`, '02')).status).toBe(503);
    }
    expect((await ask('/v1/test-xs2a/closing', '02')).status).toBe(200);
  });

  test('leaves public endpoints open', async () => {
    await close('01');
    expect((await ask('/v1/test-open/thing', '01')).status).toBe(200);
    expect((await ask('/api/configuration/01/maintenance', '01')).body).toMatchObject({ maintenance: true });
  });

  test('lets its staff end the maintenance', async () => {
    await close('01');
    const [row] = await app.database.query<{ window_id: string }>(
      'select window_id from configuration.maintenance_window',
    );
    expect((await app.step(row?.window_id ?? '', 'end')).status).toBe(200);
  });

  test('sends Retry-After: until its end, five minutes when none is known, one hour at most', async () => {
    const retryAfter = async (): Promise<string | undefined> =>
      (await ask('/v1/test-plain/closing', '01')).retryAfter;
    await close('01');
    expect(await retryAfter()).toBe('300');
    for (const [seconds, expected] of [
      [90, '90'],
      [86_400, '3600'],
    ] as const) {
      const endsAt = app.clock.now().add({ seconds }).toString();
      await app.database.query(
        "update configuration.maintenance_window set ends_at = $1::timestamptz, starts_at = $1::timestamptz - interval '2 days'",
        [endsAt],
      );
      await app.cache.refresh();
      expect(await retryAfter()).toBe(expected);
    }
  });

  test.each(['en-a', '*', '', ';q=', 'zz', 'en-US-u'])(
    'returns 503 for any requested language: %s',
    async (language) => {
      await close('01');
      const seen = await ask('/v1/test-channel/closing', '01', language);
      expect(seen).toMatchObject({ status: 503, body: { message: 'Back soon.' } });
    },
  );
});
