import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { adminUrl } from '#platform/testing/database.ts';
import { createLab, findAccount, insertAccount, type Lab, lockAccount } from '#platform/testing/lab.ts';
import { tapWire, type WireTap } from '#platform/testing/wire-tap.ts';
import { runCommand } from './command.ts';
import type { Context } from './context.ts';
import { Replayed } from './idempotency.ts';

let lab: Lab;
let tap: WireTap;
let app: Database;
beforeAll(async () => {
  lab = await createLab();
  const { hostname, port } = new URL(adminUrl);
  tap = await tapWire({ host: hostname, port: Number(port) });
  // One connection: the next bytes are sent by the command under test.
  app = openDatabase({ url: tap.through(lab.database.appUrl), poolSize: 1 });
});
afterAll(async () => {
  await app.close();
  await tap[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});
beforeEach(() => lab.database.empty('lab.account', 'platform.idempotency_record', 'platform.audit_entry'));
afterEach(() => lab.assertQuiet(app));

type Moment = 'load' | 'save';
type Loss = 'before' | 'after';

interface Run {
  readonly outcome: string;
  readonly attempts: number;
  readonly accounts: number;
}

/** Runs a command whose connection is cut, in its first attempt, when it loads or when it saves. */
async function runCut(context: Context, moment: Moment, loss: Loss, lock = false): Promise<Run> {
  // The connection is open before the command starts, so that the cut affects the command and not the connection setup.
  await app.forBank('01').first(findAccount(['01', 'missing']));
  let attempts = 0;
  const running = runCommand(context, async (work) => {
    attempts += 1;
    if (moment === 'load' && attempts === 1) tap.cutNext(loss);
    await (lock ? work.lock(lockAccount(['01', 'a'])) : work.first(findAccount(['01', 'a'])));
    work.write(insertAccount(['01', `a-${attempts}`, 1n]));
    work.audit({ aggregateKind: 'account', aggregateId: 'a', changes: [] });
    if (moment === 'save' && attempts === 1) tap.cutNext(loss);
    return `done ${attempts}`;
  });
  const outcome = await outcomeOf(running);
  const [row] = await lab.database.query<{ count: string }>('select count(*) from lab.account');
  return { outcome, attempts, accounts: Number(row?.count) };
}

async function outcomeOf(running: Promise<string>): Promise<string> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof Replayed) return 'replayed';
    if (error instanceof Problem) return `${error.literal} ${JSON.stringify(error.more)}`;
    throw error;
  }
}

const unknown = 'service-unavailable {"retryAfterSeconds":1,"details":{"outcome":"unknown"}}';
const key = 'key-0123456789abcdef';

describe.each([false, true])('a connection lost (with a lock: %s)', (lock) => {
  test.each(['before', 'after'] as const)(
    'while loading, %s it arrived, costs one more attempt',
    async (loss) => {
      const run = await runCut(lab.context({ app }), 'load', loss, lock);
      expect(run).toEqual({ outcome: 'done 2', attempts: 2, accounts: 1 });
    },
  );

  test('on the way to COMMIT, without a key, is an unknown outcome: nothing was saved, nothing is retried', async () => {
    const run = await runCut(lab.context({ app }), 'save', 'before', lock);
    expect(run).toEqual({ outcome: unknown, attempts: 1, accounts: 0 });
  });

  test('on the way back from COMMIT, without a key, is an unknown outcome: it was saved, and only once', async () => {
    const run = await runCut(lab.context({ app }), 'save', 'after', lock);
    expect(run).toEqual({ outcome: unknown, attempts: 1, accounts: 1 });
  });

  test('on the way to COMMIT, with a key, is retried', async () => {
    const run = await runCut(lab.context({ app, key }), 'save', 'before', lock);
    expect(run).toEqual({ outcome: 'done 2', attempts: 2, accounts: 1 });
  });

  test('on the way back from COMMIT, with a key, is resolved by the key', async () => {
    const run = await runCut(lab.context({ app, key }), 'save', 'after', lock);
    expect(run).toEqual({ outcome: 'replayed', attempts: 2, accounts: 1 });
  });
});

test('a server that ends the session while a command has a lock is an unknown outcome, and saves nothing', async () => {
  await lab.database.query("insert into lab.account (bank_id, id, amount) values ('01', 'a', 1)");
  const running = runCommand(lab.context({ app }), async (work) => {
    await work.lock(lockAccount(['01', 'a']));
    await lab.database.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = $1 and usename = 'portico_app' and state = 'idle in transaction'`,
      [lab.database.name],
    );
    work.write(insertAccount(['01', 'b', 1n]));
    work.audit({ aggregateKind: 'account', aggregateId: 'a', changes: [] });
    return 'done';
  });
  expect(await outcomeOf(running)).toBe(unknown);
  expect(await lab.database.query("select id from lab.account where id = 'b'")).toEqual([]);
});

test('a server that has become a standby is abandoned: the next attempt uses a new connection', async () => {
  const { name } = lab.database;
  await lab.database.query(`alter database ${name} set default_transaction_read_only = on`);
  await using fresh = openDatabase({ url: lab.database.appUrl, poolSize: 1 });
  await fresh.forBank('01').first(findAccount(['01', 'a']));
  await lab.database.query(`alter database ${name} reset default_transaction_read_only`);
  let attempts = 0;
  const write = (key: string, lock: boolean): Promise<string> =>
    outcomeOf(
      runCommand(lab.context({ app: fresh, key }), async (work) => {
        attempts += 1;
        if (lock) await work.lock(plainStatement('select 1', 'lock')([]));
        work.write(insertAccount(['01', `${key}-${attempts}`, 1n]));
        work.audit({ aggregateKind: 'account', aggregateId: 'a', changes: [] });
        return `done ${attempts}`;
      }),
    );
  expect(await write('key-0123456789abcde1', true)).toBe('done 2');
  expect(await write('key-0123456789abcde2', false)).toBe('done 3');
});

test('an unavailable database is reported after three attempts', async () => {
  await using away = openDatabase({ url: 'postgres://x@127.0.0.1:1/x', poolSize: 1 });
  let attempts = 0;
  const running = runCommand(lab.context({ app: away, key }), async (work) => {
    attempts += 1;
    await work.first(findAccount(['01', 'a']));
    return 'done';
  });
  expect(await outcomeOf(running)).toBe('service-unavailable {"retryAfterSeconds":1}');
  expect(attempts).toBe(3);
});
