import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#platform/auth/caller.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { createLab, findAccount, insertAccount, type Lab, lockAccount } from '#platform/testing/lab.ts';
import { sequentialIds } from '#platform/testing/sequential-ids.ts';
import { runCommand, runGrouped } from './command.ts';
import {
  audited,
  countAndLock,
  groupsOver,
  happened,
  type Member,
  outcomeOf,
  problems,
  rowsByTransaction,
  together,
  transactionId,
} from './command-groups.suite.ts';
import type { CommandGroups } from './command-groups.ts';
import type { Context } from './context.ts';
import { eventOf } from './event.ts';
import type { Work } from './unit-of-work.ts';

let lab: Lab;
let groups: CommandGroups;
beforeAll(async () => {
  lab = await createLab({ poolSize: 4 });
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(async () => {
  groups = groupsOver(lab.database.app);
  await lab.database.empty(
    'lab.account',
    'platform.audit_entry',
    'platform.outbox_event',
    'platform.inbox_event',
    'platform.idempotency_record',
  );
  await lab.database.query(`alter sequence platform.outbox_position restart`);
});
afterEach(() => lab.assertQuiet());

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Opens an account and returns the transaction it read in. */
const opening = (id: string, context?: Context): Member<bigint> => ({
  key: id,
  ...(context === undefined ? {} : { context }),
  decide: async (work) => {
    const transaction = await work.lock(transactionId([]));
    work.write(insertAccount([context?.bankId ?? '01', id, 1n]));
    audited(work, id);
    return transaction?.id ?? 0n;
  },
});

const amounts = async (): Promise<Readonly<Record<string, number>>> => {
  const rows = await lab.database.query<{ id: string; amount: string }>('select id, amount from lab.account');
  return Object.fromEntries(rows.map(({ id, amount }) => [id, Number(amount)]));
};

describe('the result of a group', () => {
  const names = ['plain', '', 'NULL', '{"a","b"}', 'it\'s \\ "quoted"', 'line\nend', '名前 😀', 'a,b'];
  const token = { bankId: '01', scopes: new Set<string>(), binding: 'none' } as const;
  const signIn = {
    assurance: 'sca',
    authenticatedAt: Temporal.Instant.from('2026-11-15T09:00:00Z'),
  } as const;
  const callers: readonly Caller[] = [
    { kind: 'anonymous' },
    { ...token, kind: 'application', clientId: 'app "1"' },
    { kind: 'system', job: 'nightly', bankId: '01' },
    {
      ...token,
      ...signIn,
      kind: 'customer',
      clientId: 'phone',
      userId: 'u-1',
      customerNumber: undefined,
      actingFor: undefined,
      deviceId: 'd-1',
    },
  ];

  /** All parts of a context that a row can show, different for each. */
  const contextOf = (index: number): Context => ({
    ...lab.context(),
    caller: callers[index % callers.length] ?? { kind: 'anonymous' },
    clock: fakeClock(`2026-11-15T10:00:00.00${index}Z`),
    ids: sequentialIds(index + 1),
    origin: {
      operationId: `Lab_Run${index}`,
      requestId: `request-${index}`,
      sourceAddress: index % 2 === 0 ? undefined : `10.0.0.${index}`,
    },
  });

  /** No events, a few, or so many that alone they would use one statement. */
  const decideAs =
    (index: number) =>
    async (work: Work): Promise<string> => {
      const name = `${index}${names[index] ?? ''}`;
      await work.lock(lockAccount(['01', name]));
      work.write(insertAccount(['01', name, BigInt(index)]));
      for (const event of numbers(index)) work.emit(eventOf(happened, name, { text: `${name} ${event}` }));
      const details = {
        aggregateKind: 'account',
        aggregateId: name,
        changes: [{ field: name, after: index }],
      };
      work.audit(index === 3 ? { ...details, problem: 'bad-code', sealed: Buffer.from(name) } : details);
      return name;
    };

  const rows = async (): Promise<unknown> => ({
    accounts: await lab.database.query('select * from lab.account order by id'),
    audit: await lab.database.query('select * from platform.audit_entry order by occurred_at'),
    events: await lab.database.query('select * from platform.outbox_event order by position'),
  });

  test('is, column by column and in the same order, that of each command alone', async () => {
    const members = numbers(names.length).map((index) => ({
      key: String(index),
      context: contextOf(index),
      decide: decideAs(index),
    }));
    const results = await Promise.all(together(lab, groups, members));
    const grouped = await rows();
    expect(await rowsByTransaction(lab, 'platform.audit_entry')).toEqual([8]);
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([8]);
    expect(await rowsByTransaction(lab, 'platform.outbox_event')).toEqual([28]);

    await lab.database.empty('lab.account', 'platform.audit_entry', 'platform.outbox_event');
    await lab.database.query(`alter sequence platform.outbox_position restart`);
    const aloneResults: string[] = [];
    for (const index of numbers(names.length))
      aloneResults.push(await runCommand(contextOf(index), decideAs(index)));
    expect(await rowsByTransaction(lab, 'platform.audit_entry')).toEqual(numbers(8).map(() => 1));
    expect(await rows()).toEqual(grouped);
    expect(results).toEqual(aloneResults);
  });

  test('includes a problem that is saved and returned to its own member', async () => {
    const members: readonly Member<string>[] = numbers(5).map((index) => ({
      key: String(index),
      decide: async (work) => {
        await work.lock(lockAccount(['01', 'missing']));
        work.write(insertAccount(['01', `n${index}`, 1n]));
        audited(work, `n${index}`);
        if (index === 2) work.rejectAfterCommit(problems['bad-code']());
        return 'done';
      },
    }));
    const outcomes = await Promise.all(together(lab, groups, members).map(outcomeOf));
    expect(outcomes).toEqual(['done', 'done', 'problem bad-code', 'done', 'done']);
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([5]);
    expect(await rowsByTransaction(lab, 'platform.audit_entry')).toEqual([5]);
  });

  test('includes nothing of a member that throws a problem except what it counted while locking; the others stay', async () => {
    await lab.database.query("insert into lab.account (bank_id, id, amount) values ('01', 'tries', 0)");
    const leaving: Member<bigint> = {
      key: 'leaving',
      decide: async (work) => {
        await work.execute(countAndLock(['01', 'tries']));
        work.write(insertAccount(['01', 'never', 1n]));
        work.emit(eventOf(happened, 'never', { text: 'never' }));
        audited(work, 'never');
        throw problems['no-such-account']();
      },
    };
    const running = together(lab, groups, [opening('a'), leaving, opening('b')]);
    const [a, left, b] = await Promise.all(running.map(outcomeOf));
    expect(left).toBe('problem no-such-account');
    expect(a).toBe(b);
    expect(await amounts()).toEqual({ tries: 1, a: 1, b: 1 });
    expect(await rowsByTransaction(lab, 'platform.audit_entry')).toEqual([2]);
    expect(await rowsByTransaction(lab, 'platform.outbox_event')).toEqual([]);
  });
});

describe('the members of a group', () => {
  test('never have the same key: each decides after the one before has saved', async () => {
    await lab.database.query("insert into lab.account (bank_id, id, amount) values ('01', 'a', 0)");
    const raising: Member<bigint> = {
      key: 'a',
      decide: async (work) => {
        // It reads without a lock, so only the group excludes the others.
        const seen = await work.first(findAccount(['01', 'a']));
        work.write(insertAccount(['01', `after-${seen?.amount}`, 1n]));
        work.write(countAndLock(['01', 'a']));
        audited(work, 'a');
        return seen?.amount ?? -1n;
      },
    };
    const seen = await Promise.all(together(lab, groups, [raising, raising, raising, raising]));
    expect(seen).toEqual([0n, 1n, 2n, 3n]);
    expect(await rowsByTransaction(lab, 'platform.audit_entry')).toEqual([1, 1, 1, 1]);
  });

  test('are limited in number, and the rest follows', async () => {
    const small = groupsOver(lab.database.app, { sizeMax: 4 });
    const seen = await Promise.all(
      together(
        lab,
        small,
        numbers(10).map((index) => opening(`n${index}`)),
      ),
    );
    const sizes = Map.groupBy(seen, (id) => id)
      .values()
      .map((members) => members.length);
    expect([...sizes]).toEqual([4, 4, 2]);
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([4, 4, 2]);
  });

  test('are at most 32 by default', async () => {
    const many = numbers(70).map((index) => opening(`n${index}`));
    await Promise.all(together(lab, groups, many));
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([32, 32, 6]);
  });

  test('are those that arrived while another group was running, once that is saved', async () => {
    const gate = Promise.withResolvers<void>();
    const decided: string[] = [];
    const slow: Member<bigint> = {
      key: 'slow',
      decide: async (work, claim) => {
        const transaction = await opening('slow').decide(work, claim);
        decided.push('slow begins');
        await gate.promise;
        decided.push('slow ends');
        return transaction;
      },
    };
    const [first] = together(lab, groups, [slow]);
    await expect.poll(() => decided).toEqual(['slow begins']);
    const later = ['a', 'b', 'slow'].map((key) => ({
      key,
      decide: async (work: Work) => {
        decided.push(key);
        work.write(insertAccount(['01', `later-${key}`, 1n]));
        audited(work, key);
        return (await work.lock(transactionId([])))?.id ?? 0n;
      },
    }));
    const others = together(lab, groups, later);
    // Other banks do not wait for this one.
    const foreign = together(lab, groups, [opening('x', lab.context({ bankId: '02' }))]);
    await Promise.all(foreign);
    expect(decided).toEqual(['slow begins']);
    gate.resolve();
    const ids = await Promise.all(others);
    expect(decided).toEqual(['slow begins', 'slow ends', 'a', 'b', 'slow']);
    expect(new Set(ids).size).toBe(1);
    expect(ids).not.toContain(await first);
  });

  test('are of one bank, and none sees or writes what another bank has', async () => {
    const members = numbers(8).map((index) =>
      opening(`n${index}`, lab.context({ bankId: index % 2 === 0 ? '01' : '02' })),
    );
    const ids = await Promise.all(together(lab, groups, members));
    const [even, odd] = [0, 1].map((rest) => new Set(ids.filter((_, index) => index % 2 === rest)));
    expect([even?.size, odd?.size]).toEqual([1, 1]);
    expect(even).not.toEqual(odd);
    const intruder: Member<string> = {
      key: 'intruder',
      decide: async (work) => {
        const seen = await work.lock(lockAccount(['02', 'n1']));
        work.write(insertAccount(['02', `seen ${seen?.id}`, 1n]));
        audited(work, 'n1');
        return 'in';
      },
    };
    const honest: Member<string> = {
      key: 'honest',
      decide: async (work) => String(await opening('h').decide(work, () => undefined)),
    };
    const [outcome1, outcome2] = await Promise.all(together(lab, groups, [intruder, honest]).map(outcomeOf));
    expect(outcome1).toContain('row-level security');
    expect(outcome2).toMatch(/^\d+$/);
    const rows = await lab.database.query("select id from lab.account where id like 'seen%'");
    expect(rows).toEqual([]);
  });

  test('have no inbox and groups: other commands run alone and leave their record', async () => {
    const eventId = '01900000-0000-7000-8000-000000000001';
    await lab.database.query(
      `insert into platform.inbox_event (bank_id, consumer, event_id, aggregate_kind, aggregate_id, sequence, event, created_at)
       values ('01', 'lab', $1, 'account', 'a', 1, '{}', now())`,
      [eventId],
    );
    const keyed = lab.context({ key: 'key-0123456789abcdef' });
    const reacting: Context = { ...lab.context(), inbox: { consumer: 'lab', eventId } };
    const { decide } = opening('d');
    await Promise.all([
      ...together(lab, groups, [opening('a'), opening('b', keyed), opening('c', reacting)]),
      runGrouped(lab.context(), { groups: undefined, key: 'd' }, decide),
    ]);
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([2, 1, 1]);
    expect(await lab.database.query('select state from platform.inbox_event')).toEqual([{ state: 'done' }]);
    expect(await rowsByTransaction(lab, 'platform.idempotency_record')).toEqual([1]);
  });
});

describe('a claim', () => {
  const claiming = (key: string, claims: readonly string[]): Member<string> => ({
    key,
    decide: async (work, claim) => {
      const transaction = await work.lock(transactionId([]));
      for (const one of claims) claim(one);
      work.write(insertAccount(['01', key, 1n]));
      audited(work, key);
      return String(transaction?.id);
    },
  });

  test('that no other member has leaves the group together, also one of its own key or made twice', async () => {
    const members = [claiming('a', ['a', 'x', 'x']), claiming('b', ['y', 'b', 'y']), claiming('c', [])];
    await Promise.all(together(lab, groups, members));
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([3]);
  });

  test.each([
    ['another has claimed', ['x'], ['x']],
    ['another came with', ['b'], []],
    ['another came with, claimed by the later one', [], ['a']],
  ])('of what %s makes each decide alone', async (_what, ofA, ofB) => {
    const members = [claiming('a', ofA), claiming('b', ofB), claiming('c', [])];
    const ids = await Promise.all(together(lab, groups, members));
    expect(new Set(ids).size).toBe(3);
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([1, 1, 1]);
    expect(await rowsByTransaction(lab, 'platform.audit_entry')).toEqual([1, 1, 1]);
  });
});
