import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';
import {
  addToAccount,
  createLab,
  findAccount,
  insertAccount,
  type Lab,
  lockAccount,
} from '#platform/testing/lab.ts';
import {
  audited,
  groupsOver,
  happened,
  type Member,
  outcomeOf,
  problems,
  rowsByTransaction,
  together,
  transactionId,
  waitTicks,
} from './command-groups.suite.ts';
import type { CommandGroups } from './command-groups.ts';
import { eventOf } from './event.ts';
import type { Work } from './unit-of-work.ts';

let lab: Lab;
let groups: CommandGroups;
beforeAll(async () => {
  lab = await createLab({ poolSize: 4 });
  await lab.database.query(`
    create sequence lab.attempt; grant usage on sequence lab.attempt to portico_app;
    create function lab.fail_times(times bigint, state text) returns void language plpgsql as $$
    begin
      if nextval('lab.attempt') <= times then raise exception 'in the way' using errcode = state; end if;
    end $$;`);
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(async () => {
  groups = groupsOver(lab.database.app);
  await lab.database.empty('lab.account', 'platform.audit_entry', 'platform.outbox_event');
  await lab.database.query(`alter sequence lab.attempt restart`);
});
afterEach(() => lab.assertQuiet());

const failTimes = plainStatement('select lab.fail_times($1, $2)', 'write');
const read = (work: Work): Promise<unknown> => work.lock(transactionId([]));

/** A member without failures. */
const honest = (id: string, prepare: (work: Work) => Promise<unknown> = read): Member<string> => ({
  key: id,
  decide: async (work) => {
    await prepare(work);
    work.write(insertAccount(['01', id, 1n]));
    work.emit(eventOf(happened, id, { text: id }));
    audited(work, id);
    return `done ${id}`;
  },
});

const writing = (id: string, ...writes: Parameters<Work['write']>[]): Member<string> => ({
  key: id,
  decide: async (work) => {
    for (const write of writes) work.write(...write);
    audited(work, id);
    return `done ${id}`;
  },
});

const outcomesOf = (members: readonly Member<string>[]): Promise<readonly string[]> =>
  Promise.all(together(lab, groups, members).map(outcomeOf));
const ids = async (): Promise<readonly string[]> => {
  const rows = await lab.database.query<{ id: string }>('select id from lab.account order by id');
  return rows.map(({ id }) => id);
};
const audits = async (): Promise<readonly string[]> => {
  const rows = await lab.database.query<{ id: string }>(
    'select aggregate_id as id from platform.audit_entry order by 1',
  );
  return rows.map(({ id }) => id);
};

/** With and without an earlier read: the connection is open when the group is saved, or must still be acquired. */
const preparations: [string, (work: Work) => Promise<unknown>][] = [
  ['that have read', read],
  ['that have not read', () => Promise.resolve()],
];

describe.each(preparations)('among members %s', (_who, prepare) => {
  const beside = (bad: Member<string>): Promise<readonly string[]> =>
    outcomesOf([honest('a', prepare), bad, honest('b', prepare)]);

  test.each<[string, Parameters<Work['write']>, string]>([
    [
      'a constraint its store declared',
      [insertAccount(['01', 'z', -1n]), { constraints: { account_amount_positive: problems.taken } }],
      'problem taken',
    ],
    [
      'a constraint that is not declared',
      [insertAccount(['01', 'z', -1n])],
      'error new row for relation "account" violates',
    ],
    [
      'a wrong number of rows',
      [addToAccount(['01', 'z', 1n]), { rows: { count: 1, otherwise: problems.moved } }],
      'problem moved',
    ],
    ['a statement that is none', [plainStatement('selec 1', 'write')([])], 'error syntax error'],
  ])(
    'one failing write, by %s, is reported to its own member; the others are saved',
    async (_what, write, expected) => {
      const [a, bad, b] = await beside(writing('bad', write));
      expect([a, b]).toEqual(['done a', 'done b']);
      expect(bad).toContain(expected);
      expect(await ids()).toEqual(['a', 'b']);
      expect(await audits()).toEqual(['a', 'b']);
      expect(await rowsByTransaction(lab, 'platform.outbox_event')).toEqual([1, 1]);
    },
  );

  test.each<[string, Member<string>['decide'], string]>([
    ['throws an error', () => Promise.reject(new TypeError('oops')), 'error oops'],
    [
      'throws an error at once',
      () => {
        throw new TypeError('oops');
      },
      'error oops',
    ],
    ['is not audited', () => Promise.resolve('done'), 'must be audited'],
    [
      'emits an event that cannot be serialized',
      async (work) => {
        const text: Record<string, unknown> = {};
        text['itself'] = text;
        work.emit({ kind: happened, aggregateId: 'bad', data: text });
        audited(work, 'bad');
        return 'done';
      },
      'circular structure',
    ],
    [
      'reads with an invalid statement',
      async (work) => {
        await work.first(plainStatement('selec 1')([]));
        return 'done';
      },
      'error syntax error',
    ],
    [
      'continues after a failed read',
      async (work) => {
        await work.lock(plainStatement('select 1 / 0', 'lock')([])).catch(() => undefined);
        audited(work, 'bad');
        return 'done';
      },
      'current transaction is aborted',
    ],
  ])('one that %s fails alone, and no member waits for it', async (_what, decide, expected) => {
    const [a, bad, b] = await beside({ key: 'bad', decide });
    expect([a, b]).toEqual(['done a', 'done b']);
    expect(bad).toContain(expected);
    expect(await ids()).toEqual(['a', 'b']);
    expect(await audits()).toEqual(['a', 'b']);
  });

  test('one that leaves first, or saves before the others have read, does not affect them', async () => {
    const leaving: Member<string> = { key: 'l', decide: () => Promise.reject(problems.moved()) };
    const slow = honest('slow', async (work) => {
      await waitTicks(5);
      await prepare(work);
    });
    const outcomes = await outcomesOf([
      leaving,
      writing('quick', [insertAccount(['01', 'quick', 1n])]),
      slow,
    ]);
    expect(outcomes).toEqual(['problem moved', 'done quick', 'done slow']);
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([2]);
  });

  test('all may leave', async () => {
    const leaving = (key: string): Member<string> => ({
      key,
      decide: async (work) => {
        await prepare(work);
        throw problems.moved();
      },
    });
    expect(await outcomesOf([leaving('a'), leaving('b')])).toEqual(['problem moved', 'problem moved']);
    expect(await outcomesOf([honest('c')])).toEqual(['done c']);
  });
});

describe('one that conflicts', () => {
  test.each(['40001', '40P01', '55P03'])(
    'by %s, while reading or saving, costs a second attempt',
    async (state) => {
      const reading = honest('asking', (work) => work.execute(failTimes([1, state])));
      expect(await outcomesOf([honest('a'), reading, honest('b')])).toEqual([
        'done a',
        'done asking',
        'done b',
      ]);
      await lab.database.query('alter sequence lab.attempt restart');
      const saving = writing('saving', [failTimes([2, state])], [insertAccount(['01', 'saving', 1n])]);
      expect(await outcomesOf([honest('c'), saving, honest('d')])).toEqual([
        'done c',
        'done saving',
        'done d',
      ]);
      expect(await ids()).toEqual(['a', 'asking', 'b', 'c', 'd', 'saving']);
      expect(await audits()).toEqual(await ids());
    },
  );

  test('by a statement that exceeds its time limit costs the others a second attempt, and is tried alone once', async () => {
    const saving = writing('saving', [failTimes([9, '57014'])], [insertAccount(['01', 'saving', 1n])]);
    const outcomes = await outcomesOf([honest('a'), saving, honest('b')]);
    expect(outcomes).toEqual(['done a', 'problem service-unavailable', 'done b']);
    expect(await ids()).toEqual(['a', 'b']);
    // Once with the group, once alone: which member of a group was too slow is unknown.
    expect(await lab.database.query('select last_value::int as attempts from lab.attempt')).toEqual([
      { attempts: 2 },
    ]);
  });

  test('in a real deadlock leaves every member saved once', async () => {
    await lab.database.query(
      "insert into lab.account (bank_id, id, amount) values ('01', 'x', 0), ('01', 'y', 0)",
    );
    const other = await lab.database.app.session();
    const run = (...statements: readonly Statement[]): Promise<unknown> => other.flush(statements);
    await run(
      plainStatement('begin')([]),
      plainStatement("select set_config('portico.bank_id', '01', true)")([]),
      lockAccount(['01', 'x']),
    );
    let attempts = 0;
    const locking = honest('m', async (work) => {
      attempts += 1;
      if (attempts > 1) return;
      await work.lock(lockAccount(['01', 'y']));
      const waiting = work.lock(lockAccount(['01', 'x']));
      // The other one arrives late and waits without a limit, so that the group detects the deadlock.
      await waitTicks(3);
      void run(lockAccount(['01', 'y']), plainStatement('commit')([])).catch(() =>
        run(plainStatement('rollback')([])),
      );
      await waiting;
    });
    const outcomes = await outcomesOf([honest('a'), locking, honest('b')]);
    expect(outcomes).toEqual(['done a', 'done m', 'done b']);
    await run(plainStatement('rollback')([]));
    other.release('clean');
    expect(await ids()).toEqual(['a', 'b', 'm', 'x', 'y']);
    expect(await audits()).toEqual(['a', 'b', 'm']);
  });
});

test('one that never decides delays the others only up to the time limit', async () => {
  const impatient = groupsOver(lab.database.app, { decideTimeoutMs: 50 });
  const stuck = Promise.withResolvers<string>();
  let attempts = 0;
  const never: Member<string> = {
    key: 'never',
    decide: async (work) => {
      attempts += 1;
      await read(work);
      const outcome = await stuck.promise;
      audited(work, 'never');
      return outcome;
    },
  };
  const [a, waiting, b] = together(lab, impatient, [honest('a'), never, honest('b')]);
  const next = together(lab, impatient, [honest('next')]);
  expect(await Promise.all([a, b, ...next])).toEqual(['done a', 'done b', 'done next']);
  stuck.resolve('done at last');
  expect(await waiting).toBe('done at last');
  expect(attempts).toBe(2);
  expect(await audits()).toEqual(['a', 'b', 'never', 'next']);
});

describe('a read that comes too late', () => {
  const intruding = plainStatement(
    "insert into lab.account (bank_id, id, amount) values ('01', 'late', 1)",
    'write',
  );

  /** Uses the only connection after the group, as another command would, while `late` is tried. */
  async function meanwhile(
    members: readonly Member<string>[],
    late: () => Promise<string>,
  ): Promise<{ readonly outcomes: readonly string[]; readonly late: string }> {
    await using app = openDatabase({ url: lab.database.appUrl, poolSize: 1 });
    const over = groupsOver(app);
    const context = lab.context({ app });
    const running = together(
      lab,
      over,
      members.map((member) => ({ ...member, context })),
    );
    const outcomes = await Promise.all(running.map(outcomeOf));
    const otherSession = await app.session();
    await otherSession.flush([plainStatement('begin')([]), transactionId([])]);
    const outcome = await late();
    await otherSession.flush([plainStatement('commit')([])]);
    otherSession.release('clean');
    await lab.assertQuiet(app);
    return { outcomes: outcomes, late: outcome };
  }

  test.each<[string, Member<string>[], readonly string[]]>([
    ['saved', [honest('a'), honest('b')], ['done a', 'done b']],
    ['saved without a question', [honest('a', () => Promise.resolve())], ['done a']],
    ['left', [{ key: 'x', decide: () => Promise.reject(problems.moved()) }], ['problem moved']],
    [
      'spoilt',
      [honest('a'), { key: 'x', decide: () => Promise.reject(new Error('oops')) }],
      ['done a', 'error oops'],
    ],
    [
      'spoilt before any read',
      [honest('a', () => Promise.resolve()), { key: 'x', decide: () => Promise.reject(new Error('oops')) }],
      ['done a', 'error oops'],
    ],
  ])(
    'after the group was %s is not sent, in particular not on the connection of another command',
    async (_what, members, expected) => {
      const works: Work[] = [];
      const stray: Member<string> = {
        key: 'stray',
        decide: async (work) => {
          works.push(work);
          audited(work, 'stray');
          return 'done stray';
        },
      };
      const run = await meanwhile([stray, ...members], () =>
        outcomeOf(works[0]?.execute(intruding([])) ?? Promise.resolve('not read')),
      );
      expect(run.outcomes).toEqual(['done stray', ...expected]);
      expect(run.late).toBe('error the group of commands ended');
      expect(await ids()).toEqual(
        expected.filter((one) => one.startsWith('done')).map((one) => one.slice(5)),
      );
    },
  );

  test('while another runs and the group is spoilt gets no rows from the next user’s connection', async () => {
    await using app = openDatabase({ url: lab.database.appUrl, poolSize: 1 });
    await app.forBank('01').first(findAccount(['01', 'a']));
    const strays: Promise<string>[] = [];
    let attempts = 0;
    const reading: Member<string> = {
      key: 'asking',
      context: lab.context({ app }),
      decide: async (work) => {
        attempts += 1;
        audited(work, 'asking');
        if (attempts > 1) return 'done';
        strays.push(
          outcomeOf(work.lock(plainStatement('select pg_sleep(0.1)', 'lock')([])).then(() => 'slept')),
        );
        await waitTicks(2);
        strays.push(outcomeOf(work.execute(intruding([]))));
        await waitTicks(2);
        throw new TypeError('oops');
      },
    };
    const running = together(lab, groupsOver(app), [reading]);
    expect(await Promise.all(running.map(outcomeOf))).toEqual(['done']);
    expect(await Promise.all(strays)).toEqual(['slept', 'error the group of commands ended']);
    expect(await ids()).toEqual([]);
    await lab.assertQuiet(app);
  });

  test('of a member that had not yet read when another spoilt the group opens no connection', async () => {
    const late = honest('late', async (work) => {
      await waitTicks(3);
      await read(work);
    });
    expect(await outcomesOf([late, { key: 'x', decide: () => Promise.reject(new Error('oops')) }])).toEqual([
      'done late',
      'error oops',
    ]);
    expect(lab.database.app.poolState().waiting).toBe(0);
    expect(await ids()).toEqual(['late']);
  });

  test('behind one that could not be sent is not sent outside the transaction', async () => {
    await lab.database.query("insert into lab.account (bank_id, id, amount) values ('01', 'a', 0)");
    const unsendable: Member<string> = {
      key: 'bad',
      decide: async (work) => {
        await work.lock(lockAccount(['01', Symbol('bad')]));
        return 'done';
      },
    };
    const seeing: Member<string> = {
      key: 'seeing',
      decide: async (work) => {
        // One microtask later, so that it is part of the next flush.
        await Promise.resolve();
        await Promise.resolve();
        const seen = await work.lock(lockAccount(['01', 'a']));
        if (seen === undefined) throw problems['no-such-account']();
        audited(work, 'a');
        return 'seen';
      },
    };
    const [bad, seen] = await outcomesOf([unsendable, seeing]);
    expect(bad).toContain('error');
    expect(seen).toBe('seen');
  });
});

describe('a pool', () => {
  test('of one connection serves forty commands, some of them failing', async () => {
    await using app = openDatabase({ url: lab.database.appUrl, poolSize: 1 });
    const context = lab.context({ app });
    const members = Array.from({ length: 40 }, (_, index) => ({
      ...(index % 13 === 5
        ? writing(`n${index}`, [insertAccount(['01', `n${index}`, -1n])])
        : honest(`n${index}`)),
      context,
    }));
    const outcomes = await Promise.all(
      together(lab, groupsOver(app, { sizeMax: 8 }), members).map(outcomeOf),
    );
    expect(outcomes.filter((outcome) => outcome.startsWith('done'))).toHaveLength(37);
    expect(await ids()).toHaveLength(37);
    expect(await audits()).toEqual(await ids());
    await lab.assertQuiet(app);
  });

  test('without a database fails every command, whether it reads or not', async () => {
    await using away = openDatabase({ url: 'postgres://x@127.0.0.1:1/x', poolSize: 2 });
    const context = lab.context({ app: away });
    const members = [
      { ...honest('a', (work) => work.first(findAccount(['01', 'a']))), context },
      { ...honest('b', () => Promise.resolve()), context },
    ];
    for (const some of [members, members.slice(1)]) {
      const outcomes = await Promise.all(together(lab, groupsOver(away), some).map(outcomeOf));
      expect(outcomes).toEqual(some.map(() => 'problem service-unavailable'));
    }
    expect(away.poolState()).toEqual({ total: 0, idle: 0, waiting: 0 });
  });
});
