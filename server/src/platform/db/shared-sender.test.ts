import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ConnectionFailed } from './failure.ts';
import type { Outcome } from './flush.ts';
import { type Sharing, senderOf, sharedSender } from './shared-sender.ts';
import { plainStatement, type Statement } from './statement.ts';

const read = (text: string): Statement<{ said: string }> => plainStatement<{ said: string }>(text)([]);

/** Sends on request of the test, and answers each statement with its own text after a leading outcome. */
function heldTrips(): {
  readonly trips: string[][];
  readonly send: Sharing['send'];
  next(error?: Error): void;
} {
  const trips: string[][] = [];
  const held: PromiseWithResolvers<void>[] = [];
  return {
    trips,
    async send(statements) {
      trips.push(statements.map(({ text }) => text));
      const gate = Promise.withResolvers<void>();
      held.push(gate);
      await gate.promise;
      const own = statements.map(({ text }): Outcome => ({ rows: [{ said: text }], rowCount: 1 }));
      return [{ rows: [], rowCount: 0 }, ...own];
    },
    next(error) {
      const gate = held.shift();
      if (error === undefined) gate?.resolve();
      else gate?.reject(error);
    },
  };
}

/** Never reached where trips are held by hand. */
const slowAfterMs = 60_000;

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function refused(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
}

describe('statements of concurrent requests', () => {
  test('are sent at once while no other is under way', async () => {
    const line = heldTrips();
    const reader = senderOf(
      sharedSender({ ...line, areReads: false, tripsMax: 2, statementsMax: 8, slowAfterMs }),
    );
    const one = reader.first(read('one'));
    await settle();
    expect(line.trips).toEqual([['one']]);
    line.next();
    expect(await one).toEqual({ said: 'one' });
  });

  test('leave together when a trip returns, and each gets its own rows', async () => {
    const line = heldTrips();
    const reader = senderOf(
      sharedSender({ ...line, areReads: false, tripsMax: 1, statementsMax: 8, slowAfterMs }),
    );
    const first = reader.first(read('first'));
    await settle();
    const others = ['a', 'b', 'c'].map((text) => reader.rows(read(text)));
    await settle();
    expect(line.trips).toEqual([['first']]);
    line.next();
    await first;
    await settle();
    line.next();
    expect(await Promise.all(others)).toEqual([[{ said: 'a' }], [{ said: 'b' }], [{ said: 'c' }]]);
    expect(line.trips).toEqual([['first'], ['a', 'b', 'c']]);
  });

  test('are at most so many in a trip, and at most so many trips are under way', async () => {
    const line = heldTrips();
    const sender = sharedSender({ ...line, areReads: false, tripsMax: 2, statementsMax: 2, slowAfterMs });
    const all = ['1', '2', '3', '4', '5', '6', '7'].map((text) => sender.run(read(text)));
    await settle();
    expect(line.trips).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    for (let trip = 0; trip < 4; trip += 1) {
      line.next();
      await settle();
    }
    expect((await Promise.all(all)).map(({ rowCount }) => rowCount)).toEqual(all.map(() => 1));
    expect(line.trips.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
  });

  test('do not wait for a slow trip', async () => {
    const line = heldTrips();
    const sender = sharedSender({ ...line, areReads: true, tripsMax: 1, statementsMax: 8, slowAfterMs: 1 });
    const slow = sender.run(read('slow'));
    await settle();
    const others = ['a', 'b'].map((text) => sender.run(read(text)));
    while (line.trips.length < 2) await settle();
    expect(line.trips).toEqual([['slow'], ['a', 'b']]);
    line.next();
    line.next();
    await Promise.all([slow, ...others]);
    const next = sender.run(read('next'));
    await settle();
    line.next();
    expect((await next).rows).toEqual([{ said: 'next' }]);
  });

  test('are sent in the order of the rows that they lock', async () => {
    const line = heldTrips();
    const sender = sharedSender({ ...line, areReads: false, tripsMax: 1, statementsMax: 8, slowAfterMs });
    const all = ['c', 'a', 'b'].map((row) => sender.run(read(`of ${row}`), row));
    await settle();
    line.next();
    const said = (await Promise.all(all)).map(({ rows }) => rows);
    expect(line.trips).toEqual([['of a', 'of b', 'of c']]);
    expect(said).toEqual([[{ said: 'of c' }], [{ said: 'of a' }], [{ said: 'of b' }]]);
  });

  test('are sent again one by one when the server refuses one of them', async () => {
    const line = heldTrips();
    const sender = sharedSender({ ...line, areReads: false, tripsMax: 1, statementsMax: 8, slowAfterMs });
    const all = ['bad', 'good'].map((text) => sender.run(read(text)));
    await settle();
    line.next(refused('22P02'));
    await settle();
    expect(line.trips).toEqual([['bad', 'good'], ['bad'], ['good']]);
    line.next(refused('22P02'));
    line.next();
    const ends = await Promise.allSettled(all);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    // The next statement is sent as before.
    const next = sender.run(read('next'));
    await settle();
    line.next();
    expect((await next).rows).toEqual([{ said: 'next' }]);
  });

  test.each([new ConnectionFailed('in-use', new Error('reset')), refused('53200')])(
    'all fail when the outcome is unknown or the server has no resources: %s',
    async (error) => {
      const line = heldTrips();
      const sender = sharedSender({ ...line, areReads: false, tripsMax: 1, statementsMax: 8, slowAfterMs });
      const all = ['a', 'b'].map((text) => sender.run(read(text)));
      await settle();
      line.next(error);
      const ends = await Promise.allSettled(all);
      expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(line.trips).toHaveLength(1);
    },
  );

  test.each([
    [true, 3],
    [false, 1],
  ])('whose rows cannot be parsed are repeated if they read: %s', async (areReads, trips) => {
    const line = heldTrips();
    const sender = sharedSender({ ...line, areReads, tripsMax: 1, statementsMax: 8, slowAfterMs });
    const all = Promise.allSettled(['a', 'b'].map((text) => sender.run(read(text))));
    await settle();
    line.next(new Error('row cannot be parsed'));
    await settle();
    line.next();
    line.next();
    await all;
    expect(line.trips).toHaveLength(trips);
  });
});
