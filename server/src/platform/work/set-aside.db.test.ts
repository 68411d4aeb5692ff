import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { ConnectionFailed } from '#platform/db/failure.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { createWorkHarness, type WorkHarness } from '#platform/testing/work-harness.ts';
import { runCommand } from './command.ts';
import { forEachBank } from './each-bank.ts';
import {
  busyReason,
  countSetAsideRows,
  listSetAsideRows,
  openRowWork,
  retrySetAsideRow,
  runForBank,
} from './set-aside.ts';

let harness: WorkHarness;
beforeAll(async () => {
  harness = await createWorkHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  await harness.database.query('delete from platform.set_aside_row');
  harness.clock.set('2026-11-15T10:00:00Z');
});

const bad = new Set<string>();
const failing = (error: () => Error, done: string[]) => async (key: string) => {
  if (bad.has(key)) await runCommand(harness.context(), () => Promise.reject(error()));
  done.push(key);
};
const serverError = (code: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('from the server', 1, 'error'), { code });
/** No server listens on port 1. */
const openUnavailableDatabase = (): Database =>
  openDatabase({ url: 'postgres://x@127.0.0.1:1/x', poolSize: 1 });
const unavailable = (): Error => standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
const busy = (): Error => standardProblems['service-unavailable']({ reason: busyReason });
const broken = (): Error => new TypeError('cannot be read');

interface Run {
  readonly error?: () => Error;
  readonly bankId?: string;
  readonly areAll?: boolean;
}

async function runOnce(keys: readonly string[], { error = broken, bankId = '01', areAll = true }: Run = {}) {
  const done: string[] = [];
  const rows = await openRowWork(harness.context(bankId), 'test');
  const listed = keys.filter((key) => !rows.waiting().includes(key));
  const count = await rows.forEach({ keys: listed, areAll }, failing(error, done));
  return { done, count, waiting: rows.waiting() };
}

describe('rows of scheduled jobs', () => {
  beforeEach(() => {
    bad.clear();
    bad.add('b');
  });

  test('are processed although one of them fails, and that one is set aside', async () => {
    expect(await runOnce(['b', 'a', 'c'])).toEqual({ done: ['a', 'c'], count: 2, waiting: ['b'] });
    expect(await listSetAsideRows(harness.worker)).toMatchObject([
      { bankId: '01', job: 'test', key: 'b', attempts: 1, lastError: 'TypeError' },
    ]);
  });

  test('that failed are retried after a longer wait each time, a day at most', async () => {
    const waits: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await runOnce(['b']);
      const [row] = await listSetAsideRows(harness.worker);
      if (row === undefined) throw new Error('the row is not set aside');
      waits.push(harness.clock.now().until(row.retryAt).total('minutes'));
      harness.clock.set(row.retryAt.subtract({ seconds: 1 }).toString());
      expect((await runOnce(['b'])).waiting).toEqual(['b']);
      harness.clock.set(row.retryAt.toString());
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440, 1440]);
  });

  test('are cleared when an attempt succeeds, or when the row is gone', async () => {
    await runOnce(['b']);
    harness.clock.advance({ minutes: 5 });
    bad.clear();
    expect((await runOnce(['b'])).done).toEqual(['b']);
    expect(await countSetAsideRows(harness.worker)).toBe(0);
    bad.add('b');
    await runOnce(['b']);
    harness.clock.advance({ minutes: 5 });
    await runOnce(['a']);
    expect(await countSetAsideRows(harness.worker)).toBe(0);
  });

  test('are processed although any number of others wait', async () => {
    await harness.database.query(`
      insert into platform.set_aside_row (bank_id, job, row_key, last_error, set_aside_at, failed_at, retry_at)
      select '01', 'test', 'bad-' || n, 'x', '2026-11-15T09:00Z', '2026-11-15T09:00Z', '2026-11-15T11:00Z'
        from generate_series(1, 2500) as n`);
    const rows = await openRowWork(harness.context(), 'test');
    expect(rows.waiting()).toHaveLength(2500);
  });

  test('are retried at once when an operator requests it', async () => {
    await runOnce(['b']);
    bad.clear();
    const row = { bankId: '01', job: 'test', key: 'b' };
    expect(await retrySetAsideRow(harness.worker, harness.clock, row)).toBe(true);
    expect((await runOnce(['b'])).done).toEqual(['b']);
    expect(await retrySetAsideRow(harness.worker, harness.clock, row)).toBe(false);
  });

  test('of other banks have their own record', async () => {
    await runOnce(['b']);
    bad.clear();
    expect((await runOnce(['b'], { bankId: '02' })).done).toEqual(['b']);
    expect(await countSetAsideRows(harness.worker)).toBe(1);
  });

  test('are not set aside because of a lost database or a busy dependency', async () => {
    await using away = openUnavailableDatabase();
    for (const error of [new ConnectionFailed('in-use', new Error('x')), unavailable()]) {
      const rows = await openRowWork({ ...harness.context(), database: away }, 'test');
      const run = rows.forEach({ keys: ['b', 'a'], areAll: true }, () => Promise.reject(error));
      await expect(run).rejects.toBe(error);
    }
    expect((await runOnce(['b', 'a'], { error: busy })).done).toEqual(['a']);
    expect(await countSetAsideRows(harness.worker)).toBe(0);
  });

  test.each([
    ['exceeds its time', () => serverError('57014')],
    ['always conflicts with another', () => serverError('40001')],
    ['loses its connection', () => new ConnectionFailed('in-use', new Error('x'))],
    ['exhausts the server', () => serverError('53200')],
  ])('of which one %s every time have it recorded', async (_, error) => {
    for (const attempts of [1, 2, 3]) {
      expect((await runOnce(['b', 'a'], { error })).done).toEqual(['a']);
      expect(await listSetAsideRows(harness.worker)).toMatchObject([
        { key: 'b', attempts, lastError: 'Problem service-unavailable' },
      ]);
      harness.clock.advance({ hours: 1 });
    }
    bad.clear();
    expect((await runOnce(['b', 'a'])).done).toEqual(['b', 'a']);
    expect(await countSetAsideRows(harness.worker)).toBe(0);
  });

  test('stay on record while they are not reached, or their dependency is busy', async () => {
    await runOnce(['b']);
    harness.clock.advance({ minutes: 5 });
    await runOnce(['a'], { areAll: false });
    await runOnce(['b', 'a'], { error: busy });
    expect(await listSetAsideRows(harness.worker)).toMatchObject([{ key: 'b', attempts: 1 }]);
    bad.clear();
    await runOnce(['b'], { areAll: false });
    expect(await countSetAsideRows(harness.worker)).toBe(0);
  });
});

