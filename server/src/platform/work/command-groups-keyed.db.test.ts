import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { createLab, insertAccount, type Lab } from '#platform/testing/lab.ts';
import { runGrouped } from './command.ts';
import {
  audited,
  groupsOver,
  type Member,
  problems,
  rowsByTransaction,
  together,
} from './command-groups.suite.ts';
import type { CommandGroups } from './command-groups.ts';
import { Replayed } from './idempotency.ts';

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
    'platform.idempotency_record',
  );
});
afterEach(() => lab.assertQuiet());

const keyOf = (id: string): string => `key-0123456789-${id}`;

/** Opens an account by a command with the key of its id. */
const opening = (id: string, key = keyOf(id)): Member<string> => ({
  key: id,
  context: lab.context({ key }),
  decide: async (work) => {
    work.write(insertAccount(['01', id, 1n]), { constraints: { account_pkey: problems.taken } });
    audited(work, id);
    return id;
  },
});

/** What a command ended with: its result, `replayed`, or the literal of its problem. */
async function endOf(running: Promise<unknown>): Promise<string> {
  try {
    return String(await running);
  } catch (error) {
    if (error instanceof Replayed) return `replayed ${error.record.kind}`;
    return `problem ${String(Reflect.get(Object(error), 'literal'))}`;
  }
}

const savedKeys = async (): Promise<readonly string[]> => {
  const rows = await lab.database.query<{ key: string }>(
    'select key from platform.idempotency_record order by key',
  );
  return rows.map(({ key }) => key);
};

describe('commands with keys', () => {
  test('share a transaction, and each leaves its record', async () => {
    const ids = ['c', 'a', 'b'];
    const ends = await Promise.all(
      together(
        lab,
        groups,
        ids.map((id) => opening(id)),
      ).map(endOf),
    );
    expect(ends).toEqual(ids);
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([3]);
    expect(await rowsByTransaction(lab, 'platform.idempotency_record')).toEqual([3]);
    const repeated = await Promise.all(
      together(
        lab,
        groups,
        ids.map((id) => opening(id)),
      ).map(endOf),
    );
    expect(repeated).toEqual(ids.map(() => 'replayed answer'));
    expect(await rowsByTransaction(lab, 'lab.account')).toEqual([3]);
  });

  test('that arrive twice in one tick take effect once, and their neighbours too', async () => {
    const members = [opening('a'), opening('a', keyOf('a')), opening('b'), opening('c', keyOf('a'))];
    const ends = await Promise.all(together(lab, groups, members).map(endOf));
    expect(ends.toSorted()).toEqual(['a', 'b', 'replayed answer', 'replayed answer'].toSorted());
    expect(await savedKeys()).toEqual([keyOf('a'), keyOf('b')]);
  });

  test('get their stored response where a repeat would be refused', async () => {
    let isRefused = false;
    const once: Member<string> = {
      key: 'once',
      context: lab.context({ key: keyOf('once') }),
      decide: async (work) => {
        if (isRefused) throw problems.moved();
        work.write(insertAccount(['01', 'once', 1n]));
        audited(work, 'once');
        return 'once';
      },
    };
    const first = await Promise.all(together(lab, groups, [once, opening('n1')]).map(endOf));
    isRefused = true;
    const second = await Promise.all(together(lab, groups, [once, opening('n2')]).map(endOf));
    expect([first, second]).toEqual([
      ['once', 'n1'],
      ['replayed answer', 'n2'],
    ]);
  });

  test('keep the problem that was raised after commit', async () => {
    const refused: Member<string> = {
      key: 'r',
      context: lab.context({ key: keyOf('r') }),
      decide: async (work) => {
        audited(work, 'r');
        work.rejectAfterCommit(problems['bad-code']());
        return 'not returned';
      },
    };
    const first = await Promise.all(together(lab, groups, [refused, opening('n')]).map(endOf));
    const second = await Promise.all(together(lab, groups, [refused]).map(endOf));
    expect([first, second]).toEqual([['problem bad-code', 'n'], ['replayed problem']]);
  });

  test('get the problem of the write that failed, and their neighbours are saved', async () => {
    await runGrouped(lab.context(), { groups, key: 'a' }, opening('a').decide);
    const ends = await Promise.all(
      together(lab, groups, [opening('b'), opening('a'), opening('c')]).map(endOf),
    );
    expect(ends).toEqual(['b', 'problem taken', 'c']);
    expect(await savedKeys()).toEqual([keyOf('b'), keyOf('c')]);
  });

  test('of two processes never wait for each other for ever, whatever their order', async () => {
    await using other = openDatabase({ url: lab.database.appUrl, poolSize: 2 });
    const others = groupsOver(other);
    for (let round = 0; round < 20; round += 1) {
      const ids = Array.from({ length: 8 }, (_, index) => `r${round}-${index}`);
      const here = together(
        lab,
        groups,
        ids.map((id) => opening(id)),
      );
      const there = together(
        lab,
        others,
        ids.toReversed().map((id) => opening(id)),
      );
      const ends = await Promise.all([...here, ...there].map(endOf));
      expect(ends.filter((end) => end === 'replayed answer')).toHaveLength(ids.length);
    }
    const [row] = await lab.database.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect(row?.deadlocks).toBe('0');
    expect(await savedKeys()).toHaveLength(160);
  });
});
