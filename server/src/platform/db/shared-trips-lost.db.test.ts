import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminUrl } from '#platform/testing/database.ts';
import { createLab, findAccount, type Lab } from '#platform/testing/lab.ts';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { type Cut, tapWire, type WireTap } from '#platform/testing/wire-tap.ts';
import { type Database, openDatabase } from './database.ts';
import { failureOf, isDatabaseUnavailable } from './failure.ts';
import { plainStatement } from './statement.ts';

let lab: Lab;
let tap: WireTap;
let app: Database;
const callers = Array.from({ length: 24 }, (_, index) => `caller-${index}`);

beforeAll(async () => {
  lab = await createLab();
  const { hostname, port } = new URL(adminUrl);
  tap = await tapWire({ host: hostname, port: Number(port) });
  app = openDatabase({ url: tap.through(lab.database.appUrl), poolSize: 3, isShared: true });
});
afterAll(async () => {
  await app.close();
  await tap[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await lab.database.empty('lab.account');
  await lab.database.query(
    "insert into lab.account (bank_id, id, amount) select '01', unnest($1::text[]), 0",
    [callers],
  );
  // The connection is open before a test begins, so that the cut affects the round trip and not the connection setup.
  await read('caller-0');
});

const addOne = plainStatement<{ id: string; amount: bigint }>(
  'update lab.account set amount = amount + 1 where bank_id = $1 and id = $2 returning id, amount',
  'write',
);

/** What a caller gets: the id of a row, or how it failed. */
async function outcomeOf(sent: Promise<{ readonly id: string } | undefined>): Promise<string> {
  try {
    return (await sent)?.id ?? 'no row';
  } catch (error) {
    // What the api answers with 503.
    return isDatabaseUnavailable(error)
      ? `unavailable, ${failureOf(error).kind}`
      : `other error ${String(error)}`;
  }
}

const read = (id: string): Promise<string> => outcomeOf(app.forBank('01').first(findAccount(['01', id])));
const count = (id: string): Promise<string> =>
  outcomeOf(app.forBank('01').executeShared(addOne(['01', id]), id));
const together = (send: (id: string) => Promise<string>): Promise<readonly string[]> =>
  Promise.all(callers.map(send));

async function amounts(): Promise<readonly number[]> {
  const rows = await lab.database.query<{ amount: number }>(
    'select amount::int from lab.account order by id',
  );
  return rows.map(({ amount }) => amount);
}

const cuts: readonly Cut[] = ['before', 'within', 'after'];
const allLost = callers.map(() => 'unavailable, lost');

describe.each(cuts)('a connection that is cut %s the response', (cut) => {
  test('fails every read of its round trip, and no read is answered with the rows of another', async () => {
    tap.reset();
    tap.cutNext(cut);
    expect(await together(read)).toEqual(allLost);
    expect(tap.roundTrips).toBe(1);
    expect(await together(read)).toEqual(callers);
  });

  test('fails every write of its round trip; none is repeated', async () => {
    tap.reset();
    tap.cutNext(cut);
    expect(await together(count)).toEqual(allLost);
    expect(tap.roundTrips).toBe(1);
    const done = cut === 'before' ? 0 : 1;
    await expect.poll(amounts).toEqual(callers.map(() => done));
    expect(await together(count)).toEqual(callers);
    expect(await amounts()).toEqual(callers.map(() => done + 1));
  });
});

/** Lehmer's generator; sufficient to choose. */
function chooser(start: number): (limit: number) => number {
  let state = (start % 2_147_483_646) + 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

test('cut at random, connections give each caller its own row or a failure', async () => {
  const below = chooser(seedOfRun() * 7_919);
  const tally = { own: 0, lost: 0 };
  const wrong: string[] = [];
  const reader = async (id: string): Promise<void> => {
    for (let nth = 0; nth < 40; nth += 1) {
      const cut = cuts[below(60)];
      if (cut !== undefined) tap.cutNext(cut);
      const got = below(3) === 0 ? await count(id) : await read(id);
      if (got === id) tally.own += 1;
      else if (got === 'unavailable, lost') tally.lost += 1;
      else wrong.push(`${id}: ${got}`);
    }
  };
  await Promise.all(callers.map(reader));
  expect(wrong).toEqual([]);
  expect(tally.own).toBeGreaterThan(0);
  expect(tally.lost).toBeGreaterThan(0);
});
