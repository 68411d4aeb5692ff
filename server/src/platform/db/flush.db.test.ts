import { AssertionError } from 'node:assert/strict';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminUrl } from '#platform/testing/database.ts';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import { tapWire, type WireTap } from '#platform/testing/wire-tap.ts';
import { type Database, openDatabase, type Session } from './database.ts';
import { plainStatement, type Statement } from './statement.ts';

let lab: Lab;
let tap: WireTap;
let database: Database;
beforeAll(async () => {
  lab = await createLab();
  const { hostname, port } = new URL(adminUrl);
  tap = await tapWire({ host: hostname, port: Number(port) });
  await lab.database.query(
    'create table lab.note (n integer primary key); grant all on lab.note to portico_app',
  );
  // One connection, so that each flush sees the state the previous one left.
  database = openDatabase({ url: tap.through(lab.database.appUrl), poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await tap[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

const echo = (text: string): Statement<{ said: string }, 'select'> =>
  plainStatement<{ said: string }>('select $1::text as said')([text]);
const insertNote = plainStatement('insert into lab.note (n) values ($1)');
const listNotes = plainStatement<{ n: number }>('select n from lab.note order by n')([]);
/** A new statement text, so that it is parsed again. */
let fresh = 0;
const freshStatement = (sql: string): Statement => {
  fresh += 1;
  return plainStatement(`${sql} /* ${fresh} */`)([]);
};

async function inSession<Result>(use: (session: Session) => Promise<Result>): Promise<Result> {
  const session = await database.session();
  try {
    return await use(session);
  } finally {
    session.release('clean');
  }
}

const stateOf = async (flushing: Promise<unknown>): Promise<unknown> => {
  try {
    await flushing;
    return 'done';
  } catch (error) {
    return Reflect.get(Object(error), 'code') ?? error;
  }
};

describe('several statements', () => {
  test('use one round trip, whether they are new or known to the connection', async () => {
    await database.query(echo('warm'));
    const statements = Array.from({ length: 20 }, (_, index) => freshStatement(`select ${index} as n`));
    for (let round = 0; round < 3; round += 1) {
      tap.reset();
      const outcomes = await database.flush(statements);
      expect(outcomes.map(({ rows }) => rows)).toEqual(statements.map((_, n) => [{ n }]));
      expect(tap.roundTrips).toBe(1);
    }
  });

  test('may be the same statement, each with its own values and rows', async () => {
    const outcomes = await database.flush([echo('a'), echo('b'), echo('c')]);
    expect(outcomes.map(({ rows }) => rows)).toEqual([[{ said: 'a' }], [{ said: 'b' }], [{ said: 'c' }]]);
  });

  test('report how many rows each changed', async () => {
    const outcomes = await database.flush([
      plainStatement('begin')([]),
      plainStatement('insert into lab.note select generate_series(1000, 1004)')([]),
      plainStatement('update lab.note set n = n + 100 where n >= 1003')([]),
      plainStatement('select n from lab.note where n > 9000')([]),
      plainStatement('delete from lab.note where n >= 1000 returning n')([]),
      plainStatement('commit')([]),
    ]);
    expect(outcomes.map(({ rowCount }) => rowCount)).toEqual([0, 5, 2, 0, 5, 0]);
  });

  test('may be an empty list, or have no rows', async () => {
    expect(await database.flush([])).toEqual([]);
    expect(await database.flush([plainStatement('')([]), echo('x')])).toMatchObject([
      { rowCount: 0 },
      { rows: [{ said: 'x' }] },
    ]);
  });

  test('with large values arrive complete', async () => {
    const large = 'x'.repeat(3_000_000);
    const [outcome] = await database.flush([echo(large)]);
    expect(outcome?.rows).toEqual([{ said: large }]);
  });
});

describe('an error in the middle', () => {
  test('stops later statements and rolls back earlier ones', async () => {
    await inSession(async (session) => {
      const failing = session.flush([insertNote([1]), insertNote([1]), insertNote([2])]);
      expect(await stateOf(failing)).toBe('23505');
      expect(session.completed).toBe(1);
      const [outcome] = await session.flush([listNotes]);
      expect(outcome?.rows).toEqual([]);
    });
  });

  test.each([
    ['in its text', (): Statement => freshStatement('selec nothing'), '42601'],
    ['in a name', (): Statement => freshStatement('select * from lab.nowhere'), '42P01'],
    ['in a value', (): Statement => plainStatement('select $1::int')(['x']), '22P02'],
    ['when it runs', (): Statement => freshStatement('select 1 / 0'), '22012'],
    ['for a missing value', (): Statement => plainStatement('select $1::int, $2::int')([1]), '08P01'],
  ])('%s leaves the connection usable', async (_what, broken, state) => {
    await inSession(async (session) => {
      const neighbour = freshStatement('select 1 as n');
      for (let round = 0; round < 3; round += 1) {
        expect(await stateOf(session.flush([echo('before'), broken(), neighbour]))).toBe(state);
        const [outcome] = await session.flush([echo('after')]);
        expect(outcome?.rows).toEqual([{ said: 'after' }]);
      }
      // It never ran and may or may not have been parsed: it must work now, and stay prepared afterwards.
      for (let round = 0; round < 2; round += 1) {
        const [outcome] = await session.flush([neighbour]);
        expect(outcome?.rows).toEqual([{ n: 1 }]);
      }
    });
  });

  test('does not make a statement that was parsed and never run "already exist"', async () => {
    await inSession(async (session) => {
      const divide = plainStatement<{ d: number }>('select 10 / $1::int as d /* divided */');
      expect(await stateOf(session.flush([divide([0])]))).toBe('22012');
      expect(await stateOf(session.flush([divide([0])]))).toBe('22012');
      const [outcome] = await session.flush([divide([5])]);
      expect(outcome?.rows).toEqual([{ d: 2 }]);
      const [again] = await session.flush([divide([2])]);
      expect(again?.rows).toEqual([{ d: 5 }]);
    });
  });

  test('in an open transaction aborts it until it is rolled back, and no longer', async () => {
    await inSession(async (session) => {
      const begin = plainStatement('begin')([]);
      const rollback = plainStatement('rollback')([]);
      expect(await stateOf(session.flush([begin, insertNote([5]), insertNote([5])]))).toBe('23505');
      expect(await stateOf(session.flush([echo('x')]))).toBe('25P02');
      await session.flush([rollback]);
      const [outcome] = await session.flush([listNotes]);
      expect(outcome?.rows).toEqual([]);
    });
  });

  test('of ours, a value of an unsupported type, is reported at once and breaks nothing', async () => {
    await inSession(async (session) => {
      const odd = plainStatement('select $1::text as said')([Symbol('odd')]);
      await expect(session.flush([odd])).rejects.toThrow(AssertionError);
      await expect(session.flush([echo('x'), odd])).rejects.toThrow(AssertionError);
      const [outcome] = await session.flush([echo('after')]);
      expect(outcome?.rows).toEqual([{ said: 'after' }]);
    });
  });

  test('in parsing a row is reported, and the connection stays in sync', async () => {
    await inSession(async (session) => {
      const never = plainStatement("select 'infinity'::timestamptz as t")([]);
      await expect(session.flush([echo('x'), never, echo('y')])).rejects.toThrow(AssertionError);
      const [outcome] = await session.flush([echo('after')]);
      expect(outcome?.rows).toEqual([{ said: 'after' }]);
    });
  });
});

describe('a table that changes under prepared statements', () => {
  test('is read again: the stale plan is discarded and does not fail for ever', async () => {
    await lab.database.query('create table lab.wide (a integer); insert into lab.wide values (1)');
    await lab.database.query('grant select on lab.wide to portico_app');
    const all = plainStatement('select * from lab.wide')([]);
    await inSession(async (session) => {
      expect((await session.flush([all]))[0]?.rows).toEqual([{ a: 1 }]);
    });
    expect(await database.query(all)).toEqual([{ a: 1 }]);
    await lab.database.query('alter table lab.wide add column b integer default 2');
    expect(await database.query(all)).toEqual([{ a: 1, b: 2 }]);
    await lab.database.query('alter table lab.wide add column c integer default 3');
    await inSession(async (session) => {
      await stateOf(session.flush([all]));
      expect((await session.flush([all]))[0]?.rows).toEqual([{ a: 1, b: 2, c: 3 }]);
    });
  });
});

describe('values in a round trip', () => {
  const back = plainStatement<Record<string, unknown>>(
    `select $1::bigint as big, $2::timestamptz as at, $3::date as day, $4::bytea as bytes, $5::text[] as texts,
            $6::jsonb as json, $7::bigint[] as bigs, $8::boolean as yes, $9::float8 as real, $10::uuid as id`,
  );
  /** PostgreSQL has no zero character, and only years 1 to 9999 are supported. */
  const text = fc.string({ unit: 'binary' }).filter((one) => !one.includes('\0'));
  const instant = fc
    .bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n })
    .map((micros) => Temporal.Instant.fromEpochNanoseconds(micros * 1_000n));
  const day = fc
    .integer({ min: 0, max: 3_652_058 })
    .map((days) => Temporal.PlainDate.from('0001-01-01').add({ days }));
  const row = fc.record({
    big: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    at: fc.option(instant),
    day: fc.option(day),
    bytes: fc.option(fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes))),
    texts: fc.option(fc.array(fc.option(text))),
    json: fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      fc.oneof(text, fc.integer(), fc.boolean()),
    ),
    bigs: fc.option(fc.array(fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })))),
    yes: fc.option(fc.boolean()),
    real: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n))),
    id: fc.option(fc.uuid()),
  });
  const spelt = (value: unknown): unknown =>
    value instanceof Temporal.Instant || value instanceof Temporal.PlainDate ? value.toString() : value;
  const spellAll = (values: Readonly<Record<string, unknown>>): unknown =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, spelt(value)]));

  test('are the same values', async () => {
    await fc.assert(
      fc.asyncProperty(row, async (sent) => {
        const [got] = await database.query(back(Object.values(sent)));
        expect(spellAll(got ?? {})).toEqual(spellAll({ ...sent, json: { ...sent.json } }));
      }),
      { numRuns: 200 },
    );
  });
});
