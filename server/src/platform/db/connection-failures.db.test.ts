import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type ConnectFault, startFaultyServer } from '#platform/testing/faulty-server.ts';
import { PatientPool } from '#platform/work/patient-pool.ts';
import { openDatabase } from './database.ts';
import { failureOf, isDatabaseUnavailable } from './failure.ts';
import { plainStatement } from './statement.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase[Symbol.asyncDispose]());

const ping = plainStatement<{ answer: number }>('select 1 as answer')([]);
const sleep = plainStatement('select pg_sleep(5)')([]);

/** Returns the error of a statement when no connection can be made to this address. */
async function failureAt(url: string): Promise<unknown> {
  await using database = openDatabase({ url, poolSize: 1 });
  return await database.query(ping).then(
    () => expect.fail('a connection was made'),
    (error: unknown) => error,
  );
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

interface FaultCase {
  readonly does: string;
  readonly fault: ConnectFault;
  readonly query?: string;
}

const faults: readonly FaultCase[] = [
  { does: 'resets the connection', fault: 'reset' },
  { does: 'accepts and closes', fault: 'hang-up' },
  { does: 'accepts and sends nothing', fault: 'silence' },
  { does: 'speaks another protocol', fault: 'garbage' },
  { does: 'sends no TLS after it agreed to', fault: 'tls-garbage', query: '?sslmode=no-verify' },
  { does: 'is starting up', fault: { sqlState: '57P03' } },
  { does: 'is shutting down', fault: { sqlState: '57P01' } },
  { does: 'has too many connections', fault: { sqlState: '53300' } },
  { does: 'does not know the database at present', fault: { sqlState: '3D000' } },
  { does: 'refuses the password at present', fault: { sqlState: '28P01' } },
];

/** Makes name look-ups fail with this code until `restore`; afterwards every name resolves to this machine. */
function failLookups(code: string): { restore(): void } {
  let isRestored = false;
  const lookup = dns.lookup.bind(dns);
  vi.spyOn(dns, 'lookup').mockImplementation((...parts: readonly unknown[]) => {
    const [, options, callback] = parts;
    if (typeof callback !== 'function') throw new Error('a look-up without a callback');
    const failed = Object.assign(new Error('look-up failed'), { code });
    if (isRestored) Reflect.apply(lookup, dns, ['127.0.0.1', options, callback]);
    else Reflect.apply(callback, undefined, [failed]);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return {
    restore() {
      isRestored = true;
    },
  };
}

describe('a connection that cannot be made is lost', () => {
  test.each([
    ['a name that does not resolve', () => 'postgres://x@no-such-host.invalid/x'],
    ['a network that is not reachable', () => 'postgres://x@255.255.255.255/x'],
    ['a socket that is not there', () => 'postgres:///x?host=/no/such/folder'],
  ])('%s', async (_, url) => {
    const error = await failureAt(url());
    expect(failureOf(error).kind).toBe('lost');
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('a port that refuses', async () => {
    expect(failureOf(await failureAt(`postgres://x@127.0.0.1:${await closedPort()}/x`)).kind).toBe('lost');
  });

  test.each(faults)('a server that $does', async ({ fault, query = '' }) => {
    await using server = await startFaultyServer(testDatabase.appUrl);
    server.set(fault);
    const error = await failureAt(`${server.through(testDatabase.appUrl)}${query}`);
    expect(failureOf(error).kind).toBe('lost');
  });

  test.each(['EAI_AGAIN', 'ENETUNREACH', 'ECONNABORTED', 'A_CODE_OF_TOMORROW'])(
    'any code of the runtime, such as %s',
    async (code) => {
      failLookups(code);
      const error = await failureAt('postgres://x@database.example/x');
      expect(failureOf(error).kind).toBe('lost');
      expect(error).toMatchObject({ code });
    },
  );
});

test('a statement whose connection breaks is lost, and one that cannot be sent is an internal error', async () => {
  await using server = await startFaultyServer(testDatabase.appUrl);
  await using database = openDatabase({ url: server.through(testDatabase.appUrl), poolSize: 1 });
  const broken = database.query(sleep).catch((error: unknown) => error);
  await vi.waitUntil(() => database.poolState().idle === 0 && database.poolState().total === 1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  server.set('forward', 'cut');
  expect(failureOf(await broken).kind).toBe('lost');
  const unsendable = plainStatement('select $1::text')([Symbol('no text')]);
  const error = await database.query(unsendable).catch((thrown: unknown) => thrown);
  expect(failureOf(error).kind).toBe('internal-error');
});

describe('the pool of the job runner waits', () => {
  const waitingPool = (url: string): PatientPool =>
    new PatientPool({ url, connectionsMax: 1, applicationName: 'test', onLost: () => undefined });

  async function waitsAndConnects(pool: PatientPool, recover: () => void): Promise<boolean> {
    let isSettled = false;
    const connecting = pool.connect().finally(() => {
      isSettled = true;
    });
    connecting.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 700));
    const hasWaited = !isSettled;
    recover();
    const client = await connecting;
    const { rows } = await client.query<{ answer: number }>('select 1 as answer');
    client.release();
    await pool.end();
    return hasWaited && rows[0]?.answer === 1;
  }

  test.each(faults)('while a server $does', async ({ fault, query }) => {
    await using server = await startFaultyServer(testDatabase.workerUrl);
    server.set(fault);
    const pool = waitingPool(`${server.through(testDatabase.workerUrl)}${query ?? ''}`);
    const recover = (): void => {
      server.set('forward');
      // The test server has no TLS.
      if (query !== undefined) pool.options.connectionString = server.through(testDatabase.workerUrl);
    };
    expect(await waitsAndConnects(pool, recover)).toBe(true);
  });

  test('while a name does not resolve', async () => {
    const lookups = failLookups('EAI_AGAIN');
    const url = new URL(testDatabase.workerUrl);
    url.hostname = 'database.example';
    expect(await waitsAndConnects(waitingPool(url.href), () => lookups.restore())).toBe(true);
  });

  test('and does not fail while it is closing, because nobody handles the rejection', async () => {
    const pool = waitingPool('postgres://x@no-such-host.invalid/x');
    const settled = pool.connect().then(
      () => 'settled',
      () => 'settled',
    );
    await pool.end();
    // Longer than several attempts.
    const waited = new Promise((resolve) => setTimeout(resolve, 2_000, 'waiting'));
    expect(await Promise.race([settled, waited])).toBe('waiting');
  });
});
