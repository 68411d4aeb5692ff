import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import { createTppBanks } from '#platform/auth/tpp-banks.ts';
import type { ConfiguredProfile } from '#platform/config/xs2a-profile/profile.ts';
import { xs2aOptions } from '#platform/config/xs2a-profile/profile.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestApp, type TestApp, type TestResponse } from '#platform/testing/test-app.ts';
import { testBanks } from '#platform/testing/token-mint.ts';
import type { BankProfile } from '../ports/published-profiles.ts';
import { configurationRoutes } from '../routes.ts';
import { createMaintenanceCache } from '../store/maintenance-cache.read.ts';
import { publishTestProfile, publishTestProfiles } from '../testing/published-profiles.suite.ts';

const path = '/.well-known/xs2a-profile';
const configured: readonly ConfiguredProfile[] = [
  { bank: '01', hosts: ['xs2a.one.example'], maxBulkEntries: 7 },
  { bank: '02', hosts: ['xs2a.two.example', 'psd2.two.example'], rates: { 'tpp-read': 5, 'tpp-change': 4 } },
  { bank: 'nl', hosts: ['xs2a.nl.example'] },
];
let published: ReadonlyMap<string, BankProfile> = new Map();
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({
    routes: configurationRoutes,
    dialectFor: () => plain,
    ports: ({ app: database, clock }) => ({
      cache: createMaintenanceCache({ database, clock, banks: testBanks }),
      profiles: { of: (bankId: string) => published.get(bankId) },
      commandGroups: undefined,
    }),
    services: { tppBanks: createTppBanks({ banks: testBanks, xs2aBank: '01', xs2aProfiles: configured }) },
  });
  published = await publishTestProfiles(app, configured);
});
afterAll(() => app[Symbol.asyncDispose]());

function read(host: string, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> {
  return app.call({ method: 'GET', path, headers: { host, ...headers } });
}

describe('getXs2aProfile', () => {
  test.each([
    ['xs2a.one.example', { id: '01', name: 'Bank 01', bic: 'PORTDEFF', country: 'DE' }],
    ['psd2.two.example:8443', { id: '02', name: 'Bank 02', bic: 'PORTFRPP', country: 'FR' }],
    ['xs2a.nl.example', { id: 'nl', name: 'Bank nl', bic: 'PORTNL2A', country: 'NL' }],
  ])('of %s returns the bank of that host, and no other', async (host, bank) => {
    const { body, headers, status } = await read(host);
    expect(status).toBe(200);
    expect(body).toMatchObject({ profileVersion: 1, bank, standard: '1.3.16', redirectOutcomes: [] });
    expect(headers).toMatchObject({
      etag: `"${bank.id}-1"`,
      'cache-control': 'public, max-age=300',
      vary: 'host',
    });
    const others = configured.filter((one) => one.bank !== bank.id).flatMap(({ hosts }) => hosts);
    expect(others.filter((other) => JSON.stringify(body).includes(String(other)))).toEqual([]);
  });

  test('returns every option with its effective value, except what is withheld', async () => {
    const { body } = await read('xs2a.one.example');
    const names = Object.keys(Object(at(body, 'options')));
    expect(names.toSorted()).toEqual(
      Object.keys(xs2aOptions)
        .filter((name) => name !== 'checkTppRolesFromCertificateSupported')
        // Between the bank and its customers.
        .filter((name) => name !== 'accountStatements')
        // Limits that would tell a thief of passwords what to try.
        .filter((name) => !name.startsWith('scaExemptions.'))
        .toSorted(),
    );
    expect(at(body, 'options')).toMatchObject({ maxBulkEntries: 7, maxPageSize: 100 });
    expect(at(body, 'baseUrl')).toBe('https://xs2a.one.example');
  });

  test('returns the limits of the bank', async () => {
    const { body } = await read('xs2a.two.example');
    expect(at(body, 'limits')).toEqual({ readsPerMinute: 5, changesPerMinute: 4, repeatedRequestHours: 24 });
  });

  test('is not sent again to a client that has it', async () => {
    expect((await read('xs2a.nl.example', { 'if-none-match': '"nl-1"' })).status).toBe(304);
    expect((await read('xs2a.nl.example', { 'if-none-match': '"01-1"' })).status).toBe(200);
  });

  test('refuses an unknown-host', async () => {
    const { body, status } = await read('evil.example');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'unknown-host', detail: 'No bank is served under this host name.' });
  });
});

describe('publishXs2aProfile', () => {
  test('keeps the version while nothing changes, and raises it with every change', async () => {
    const first = await publishTestProfile(app, 'nl', configured);
    app.clock.advance({ hours: 1 });
    expect(await publishTestProfile(app, 'nl', configured)).toEqual(first);
    const changed = await publishTestProfile(app, 'nl', [
      { bank: 'nl', hosts: ['xs2a.nl.example'], hybridAddress: false },
    ]);
    expect(changed).toMatchObject({ version: first.version + 1, effectiveFrom: app.clock.now() });
    expect((await publishTestProfile(app, 'nl', configured)).version).toBe(first.version + 2);
  });

  test('gives processes that start at once one version', async () => {
    const profiles = [{ bank: '02', hosts: ['xs2a.two.example'], maxPageSize: 33 }];
    const all = await Promise.all(Array.from({ length: 5 }, () => publishTestProfile(app, '02', profiles)));
    expect(new Set(all.map(({ version }) => version)).size).toBe(1);
  });
});