describe('banks', () => {
  const banks = ['01', '02', 'nl'];

  test('are all processed although the first one fails, and the failure is thrown in the end', async () => {
    const done: string[] = [];
    const run = forEachBank(
      { job: 'test', banks, log: harness.log, database: harness.database.app },
      async (bankId) => {
        if (bankId === '01') throw broken();
        done.push(bankId);
        return 1;
      },
    );
    await expect(run).rejects.toThrow('cannot be read');
    expect(done).toEqual(['02', 'nl']);
  });

  test('wait together for a lost database', async () => {
    const done: string[] = [];
    await using away = openUnavailableDatabase();
    const run = forEachBank({ job: 'test', banks, log: harness.log, database: away }, async (bankId) => {
      done.push(bankId);
      throw new ConnectionFailed('connecting', new Error('x'));
    });
    await expect(run).rejects.toBeInstanceOf(ConnectionFailed);
    expect(done).toEqual(['01']);
  });

  test.each([
    ['a connection that broke', new ConnectionFailed('in-use', new Error('x'))],
    ['a statement without enough server memory', serverError('53200')],
    ['a limit that the bank exceeds', serverError('53400')],
  ])('are processed after %s, as long as the database responds', async (_, error) => {
    const done: string[] = [];
    const { app } = harness.database;
    const run = forEachBank({ job: 'test', banks, log: harness.log, database: app }, async (bankId) => {
      if (bankId === '01') throw error;
      done.push(bankId);
      return 1;
    });
    await expect(run).rejects.toBe(error);
    expect(done).toEqual(['02', 'nl']);
  });

  test('whose whole run fails are listed until a run succeeds', async () => {
    const failed = runForBank(harness.context(), 'tidy', () => Promise.reject(broken()));
    await expect(failed).rejects.toThrow('cannot be read');
    expect(await listSetAsideRows(harness.worker)).toMatchObject([{ job: 'tidy/bank', key: '01' }]);
    await runForBank(harness.context(), 'tidy', async () => undefined);
    expect(await countSetAsideRows(harness.worker)).toBe(0);
  });
});
