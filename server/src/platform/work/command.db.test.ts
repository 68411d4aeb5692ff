import { AssertionError } from 'node:assert/strict';
import Type from 'typebox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainStatement } from '#platform/db/statement.ts';
import { defineProblems, Problem } from '#platform/kernel/problem.ts';
import {
  addToAccount,
  createLab,
  findAccount,
  insertAccount,
  type Lab,
  type LabContext,
  lockAccount,
} from '#platform/testing/lab.ts';
import { prepareCommand, runCommand } from './command.ts';
import { defineEvent, eventOf } from './event.ts';
import { Replayed } from './idempotency.ts';
import type { Work } from './unit-of-work.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await createLab({ poolSize: 5 });
  await lab.database.query(`
    create sequence lab.attempt; grant usage on sequence lab.attempt to portico_app;
    create function lab.fail_times(times bigint, state text) returns void language plpgsql as $$
    begin
      if nextval('lab.attempt') <= times then raise exception 'in the way' using errcode = state; end if;
    end $$;`);
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(async () => {
  await lab.database.empty(
    'lab.account',
    'platform.idempotency_record',
    'platform.audit_entry',
    'platform.outbox_event',
  );
  await lab.database.query(`alter sequence lab.attempt restart`);
});
afterEach(() => lab.assertQuiet());

const problems = defineProblems('lab', {
  'no-funds': { kind: 'refused', message: 'Not enough.' },
  taken: { kind: 'conflict', message: 'Taken.' },
  moved: { kind: 'conflict', message: 'Moved meanwhile.' },
  'bad-code': { kind: 'refused', message: 'Wrong code.' },
});
const opened = defineEvent({
  name: 'account-opened',
  version: 1,
  source: '/lab',
  aggregateKind: 'account',
  data: Type.Object({ id: Type.String() }),
  summary: 'Opened.',
});

const audited = (work: Work, id: string): void =>
  work.audit({ aggregateKind: 'account', aggregateId: id, changes: [{ field: 'amount', after: '1' }] });

const open = (options: LabContext, id: string, amount = 1n): Promise<string> =>
  runCommand(lab.context(options), async (work) => {
    work.write(insertAccount([options.bankId ?? '01', id, amount]), {
      constraints: { account_pkey: problems.taken, account_amount_positive: problems['no-funds'] },
    });
    work.emit(eventOf(opened, id, { id }));
    audited(work, id);
    return `opened ${id}`;
  });

/** Returns the outcome: the result, `problem <literal>`, or `replayed <stored response>`. */
async function outcome(running: Promise<unknown>): Promise<string> {
  try {
    return String(await running);
  } catch (error) {
    if (error instanceof Problem) return `problem ${error.literal}`;
    if (error instanceof Replayed) {
      return error.record.kind === 'problem'
        ? `replayed problem ${error.record.literal}`
        : `replayed ${JSON.stringify(error.record.answer)}`;
    }
    throw error;
  }
}

const count = async (table: string): Promise<number> => {
  const [row] = await lab.database.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(row?.count);
};
const amounts = async (): Promise<Readonly<Record<string, number>>> => {
  const rows = await lab.database.query<{ id: string; amount: string }>('select id, amount from lab.account');
  return Object.fromEntries(rows.map(({ id, amount }) => [id, Number(amount)]));
};
const rowCounts = async (): Promise<readonly number[]> =>
  Promise.all(
    ['lab.account', 'platform.audit_entry', 'platform.outbox_event', 'platform.idempotency_record'].map(
      count,
    ),
  );

const key = 'key-0123456789abcdef';
const answer = (result: unknown): { status: number; body: unknown } => ({ status: 201, body: { result } });

