import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  type BasketsTestApp,
  createBasketsTestApp,
  idOf,
  membersIn,
  pathIn,
  requireTwoSignatures,
  type TestHolder,
} from '../testing/baskets-test-app.suite.ts';
import { cleanUpBaskets } from './clean-up-baskets.ts';
import { expireBaskets } from './expire-baskets.ts';

let app: BasketsTestApp;
let holder: TestHolder;
beforeAll(async () => {
  app = await createBasketsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  holder = await app.holder();
  app.notifications.offer('SCA', 'PROCESS', 'LAST');
  await app.receivers.deliver(app.context());
});

const address = 'https://push.a.tpp.test/baskets';

const group = (members: readonly string[], contents: string, uri = address) =>
  app.create(membersIn(members), {
    headers: { 'tpp-notification-uri': uri, 'tpp-notification-content-preferred': `status=${contents}` },
  });

const groupOne = async (contents: string): Promise<string> =>
  pathIn(await group([await app.pay(holder)], contents));

/** Returns the statuses that are sent of a basket. */
async function sentOf(path: string): Promise<readonly unknown[]> {
  const sent = await app.receivers.deliver(app.context());
  return sent.flatMap((body) => (at(body, 'basketId') === idOf(path) ? at(body, 'transactionStatus') : []));
}

const subscriptionsOf = (path: string) =>
  app.identity.database.query('select from tpp_notifications.subscription where resource_id = $1', [
    idOf(path),
  ]);

test('the response names what the bank sends, or says that nothing is sent (createBasket)', async () => {
  const accepted = await group([await app.pay(holder)], 'SCA, LAST');
  expect(accepted.headers).toMatchObject({
    'aspsp-notification-support': 'true',
    'aspsp-notification-content': 'status=SCA, LAST',
  });
  const foreign = await group([await app.pay(holder)], 'LAST', 'https://push.b.tpp.test/');
  expect([foreign.status, foreign.headers['aspsp-notification-support']]).toEqual([201, 'false']);
  app.notifications.offer();
  const without = await group([await app.pay(holder)], 'LAST');
  expect(without.headers).not.toHaveProperty('aspsp-notification-support');
});

describe('a third party with an address', () => {
  test('gets each change of the basket and of its authorisation, in order, and none of its members', async () => {
    const basket = pathIn(await group([await app.pay(holder), await app.ask(holder)], 'SCA,PROCESS'));
    expect(await app.approve(basket, holder)).toBe('finalised');
    const list = await app.send({ method: 'GET', path: `${basket}/authorisations` });
    const [authorisationId] = Object.values(Object(at(list.body, 'authorisationIds')));
    const basketId = idOf(basket);
    expect(await app.receivers.deliver(app.context())).toEqual([
      { basketId, authorisationId, scaStatus: 'psuAuthenticated' },
      { basketId, authorisationId, scaStatus: 'scaMethodSelected' },
      { basketId, transactionStatus: 'ACTC' },
      { basketId, authorisationId, scaStatus: 'finalised' },
    ]);
  });

  test('gets the first of two signatures, and under LAST only the last one', async () => {
    const second = await app.customer();
    await requireTwoSignatures(app, [holder, second], { resourceKind: 'payment' });
    const baskets = [await groupOne('PROCESS'), await groupOne('LAST')];
    for (const basket of baskets)
      for (const signer of [holder, second]) expect(await app.approve(basket, signer)).toBe('finalised');
    const sent = await app.receivers.deliver(app.context());
    const statuses = baskets.map((basket) =>
      sent.flatMap((body) => (at(body, 'basketId') === idOf(basket) ? at(body, 'transactionStatus') : [])),
    );
    expect(statuses).toEqual([['PATC', 'ACTC'], ['ACTC']]);
  });

  test('gets the end of a deleted basket, of one whose time is over, and of one that lost a member', async () => {
    const deleted = await groupOne('LAST');
    await app.send({ method: 'DELETE', path: deleted });
    expect(await sentOf(deleted)).toEqual(['CANC']);
    const late = await groupOne('PROCESS');
    const member = await app.pay(holder);
    const broken = pathIn(await group([member, await app.pay(holder)], 'PROCESS'));
    await app.send({ method: 'DELETE', path: member });
    app.identity.clock.advance({ hours: 1 });
    await expireBaskets(app.context());
    const sent = await app.receivers.deliver(app.context());
    // Baskets of the tests before end as well.
    for (const basketId of [late, broken].map(idOf))
      expect(sent.filter((body) => at(body, 'basketId') === basketId)).toEqual([
        { basketId, transactionStatus: 'RJCT' },
      ]);
  });

  test('gets nothing of a basket without an address', async () => {
    const basket = await app.group(await app.pay(holder));
    await app.approve(basket, holder);
    expect(await app.receivers.deliver(app.context())).toEqual([]);
  });

  test('has no address any more when the basket is deleted', async () => {
    const basket = await groupOne('LAST');
    await app.send({ method: 'DELETE', path: basket });
    expect(await subscriptionsOf(basket)).toHaveLength(1);
    app.identity.clock.advance({ hours: 24 * 732 });
    await cleanUpBaskets(app.context());
    expect(await subscriptionsOf(basket)).toEqual([]);
  });
});
