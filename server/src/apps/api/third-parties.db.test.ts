import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { Tpp } from '#platform/auth/caller.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createRuntime } from '../create-runtime.ts';
import { httpServices } from '../http-services.ts';
import { openThirdParties } from './third-parties.ts';

const caller: Tpp = {
  kind: 'tpp',
  authorisationNumber: 'PSDDE-BAFIN-12345',
  organizationName: 'Fintech GmbH',
  roles: ['PSP_AI'],
  domains: [],
  issuer: 'CN=Test CA',
  serialNumber: '4f2a',
  fingerprint256: 'aa',
  validTo: Temporal.Instant.from('2027-01-01T00:00:00Z'),
  warnings: [],
  bankId: '01',
};

/** An address in front of the database that refuses connections until it is opened. */
async function closedAddress(url: string): Promise<{ url: string; open(): Promise<AsyncDisposable> }> {
  const target = new URL(url);
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server on a port has an address
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(port);
  return {
    url: address.href,
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return { [Symbol.asyncDispose]: async () => void server.close() };
    },
  };
}

test('third parties that called while the database refused are recorded at the next turn', async () => {
  await using database = await createTestDatabase();
  const address = await closedAddress(database.appUrl);
  await using app = openDatabase({ url: address.url, poolSize: 2 });
  const config = loadConfig({ PORTICO_DATABASE_URL: address.url, PORTICO_LOG_LEVEL: 'fatal' }, () => '');
  const runtime = await createRuntime(config);
  try {
    const { saveSightings, services } = openThirdParties(runtime, app);
    const at = Temporal.Instant.from('2026-11-15T10:00:00Z');
    services.tppSightings?.add(caller, at);
    services.tppSightings?.add({ ...caller, bankId: '02' }, at);
    await expect(saveSightings()).rejects.toThrow('no connection to the database');
    const later = at.add({ minutes: 1 });
    services.tppSightings?.add(caller, later);
    await expect(saveSightings()).rejects.toThrow('no connection to the database');
    await using _ = await address.open();
    await saveSightings();
    const rows = await database.query('select bank_id, last_seen_at::text from tpp.certificate order by 1');
    expect(rows).toEqual([
      { bank_id: '01', last_seen_at: '2026-11-15 10:01:00+00' },
      { bank_id: '02', last_seen_at: '2026-11-15 10:00:00+00' },
    ]);
  } finally {
    runtime.metrics.close();
  }
});

test('a process reads the profiles of its banks once', async () => {
  await using database = await createTestDatabase();
  const config = loadConfig({ PORTICO_DATABASE_URL: database.appUrl, PORTICO_LOG_LEVEL: 'fatal' }, () => '');
  const runtime = await createRuntime(config);
  try {
    const { services } = openThirdParties(runtime, database.app);
    const [bankId = ''] = config.banks;
    expect(httpServices(runtime, database.app).tppBanks).toBe(runtime.tppBanks);
    expect(services.thirdParties.policyOf(bankId)).toBe(runtime.tppBanks.profileOf(bankId));
  } finally {
    runtime.metrics.close();
  }
});
