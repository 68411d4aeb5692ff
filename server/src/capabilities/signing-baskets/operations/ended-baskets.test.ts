import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { Ending } from '#platform/work/ending-ledger.ts';
import {
  type BasketsTestApp,
  createBasketsTestApp,
  idOf,
  shortly,
  type TestHolder,
} from '../testing/baskets-test-app.suite.ts';
import { cleanUpBaskets } from './clean-up-baskets.ts';
import { expireBaskets } from './expire-baskets.ts';
import { replayBasketEndings } from './replay-basket-endings.ts';

let app: BasketsTestApp;
beforeAll(async () => {
  app = await createBasketsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** The rows of a basket, and of a payment in it, as a backup has them; the returned function writes them back. */
async function backup(basket: string, payment: string): Promise<() => Promise<void>> {
  const { database } = app.identity;
  const rows = await database.query<{ basket: string; members: string; payment: string }>(
    `select (select to_json(b)::text from signing_baskets.basket b where basket_id = $1) as basket,
            (select json_agg(m)::text from signing_baskets.basket_member m where basket_id = $1) as members,
            (select to_json(p)::text from payments.payment p where payment_id = $2) as payment`,
    [idOf(basket), idOf(payment)],
  );
  const [row] = rows;
  return async () => {
    await database.query('delete from signing_baskets.basket where basket_id = $1', [idOf(basket)]);
    await database.query('delete from payments.payment where payment_id = $1', [idOf(payment)]);
    await database.query(
      'insert into signing_baskets.basket select * from json_populate_record(null::signing_baskets.basket, $1::json)',
      [row?.basket],
    );
    await database.query(
      `insert into signing_baskets.basket_member
       select * from json_populate_recordset(null::signing_baskets.basket_member, $1::json)`,
      [row?.members],
    );
    await database.query(
      'insert into payments.payment select * from json_populate_record(null::payments.payment, $1::json)',
      [row?.payment],
    );
  };
}

/** The lines that the worker appends to the ledger. */
async function linesOf(path: string): Promise<readonly Ending[]> {
  const rows = await app.identity.database.query<{ data: string }>(
    `select data from platform.outbox_event where name = 'signing-basket-ended' and aggregate_id = $1`,
    [idOf(path)],
  );
  return rows.map(({ data }) => ({
    event: 'signing-basket-ended',
    bankId: '01',
    subject: idOf(path),
    at: String(at(JSON.parse(data), 'at')),
    reason: String(at(JSON.parse(data), 'reason')),
  }));
}

async function replay(endings: readonly Ending[]): Promise<readonly string[]> {
  const found = await replayBasketEndings(app.context(), endings);
  for (const step of found) await step.apply();
  return found.map(({ what }) => what);
}

const endNow = {
  authorised: (basket: string, holder: TestHolder) => app.approve(basket, holder),
  deleted: (basket: string) => app.send({ method: 'DELETE', path: basket }),
};

async function grouped(holder: TestHolder): Promise<readonly [basket: string, payment: string]> {
  const payment = await app.pay(holder);
  return [await app.group(payment), payment];
}

test.each([
  ['authorised', 'RJCT', 'ACTC'],
  ['deleted', 'CANC', 'CANC'],
] as const)('a restored basket that was %s after the backup ends again, once', async (how, after, before) => {
  const holder = await app.holder();
  const [basket, payment] = await grouped(holder);
  const restore = await backup(basket, payment);
  app.identity.clock.advance({ minutes: 1 });
  await endNow[how](basket, holder);
  expect(await app.statusOf(basket)).toBe(before);
  const endings = await linesOf(basket);
  await restore();
  expect(await app.statusOf(basket)).toBe('RCVD');
  const foreign = endings.map((ending) => ({ ...ending, bankId: '02' }));
  const unreadable = endings.map((ending) => ({ ...ending, subject: 'unreadable' }));
  expect(await replay([...foreign, ...unreadable])).toEqual([]);
  expect(await replay(endings)).toEqual(['signing baskets ended again']);
  expect(await app.statusOf(basket)).toBe(after);
  expect(await replay(endings)).toEqual([]);
  // The payment is blocked no more.
  expect(shortly(await app.send({ method: 'POST', path: `${payment}/authorisations` }))).toBe('201 received');
});

test('the end of baskets whose time is over is recorded, and they are deleted after 13 months (expireBaskets, cleanUpBaskets)', async () => {
  const holder = await app.holder();
  const [lapsed] = await grouped(holder);
  const [open] = await grouped(holder);
  await expireBaskets(app.context());
  const statusIn = async (path: string): Promise<unknown> => {
    const rows = await app.identity.database.query<{ status: string }>(
      'select status from signing_baskets.basket where basket_id = $1',
      [idOf(path)],
    );
    return rows[0]?.status;
  };
  expect(await statusIn(lapsed)).toBe('RCVD');
  expect(await app.approve(open, holder)).toBe('finalised');
  app.identity.clock.advance({ minutes: 31 });
  expect(await expireBaskets(app.context())).toBeGreaterThan(0);
  expect(await statusIn(lapsed)).toBe('RJCT');
  expect(await statusIn(open)).toBe('ACTC');
  expect(await expireBaskets(app.context())).toBe(0);
  app.identity.clock.advance({ hours: 24 * 396 });
  await cleanUpBaskets(app.context());
  expect(await statusIn(lapsed)).toBe('RJCT');
  app.identity.clock.advance({ hours: 24 * 2 });
  expect(await cleanUpBaskets(app.context())).toBeGreaterThan(1);
  expect(shortly(await app.send({ method: 'GET', path: lapsed }))).toBe('403 RESOURCE_UNKNOWN');
  const members = await app.identity.database.query(
    'select 1 from signing_baskets.basket_member where basket_id = $1',
    [idOf(lapsed)],
  );
  expect(members).toEqual([]);
});
