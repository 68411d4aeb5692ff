import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { adminUrl } from '#platform/testing/database.ts';
import { createLab, findAccount, insertAccount, type Lab } from '#platform/testing/lab.ts';
import { tapWire, type WireTap } from '#platform/testing/wire-tap.ts';
import {
  groupsOver,
  type Member,
  outcomeOf,
  problems,
  together,
  transactionId,
} from './command-groups.suite.ts';
import type { Work } from './unit-of-work.ts';

let lab: Lab;
let tap: WireTap;
let app: Database;
beforeAll(async () => {
  lab = await createLab();
  const { hostname, port } = new URL(adminUrl);
  tap = await tapWire({ host: hostname, port: Number(port) });
  // One connection: the next bytes are sent by the group under test.
  app = openDatabase({ url: tap.through(lab.database.appUrl), poolSize: 1 });
});
afterAll(async () => {
  await app.close();
  await tap[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await lab.database.empty('lab.account', 'platform.audit_entry', 'platform.outbox_event');
  // The connection is open before the group starts, so that the cut affects the group and not the connection setup.
  await app.forBank('01').first(findAccount(['01', 'missing']));
});
afterEach(() => lab.assertQuiet(app));

const killSelf = plainStatement('select pg_terminate_backend(pg_backend_pid())', 'lock');
const endByAdministrator = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = $1 and usename = 'portico_app' and state = 'idle in transaction'`;

/** What happens to the first attempt of the middle member, and when. */
interface Accident {
  readonly whileReading?: (work: Work) => Promise<unknown>;
  readonly whileSaving?: (work: Work) => unknown;
}

interface Run {
  readonly outcomes: readonly string[];
  /** How often each of them decided. */
  readonly attempts: readonly number[];
  readonly saved: readonly string[];
}

const readModes = ['with questions', 'without questions'] as const;

/** Three in one group; the middle one has the accident, and the last one is refused after it is counted. */
async function runThree(how: (typeof readModes)[number], accident: Accident): Promise<Run> {
  const attempts = [0, 0, 0];
  const members: readonly Member<string>[] = ['a', 'b', 'c'].map((id, index) => ({
    key: id,
    context: lab.context({ app }),
    decide: async (work) => {
      const attempt = (attempts[index] ?? 0) + 1;
      attempts[index] = attempt;
      const isStruck = id === 'b' && attempt === 1;
      if (how === 'with questions') await work.lock(transactionId([]));
      if (isStruck) await accident.whileReading?.(work);
      work.write(insertAccount(['01', `${id}-${attempt}`, 1n]));
      work.audit({ aggregateKind: 'account', aggregateId: `${id}-${attempt}`, changes: [] });
      if (isStruck) await accident.whileSaving?.(work);
      if (id === 'c') work.rejectAfterCommit(problems['bad-code']());
      return `done ${attempt}`;
    },
  }));
  const outcomes = await Promise.all(together(lab, groupsOver(app), members).map(outcomeOf));
  const rows = await lab.database.query<{ id: string; audited: string | null }>(
    `select id, aggregate_id as audited from lab.account full join platform.audit_entry on aggregate_id = id order by id`,
  );
  for (const { audited, id } of rows) expect(audited).toBe(id);
  return { outcomes: outcomes, attempts, saved: rows.map(({ id }) => id) };
}

const allAlone: Run = {
  outcomes: ['done 2', 'done 2', 'problem bad-code'],
  attempts: [2, 2, 2],
  saved: ['a-2', 'b-2', 'c-2'],
};
const allUnknown = { outcomes: ['unknown', 'unknown', 'unknown'], attempts: [1, 1, 1] };
const nothingSaved: Run = { ...allUnknown, saved: [] };
const allSaved: Run = { ...allUnknown, saved: ['a-1', 'b-1', 'c-1'] };

test('without an accident all are saved together', async () => {
  expect(await runThree('with questions', {})).toEqual({
    ...allSaved,
    outcomes: ['done 1', 'done 1', 'problem bad-code'],
  });
});

describe('a connection lost while the group reads', () => {
  test.each(['before', 'after'] as const)(
    '%s the statement arrived costs each a second attempt',
    async (loss) => {
      const run = await runThree('with questions', {
        whileReading: (work) => {
          tap.cutNext(loss);
          return work.lock(transactionId([]));
        },
      });
      expect(run).toEqual(allAlone);
    },
  );

  test.each(readModes)('by the server, %s before, costs each a second attempt', async (how) => {
    const run = await runThree(how, { whileReading: (work) => work.lock(killSelf([])) });
    expect(run).toEqual(allAlone);
  });

  test('and treated as a result by the member is no reason to save', async () => {
    const run = await runThree('with questions', {
      whileReading: (work) => work.lock(killSelf([])).catch(() => undefined),
    });
    expect(run).toEqual(allAlone);
  });
});

describe.each(readModes)('a connection lost while the group saves, %s before,', (how) => {
  test('on the way to COMMIT is an unknown outcome for all: nothing was saved, nothing is retried', async () => {
    expect(await runThree(how, { whileSaving: () => tap.cutNext('before') })).toEqual(nothingSaved);
  });

  test('on the way back from COMMIT is an unknown outcome for all: saved, and only once', async () => {
    expect(await runThree(how, { whileSaving: () => tap.cutNext('after') })).toEqual(allSaved);
  });

  test('by the server in the middle of the writes is an unknown outcome, and saves nothing', async () => {
    expect(await runThree(how, { whileSaving: (work) => work.write(killSelf([])) })).toEqual(nothingSaved);
  });
});

test('a session that the server ended while they decided is an unknown outcome, and saves nothing', async () => {
  const run = await runThree('with questions', {
    whileSaving: () => lab.database.query(endByAdministrator, [lab.database.name]),
  });
  expect(run).toEqual(nothingSaved);
});

describe.each(readModes)('a row that cannot be parsed, %s before,', (how) => {
  test('comes after COMMIT: no member is saved twice', async () => {
    const unreadable = plainStatement(
      "update lab.account set version = 2 where id = 'b-1' returning 'infinity'::timestamptz as ever",
      'write',
    );
    const run = await runThree(how, { whileSaving: (work) => work.write(unreadable([])) });
    expect(run).toEqual(allSaved);
  });

  test('or a write that cannot be sent is an unknown outcome: rather reported as unknown than executed twice', async () => {
    const run = await runThree(how, {
      whileSaving: (work) => work.write(insertAccount(['01', Symbol('bad'), 1n])),
    });
    expect(run).toEqual(nothingSaved);
  });
});

test('a group after a lost one is not affected', async () => {
  const groups = groupsOver(app);
  const saving = (key: string, before: () => void): Member<string> => ({
    key,
    context: lab.context({ app }),
    decide: async (work) => {
      before();
      work.write(insertAccount(['01', key, 1n]));
      work.audit({ aggregateKind: 'account', aggregateId: key, changes: [] });
      return 'done';
    },
  });
  const first = together(lab, groups, [saving('a', () => tap.cutNext('before'))]);
  // Of the same key as well: it waits for the first to end, however that ends.
  const second = together(lab, groups, [saving('a', () => undefined), saving('b', () => undefined)]);
  expect(await Promise.all([...first, ...second].map(outcomeOf))).toEqual(['unknown', 'done', 'unknown']);
  const rows = await lab.database.query('select id from lab.account order by id');
  expect(rows).toEqual([{ id: 'a' }]);
});