describe('a command', () => {
  test('saves writes, audit entry, event and key together', async () => {
    expect(await open({ key, toHttpResponse: answer }, 'a')).toBe('opened a');
    expect(await rowCounts()).toEqual([1, 1, 1, 1]);
    const [audit] = await lab.database.query<{ record: string }>('select * from platform.audit_entry');
    expect(audit).toMatchObject({
      bank_id: '01',
      operation: 'Lab_Run',
      aggregate_kind: 'account',
      aggregate_id: 'a',
    });
    expect(JSON.parse(audit?.record ?? '')).toEqual({
      requestId: '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001',
      operation: 'Lab_Run',
      actor: { kind: 'employee', id: 'e-1', clientId: 'console-1' },
      sourceAddress: '127.0.0.1',
      aggregate: { kind: 'account', id: 'a' },
      changes: [{ field: 'amount', after: '1' }],
      outcome: 'done',
      problem: null,
    });
    expect(await lab.database.query('select * from platform.outbox_event')).toMatchObject([
      {
        bank_id: '01',
        name: 'account-opened',
        aggregate_id: 'a',
        actor_kind: 'employee',
        actor_id: 'e-1',
        data: '{"id":"a"}',
      },
    ]);
  });

  test('that is not audited is an internal error and saves nothing', async () => {
    const silent = runCommand(lab.context({ key }), async (work) =>
      work.write(insertAccount(['01', 'a', 1n])),
    );
    await expect(silent).rejects.toThrow(AssertionError);
    const twice = runCommand(lab.context({ key }), async (work) => {
      audited(work, 'a');
      audited(work, 'a');
    });
    await expect(twice).rejects.toThrow('audited once');
    expect(await rowCounts()).toEqual([0, 0, 0, 0]);
  });

  test('that throws a problem saves nothing, even if it has locked', async () => {
    await open({}, 'a');
    const refused = runCommand(lab.context({ key }), async (work) => {
      await work.lock(lockAccount(['01', 'a']));
      work.write(addToAccount(['01', 'a', 10n]));
      audited(work, 'a');
      throw problems['no-funds']();
    });
    expect(await outcome(refused)).toBe('problem no-funds');
    expect(await rowCounts()).toEqual([1, 1, 1, 0]);
    expect(await amounts()).toEqual({ a: 1 });
  });

  test('that throws an error saves nothing and rethrows it', async () => {
    const broken = runCommand(lab.context({ key }), async (work) => {
      await work.lock(lockAccount(['01', 'a']));
      work.write(insertAccount(['01', 'a', 1n]));
      throw new TypeError('oops');
    });
    await expect(broken).rejects.toThrow('oops');
    expect(await rowCounts()).toEqual([0, 0, 0, 0]);
  });

  test('cannot write for another bank, whatever its statement', async () => {
    const foreign = runCommand(lab.context({ bankId: '01' }), async (work) => {
      work.write(insertAccount(['02', 'a', 1n]));
      audited(work, 'a');
    });
    await expect(foreign).rejects.toMatchObject({ code: '42501' });
    expect(await rowCounts()).toEqual([0, 0, 0, 0]);
  });

  test('reads its own bank only, with and without lock', async () => {
    await open({ bankId: '02' }, 'a');
    const seen = await runCommand(lab.context({ bankId: '01' }), async (work) => {
      audited(work, 'a');
      return [await work.first(findAccount(['02', 'a'])), await work.lock(lockAccount(['02', 'a']))];
    });
    expect(seen).toEqual([undefined, undefined]);
  });
});

describe('what the database refuses', () => {
  test('becomes the problem its store declared for the constraint', async () => {
    await open({}, 'a');
    expect(await outcome(open({}, 'a'))).toBe('problem taken');
    expect(await outcome(open({}, 'b', -1n))).toBe('problem no-funds');
    expect(await rowCounts()).toEqual([1, 1, 1, 0]);
  });

  test('becomes the problem of the write that failed, not of another with the same constraint', async () => {
    await open({}, 'a');
    const three = runCommand(lab.context({ key }), async (work) => {
      work.write(insertAccount(['01', 'x', 1n]), { constraints: { account_pkey: problems['no-funds'] } });
      work.write(insertAccount(['01', 'a', 1n]), { constraints: { account_pkey: problems.taken } });
      work.write(insertAccount(['01', 'y', 1n]), { constraints: { account_pkey: problems.moved } });
      audited(work, 'a');
    });
    expect(await outcome(three)).toBe('problem taken');
    expect(await amounts()).toEqual({ a: 1 });
  });

  test('without a declared problem is an internal error', async () => {
    await open({}, 'a');
    const unnamed = runCommand(lab.context(), async (work) => {
      work.write(insertAccount(['01', 'a', 1n]));
      audited(work, 'a');
    });
    await expect(unnamed).rejects.toMatchObject({ code: '23505' });
  });

  test.each([
    ['none where one was expected', 'missing', 1, 'problem moved'],
    ['one where one was expected', 'a', 1, 'done'],
    ['one where none was expected', 'a', 0, 'problem moved'],
  ])('is a wrong number of rows: %s', async (_what, id, rows, expected) => {
    await open({}, 'a');
    const change = runCommand(lab.context(), async (work) => {
      work.write(addToAccount(['01', id, 1n]), { rows: { count: rows, otherwise: problems.moved } });
      work.write(insertAccount(['01', `beside-${id}`, 1n]));
      audited(work, id);
      return 'done';
    });
    expect(await outcome(change)).toBe(expected);
    const expectedAmounts = expected === 'done' ? { a: 2, 'beside-a': 1 } : { a: 1 };
    expect(await amounts()).toEqual(expectedAmounts);
  });

  test('is mapped after a lock as well', async () => {
    await open({}, 'a');
    const change = runCommand(lab.context({ key }), async (work) => {
      const account = await work.lock(lockAccount(['01', 'a']));
      expect(account?.amount).toBe(1n);
      work.write(addToAccount(['01', 'a', -5n]), {
        constraints: { account_amount_positive: problems['no-funds'] },
      });
      audited(work, 'a');
    });
    expect(await outcome(change)).toBe('problem no-funds');
  });
});

