import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainStatement } from '#platform/db/statement.ts';
import {
  addToAccount,
  createLab,
  findAccount,
  insertAccount,
  type Lab,
  lockAccount,
} from '#platform/testing/lab.ts';
import { runCommand } from './command.ts';
import type { Work } from './unit-of-work.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await createLab({ poolSize: 5 });
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(async () => {
  await lab.database.empty('lab.account', 'platform.audit_entry');
  await lab.database.query(
    "insert into lab.account (bank_id, id, amount) values ('01', 'a', 100), ('01', 'b', 100)",
  );
});
afterEach(() => lab.assertQuiet());

const audited = (work: Work): void => work.audit({ aggregateKind: 'account', aggregateId: 'a', changes: [] });
const amountOf = async (id: string): Promise<number> => {
  const [row] = await lab.database.query<{ amount: string }>('select amount from lab.account where id = $1', [
    id,
  ]);
  return Number(row?.amount);
};
const transactionText = 'select txid_current() as id, pg_backend_pid() as pid';
const transactionId = plainStatement<{ id: bigint; pid: number }>(transactionText);
const lockedTransactionId = plainStatement<{ id: bigint; pid: number }>(transactionText, 'lock');

/** All commands wait until the last has arrived; later ones do not wait. */
function barrier(parties: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === parties) resolve();
    return promise;
  };
}

describe('a command that locks', () => {
  test('reads and saves in one transaction on one connection', async () => {
    const seen = await runCommand(lab.context(), async (work) => {
      await work.lock(lockAccount(['01', 'a']));
      const [first] = await work.rows(transactionId([]));
      const second = await work.first(transactionId([]));
      work.write(
        plainStatement(
          "insert into lab.account (bank_id, id, amount) values ('01', 'tx', txid_current())",
          'write',
        )([]),
      );
      audited(work);
      return [first?.id, second?.id];
    });
    expect(seen[0]).toBe(seen[1]);
    expect(await amountOf('tx')).toBe(Number(seen[0]));
  });

  test('blocks others until it has saved: no update is lost among fifty', async () => {
    await Promise.all(
      Array.from({ length: 50 }, () =>
        runCommand(lab.context(), async (work) => {
          const account = await work.lock(lockAccount(['01', 'a']));
          work.write(
            plainStatement(
              'update lab.account set amount = $1 where id = $2',
              'write',
            )([(account?.amount ?? 0n) + 1n, 'a']),
          );
          audited(work);
        }),
      ),
    );
    expect(await amountOf('a')).toBe(150);
  });

  test('sends several reads of one tick together', async () => {
    const [a, b, c] = await runCommand(lab.context(), async (work) => {
      audited(work);
      return Promise.all([
        work.lock(lockAccount(['01', 'a'])),
        work.lock(lockAccount(['01', 'b'])),
        work.first(findAccount(['01', 'c'])),
      ]);
    });
    expect([a?.id, b?.id, c]).toEqual(['a', 'b', undefined]);
  });

  test('reads twice while its connection is still being opened, and still uses one', async () => {
    const pids = await runCommand(lab.context(), async (work) => {
      const first = work.lock(lockedTransactionId([]));
      await Promise.resolve();
      await Promise.resolve();
      const second = work.lock(lockedTransactionId([]));
      await Promise.resolve();
      await Promise.resolve();
      const third = work.first(transactionId([]));
      audited(work);
      return (await Promise.all([first, second, third])).map((row) => row?.pid);
    });
    expect(new Set(pids).size).toBe(1);
  });

  test('and continues after it has failed leaks no connection', async () => {
    const late = Promise.withResolvers<unknown>();
    const failing = runCommand(lab.context(), async (work) => {
      const proceed = async (): Promise<void> => {
        await work.first(findAccount(['01', 'a']));
        await new Promise((resolve) => setTimeout(resolve, 50));
        await work.lock(lockAccount(['01', 'b']));
      };
      proceed().then(late.resolve, late.reject);
      await work.lock(lockAccount(['01', 'a']));
      throw new TypeError('oops');
    });
    await expect(failing).rejects.toThrow('oops');
    await expect(late.promise).rejects.toThrow('over');
  });
});

describe('two commands that lock in opposite order', () => {
  test('deadlock, and both succeed in the end', async () => {
    const meet = barrier(2);
    let attempts = 0;
    const transfer = (from: string, to: string): Promise<string> =>
      runCommand(lab.context(), async (work) => {
        attempts += 1;
        await work.lock(lockAccount(['01', from]));
        await meet();
        await work.lock(lockAccount(['01', to]));
        work.write(addToAccount(['01', from, -10n]));
        work.write(addToAccount(['01', to, 10n]));
        audited(work);
        return 'done';
      });
    expect(await Promise.all([transfer('a', 'b'), transfer('b', 'a')])).toEqual(['done', 'done']);
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect([await amountOf('a'), await amountOf('b')]).toEqual([100, 100]);
    const [row] = await lab.database.query<{ count: string }>('select count(*) from platform.audit_entry');
    expect(Number(row?.count)).toBe(2);
  });

  test('and only collide while saving are run again too', async () => {
    const meet = barrier(2);
    const touch = (first: string, second: string): Promise<string> =>
      runCommand(lab.context(), async (work) => {
        await work.first(findAccount(['01', first]));
        await meet();
        work.write(addToAccount(['01', first, 1n]));
        work.write(plainStatement('select pg_sleep(0.2)', 'lock')([]));
        work.write(addToAccount(['01', second, 1n]));
        audited(work);
        return 'done';
      });
    expect(await Promise.all([touch('a', 'b'), touch('b', 'a')])).toEqual(['done', 'done']);
    expect([await amountOf('a'), await amountOf('b')]).toEqual([102, 102]);
  });
});

test('more commands than connections wait for each other and all succeed', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      runCommand(lab.context(), async (work) => {
        await work.lock(lockAccount(['01', index % 2 === 0 ? 'a' : 'b']));
        work.write(insertAccount(['01', `n-${index}`, 1n]));
        audited(work);
      }),
    ),
  );
  const [row] = await lab.database.query<{ count: string }>(
    "select count(*) from lab.account where id like 'n-%'",
  );
  expect(Number(row?.count)).toBe(40);
});
