import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLab, findAccount, insertAccount, type Lab } from '#platform/testing/lab.ts';
import { checkDatabase, DatabaseUnfit } from './boot-checks.ts';
import { openDatabase, setBank } from './database.ts';
import { failureOf } from './failure.ts';
import { plainStatement } from './statement.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await createLab({ poolSize: 5, isDurable: true });
  for (const bank of ['01', '02']) {
    for (let index = 0; index < 20; index += 1) {
      await lab.database.app.flush([
        setBank([bank]),
        insertAccount([bank, `a-${index}`, BigInt(`${bank}${String(index).padStart(3, '0')}`)]),
      ]);
    }
  }
});
afterAll(() => lab[Symbol.asyncDispose]());

const sleep = plainStatement('select pg_sleep($1)');

describe('a pool of five', () => {
  test('serves two hundred concurrent readers, each with its own rows', async () => {
    const { app } = lab.database;
    const results = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const bank = index % 2 === 0 ? '01' : '02';
        const id = `a-${index % 20}`;
        const found = await app.forBank(bank).first(findAccount([bank, id]));
        return found?.amount === BigInt(`${bank}${String(index % 20).padStart(3, '0')}`);
      }),
    );
    expect(results.filter((isRight) => isRight)).toHaveLength(200);
    expect(app.poolState().total).toBeLessThanOrEqual(5);
    expect(app.poolState()).toMatchObject({ waiting: 0 });
  });

  test('whose connections all break works again for the next statement', async () => {
    const { app, name } = lab.database;
    const sessions = await Promise.all(Array.from({ length: 5 }, () => app.session()));
    for (const session of sessions) session.release('clean');
    await lab.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and usename = 'portico_app' and pid <> pg_backend_pid()`,
      [name],
    );
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.forBank('01').first(findAccount(['01', 'a-1']))),
    );
    for (const result of results) {
      const isFine = result.status === 'fulfilled' || failureOf(result.reason).kind === 'lost';
      expect(isFine).toBe(true);
    }
    expect(await app.forBank('01').first(findAccount(['01', 'a-1']))).toMatchObject({ amount: 1001n });
  });

  test('that is fully in use makes the sixth wait, and gives up in time', async () => {
    const waits: number[] = [];
    await using database = openDatabase({
      url: lab.database.appUrl,
      poolSize: 1,
      onPoolWait: (waitedMs) => waits.push(waitedMs),
    });
    const sessions = await database.session();
    const waiting = database.query(plainStatement('select 1 as one')([]));
    sessions.release('clean');
    expect(await waiting).toEqual([{ one: 1 }]);
    expect(waits).toHaveLength(2);
  });

  test('never reuses a connection of unknown state', async () => {
    await using database = openDatabase({ url: lab.database.appUrl, poolSize: 1 });
    const pid = plainStatement<{ pid: number }>('select pg_backend_pid() as pid')([]);
    const [first] = await database.query(pid);
    const session = await database.session();
    session.release('unknown');
    const [second] = await database.query(pid);
    expect(second?.pid).not.toBe(first?.pid);
    const [third] = await database.query(pid);
    expect(third?.pid).toBe(second?.pid);
  });

  test('is closed once, however often close is called', async () => {
    const database = openDatabase({ url: lab.database.appUrl, poolSize: 1 });
    await database.query(plainStatement('select 1')([]));
    await Promise.all([database.close(), database.close()]);
    await expect(database.query(plainStatement('select 1')([]))).rejects.toSatisfy(
      (error: unknown) => failureOf(error).kind === 'lost',
    );
  });
});

describe('a reader with a time limit', () => {
  const limited = (timeMaxMs: number) => lab.database.app.forBank('01', { timeMaxMs });
  const kindOf = (reading: Promise<unknown>): Promise<string> =>
    reading.then(
      () => 'done',
      (error: unknown) => failureOf(error).kind,
    );

  test('returns the rows of each statement', async () => {
    const reader = limited(60_000);
    const found = await Promise.all(['a-1', 'a-2', 'a-3'].map((id) => reader.first(findAccount(['01', id]))));
    expect(found.map((row) => row?.amount)).toEqual([1001n, 1002n, 1003n]);
  });

  test('cancels a statement that exceeds it, long before the limit of the session', async () => {
    const startedAt = performance.now();
    expect(await kindOf(limited(100).rows(sleep([8])))).toBe('timeout');
    expect(performance.now() - startedAt).toBeLessThan(7_000);
  });

  test('counts all statements of one round trip together', async () => {
    const reader = limited(1_500);
    // Each alone is fast enough.
    const reads = Array.from({ length: 10 }, () => reader.rows(sleep([0.4])));
    expect(await Promise.all(reads.map(kindOf))).toEqual(reads.map(() => 'timeout'));
  });

  test('restores the limit of the session for the next user of the connection', async () => {
    const single = openDatabase({ url: lab.database.appUrl, poolSize: 1 });
    await single.forBank('01', { timeMaxMs: 1_234 }).first(findAccount(['01', 'a-1']));
    const shown = plainStatement("select current_setting('statement_timeout') as shown")([]);
    expect(await single.query(shown)).toEqual([{ shown: '10s' }]);
    await single.close();
  });
});

describe('a session', () => {
  test('has limits that no statement exceeds', async () => {
    const settings = plainStatement<Record<string, string>>(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
              current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone,
              current_setting('application_name') as name`,
    )([]);
    expect(await lab.database.app.query(settings)).toEqual([
      { statement: '10s', lock: '5s', idle: '15s', zone: 'UTC', name: 'portico' },
    ]);
  });

  test('that is cancelled reports a timeout, which no caller retries', async () => {
    const { app } = lab.database;
    const slow = app.query(sleep([5])).then(
      () => 'done',
      (error: unknown) => failureOf(error).kind,
    );
    let cancelled = 0;
    while (cancelled === 0) {
      const rows = await lab.database.query<{ cancelled: boolean }>(
        `select pg_cancel_backend(pid) as cancelled from pg_stat_activity
          where datname = $1 and query like '%pg_sleep($1)%' and state = 'active' and pid <> pg_backend_pid()`,
        [lab.database.name],
      );
      cancelled = rows.length;
    }
    expect(await slow).toBe('timeout');
  });
});

describe('at start', () => {
  test('the service’s own role is accepted, with or without checksums', async () => {
    await expect(checkDatabase(lab.database.app, { checksums: 'optional' })).resolves.toBeUndefined();
  });

  test('a role that bypasses row-level security is refused', async () => {
    await using owner = openDatabase({ url: lab.database.ownerUrl, poolSize: 1 });
    await expect(checkDatabase(owner, { checksums: 'optional' })).rejects.toThrow(DatabaseUnfit);
    await expect(checkDatabase(owner, { checksums: 'optional' })).rejects.toThrow('row-level security');
  });

  test('a database that is unavailable is a dependency failure, not unfit', async () => {
    await using away = openDatabase({ url: 'postgres://x@127.0.0.1:1/x', poolSize: 1 });
    await expect(checkDatabase(away, { checksums: 'optional' })).rejects.toSatisfy(
      (error: unknown) => failureOf(error).kind === 'lost',
    );
  });
});
