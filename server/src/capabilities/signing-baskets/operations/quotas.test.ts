import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BasketsTestApp,
  createBasketsTestApp,
  membersIn,
  pathIn,
  shortly,
} from '../testing/baskets-test-app.suite.ts';
import { cleanUpBaskets } from './clean-up-baskets.ts';

let app: BasketsTestApp;
beforeAll(async () => {
  app = await createBasketsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const blocked = '429 SERVICE_BLOCKED';

test('a basket counts while it is open, and its bytes for a day after an unsigned end', async () => {
  const holder = await app.holder();
  const paths = [await app.pay(holder), await app.pay(holder)];
  const group = () => app.create(membersIn(paths));
  app.quotas.limit({ openResources: 2 });
  expect(shortly(await group())).toBe(blocked);
  app.quotas.limit({ openResources: 3 });
  const basket = pathIn(await group());
  await app.send({ method: 'DELETE', path: basket });
  const again = pathIn(await group());
  expect((await app.send({ method: 'GET', path: `${again}/status` })).status).toBe(200);
  await app.send({ method: 'DELETE', path: again });
  app.quotas.limit({ bytes: 1 });
  expect(shortly(await group())).toBe(blocked);
  app.identity.clock.advance({ hours: 25 });
  await cleanUpBaskets(app.context());
  const kept = await app.identity.database.query(
    "select 1 from tpp_quotas.resource where resource_kind = 'signing-basket'",
  );
  expect(kept).toEqual([]);
  expect(shortly(await app.send({ method: 'GET', path: `${basket}/status` }))).toBe('200 CANC');
});