describe('a key', () => {
  test('used fifty times concurrently has one effect, and every caller gets the same response', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => outcome(open({ key, toHttpResponse: answer }, `a-${index}`))),
    );
    const done = outcomes.filter((one) => one.startsWith('opened'));
    expect(done).toHaveLength(1);
    const replayed = new Set(outcomes.filter((one) => !one.startsWith('opened')));
    expect([...replayed]).toEqual([`replayed {"status":201,"body":{"result":"${done[0] ?? ''}"}}`]);
    expect(await rowCounts()).toEqual([1, 1, 1, 1]);
  });

  test('used again for the same request returns the same response, even if its own effect conflicts', async () => {
    await open({ key, toHttpResponse: answer }, 'a');
    const replayedText = 'replayed {"status":201,"body":{"result":"opened a"}}';
    expect(await outcome(open({ key, toHttpResponse: answer }, 'a'))).toBe(replayedText);
    const blocked = runCommand(lab.context({ key }), async () => {
      throw problems.taken();
    });
    expect(await outcome(blocked)).toBe(replayedText);
    expect(await rowCounts()).toEqual([1, 1, 1, 1]);
  });

  test('used again for another request is refused, whichever wins', async () => {
    await open({ key, request: 'one' }, 'a');
    expect(await outcome(open({ key, request: 'two' }, 'b'))).toBe('problem idempotency-key-reused');
    const blocked = runCommand(lab.context({ key, request: 'two' }), async () => {
      throw problems.taken();
    });
    expect(await outcome(blocked)).toBe('problem idempotency-key-reused');
    const parallel = await Promise.all(
      ['x', 'y'].map((request) => outcome(open({ key: `${key}-2`, request }, request))),
    );
    expect(parallel.filter((one) => one.startsWith('opened'))).toHaveLength(1);
    expect(parallel.filter((one) => one === 'problem idempotency-key-reused')).toHaveLength(1);
  });

  test.each<[string, LabContext]>([
    [
      'another caller',
      {
        caller: {
          kind: 'application',
          clientId: 'app-2',
          bankId: '01',
          scopes: new Set(),
          binding: 'none',
        },
      },
    ],
    ['another bank', { bankId: '02' }],
    ['another operation', { operationId: 'Lab_Other' }],
    ['no key', {}],
  ])('of one is independent of the same key of %s', async (what, options) => {
    await open({ key }, 'a');
    expect(await outcome(open(what === 'no key' ? options : { key, ...options }, 'b'))).toBe('opened b');
  });

  test('whose command failed can be used again', async () => {
    await open({}, 'taken');
    expect(await outcome(open({ key }, 'taken'))).toBe('problem taken');
    expect(await outcome(open({ key }, 'free'))).toBe('opened free');
  });

  test('separates two callers of different kinds with the same name', async () => {
    await open({ key }, 'a');
    const namesake: LabContext['caller'] = {
      kind: 'application',
      clientId: 'e-1',
      bankId: '01',
      scopes: new Set(),
      binding: 'none',
    };
    expect(await outcome(open({ key, caller: namesake }, 'b'))).toBe('opened b');
  });
});

