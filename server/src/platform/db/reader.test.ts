import { describe, expect, test } from 'vitest';
import type { Outcome } from './flush.ts';
import { type Autocommit, autocommitOf, coalescingReader, type Reader } from './reader.ts';
import { plainStatement, type Statement } from './statement.ts';
import type { Writer } from './writer.ts';

const read = (text: string): Statement<{ said: string }> => plainStatement<{ said: string }>(text)([]);

/** Responds to each statement with its own text, after leading statements. */
function sending(
  trips: string[][],
  front = 1,
): (statements: readonly Statement[]) => Promise<readonly Outcome[]> {
  return async (statements) => {
    trips.push(statements.map(({ text }) => text));
    const outcomes = statements.map(({ text }) => ({
      rows: [{ said: text }, { said: 'more' }],
      rowCount: 2,
    }));
    return [...Array.from({ length: front }, () => ({ rows: [], rowCount: 0 })), ...outcomes];
  };
}

describe('questions', () => {
  test('issued in one tick share a round trip, and each gets its own rows', async () => {
    const trips: string[][] = [];
    const reader = coalescingReader(sending(trips));
    const [one, two, three] = await Promise.all([
      reader.first(read('one')),
      reader.rows(read('two')),
      reader.first(read('three')),
    ]);
    expect(trips).toEqual([['one', 'two', 'three']]);
    expect([one, two[0], two.length, three]).toEqual([
      { said: 'one' },
      { said: 'two' },
      2,
      { said: 'three' },
    ]);
  });

  test('issued later are sent later', async () => {
    const trips: string[][] = [];
    const reader = coalescingReader(sending(trips, 0));
    await reader.first(read('one'));
    await reader.first(read('two'));
    expect(trips).toEqual([['one'], ['two']]);
  });

  test('issued while others are being sent are not lost', async () => {
    const trips: string[][] = [];
    const reader = coalescingReader(sending(trips));
    const first = reader.first(read('one'));
    await Promise.resolve();
    const [one, two] = await Promise.all([first, reader.first(read('two'))]);
    expect([one, two]).toEqual([{ said: 'one' }, { said: 'two' }]);
    expect(trips).toEqual([['one'], ['two']]);
  });

  test('without rows return none', async () => {
    const reader = coalescingReader(async () => [{ rows: [], rowCount: 0 }]);
    expect(await reader.first(read('x'))).toBeUndefined();
    expect(await reader.rows(read('x'))).toEqual([]);
  });

  test('that fail, fail for all statements of the round trip, and for no others', async () => {
    let isBroken = true;
    const reader = coalescingReader(async (statements) => {
      if (isBroken) throw new Error('broken');
      return statements.map(({ text }) => ({ rows: [{ said: text }], rowCount: 1 }));
    });
    const both = await Promise.allSettled([reader.first(read('one')), reader.rows(read('two'))]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await reader.first(read('three'))).toEqual({ said: 'three' });
  });
});

/** Never called: the type checker reads it. */
export function kindsThatDoNotFit(reader: Reader, writer: Writer, autocommit: Autocommit): void {
  const select = plainStatement('select 1')([]);
  const lock = plainStatement('select 1 for update', 'lock')([]);
  const write = plainStatement('delete from a', 'write')([]);
  // @ts-expect-error -- a reader does not write
  void reader.rows(write);
  // @ts-expect-error -- a reader does not lock
  void reader.first(lock);
  // @ts-expect-error -- only a locking select locks
  void writer.lock(select);
  // @ts-expect-error -- what returns the rows it changed is executed
  void writer.lockAll(write);
  // @ts-expect-error -- a select changes nothing
  void writer.execute(select);
  // @ts-expect-error -- a select is not collected
  writer.write(select);
  // @ts-expect-error -- outside a transaction a lock ends with its statement
  void autocommit.execute(lock);
  // @ts-expect-error -- what a unit of work executes is committed with the rest of it
  void (writer satisfies Autocommit);
}

test('a connection outside a transaction reads, and executes what it commits at once', async () => {
  const trips: string[][] = [];
  const db = autocommitOf(coalescingReader(sending(trips)));
  const write = plainStatement<{ said: string }>('write', 'write')([]);
  const answers = await Promise.all([
    db.first(plainStatement('read')([])),
    db.execute(write),
    db.executeAll(write),
  ]);
  expect(trips).toEqual([['read', 'write', 'write']]);
  expect(answers).toEqual([{ said: 'read' }, { said: 'write' }, [{ said: 'write' }, { said: 'more' }]]);
});