describe('a problem raised after commit', () => {
  const guess = (options: LabContext): Promise<unknown> =>
    runCommand(lab.context(options), async (work) => {
      work.write(addToAccount(['01', 'attempts', 1n]), { rows: { count: 1, otherwise: problems.moved } });
      work.audit({ aggregateKind: 'account', aggregateId: 'attempts', changes: [], problem: 'bad-code' });
      work.rejectAfterCommit(
        problems['bad-code']({ details: { left: 2 }, retryAfterSeconds: 9, message: 'Two left.' }),
      );
    });

  test('commits what it counted and is raised afterwards', async () => {
    await open({}, 'attempts');
    expect(await outcome(guess({}))).toBe('problem bad-code');
    expect(await amounts()).toEqual({ attempts: 2 });
    const records = await lab.database.query<{ record: string }>(
      "select record from platform.audit_entry where record like '%bad-code%'",
    );
    expect(JSON.parse(records[0]?.record ?? '')).toMatchObject({ outcome: 'refused', problem: 'bad-code' });
  });

  test('is replayed as the same problem, and counted once', async () => {
    await open({}, 'attempts');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(guess({ key }))));
    expect(outcomes.toSorted()).toEqual([
      'problem bad-code',
      ...Array.from({ length: 9 }, () => 'replayed problem bad-code'),
    ]);
    expect(await amounts()).toEqual({ attempts: 2 });
    const replayed = await guess({ key }).catch((error: unknown) => error);
    expect(replayed).toMatchObject({
      record: {
        owner: 'lab',
        entry: { kind: 'refused' },
        more: { details: { left: 2 }, retryAfterSeconds: 9, message: 'Two left.' },
      },
    });
  });

  test('that cannot be saved is not raised: the failure is', async () => {
    expect(await outcome(guess({ key }))).toBe('problem moved');
  });
});

describe('a command that conflicts with another', () => {
  const failing = (times: number, state: string): Promise<unknown> =>
    runCommand(lab.context({ key }), async (work) => {
      work.write(plainStatement('select lab.fail_times($1, $2)', 'write')([times, state]));
      work.write(insertAccount(['01', 'a', 1n]));
      audited(work, 'a');
      return 'done';
    });

  const attempts = async (): Promise<number | undefined> => {
    const rows = await lab.database.query<{ tried: number }>(
      'select last_value::int as tried from lab.attempt',
    );
    return rows[0]?.tried;
  };

  test.each(['40001', '40P01', '55P03'])('by %s is run again, and saved once', async (state) => {
    expect(await outcome(failing(2, state))).toBe('done');
    expect(await rowCounts()).toEqual([1, 1, 0, 1]);
  });

  test('by a statement that exceeded its time limit is not run again, and saves nothing', async () => {
    expect(await outcome(failing(1, '57014'))).toBe('problem service-unavailable');
    expect(await rowCounts()).toEqual([0, 0, 0, 0]);
    expect(await attempts()).toBe(1);
  });

  test('three times fails with a retry time, and has saved nothing', async () => {
    expect(await outcome(failing(3, '40001'))).toBe('problem service-unavailable');
    expect(await rowCounts()).toEqual([0, 0, 0, 0]);
  });

  test('is not run again for an internal error', async () => {
    await expect(failing(1, '22012')).rejects.toMatchObject({ code: '22012' });
  });
});

describe('the preparation of a command', () => {
  const replayedText = 'replayed {"status":201,"body":{"result":"opened a"}}';
  const refuse = async (): Promise<never> => {
    throw problems['no-funds']();
  };

  test('runs, or refuses, with a key and without', async () => {
    for (const options of [{}, { key }]) {
      expect(await outcome(prepareCommand(lab.context(options), async () => 'made'))).toBe('made');
      expect(await outcome(prepareCommand(lab.context(options), refuse))).toBe('problem no-funds');
    }
  });

  test('is not repeated if the command has a stored response', async () => {
    await open({ key, toHttpResponse: answer }, 'a');
    let made = 0;
    const make = async (): Promise<void> => {
      made += 1;
    };
    expect(await outcome(prepareCommand(lab.context({ key }), make))).toBe(replayedText);
    expect(made).toBe(0);
  });

  test('does not refuse a repetition whose first was saved meanwhile', async () => {
    const meanwhile = async (): Promise<never> => {
      await open({ key, toHttpResponse: answer }, 'a');
      return refuse();
    };
    expect(await outcome(prepareCommand(lab.context({ key }), meanwhile))).toBe(replayedText);
  });
});
