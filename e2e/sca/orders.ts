import { equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sampleOrders } from '../../server/src/apps/pages/approval/sample-orders.suite.ts';
import type { Order } from '../../server/src/capabilities/sca/index.ts';
import type { ScaCheck } from './run.ts';
import { arrive, press, reached } from './steps.ts';

/** Orders of every kind; a list of a thousand entries has its check elsewhere. */
const orders = Object.entries(sampleOrders).filter(([name]) => !name.includes('large'));

/** Returns an order under an id of its own, and a basket with members of its own. */
function named(order: Order, id: string): Order {
  if (order.kind !== 'signing-basket') return { ...order, id };
  const [first, ...others] = order.members;
  const own = <Member extends typeof first>(member: Member): Member => ({ ...member, id: randomUUID() });
  return { ...order, id, members: [own(first), ...others.map(own)] };
}

export const everyOrder: ScaCheck = {
  name: 'every kind of order is shown, approved and led back',
  customers: orders.length,
  async run(bank) {
    for (const [name, order] of orders) {
      const customer = bank.customer();
      const approval = await bank.ask({ customer, order: (id) => named(order, id) });
      await using user = await bank.openBrowser();
      const { page } = user;
      await arrive(page, approval.shop);
      await press(page, 'password', { password: customer.password });
      const facts = await page.locator('main').innerText();
      ok(facts.includes('Acme Pay'), `${name}: the page names who asks`);
      await press(page, 'code', { code: await bank.code(customer.phone) });
      equal(reached(page).path, 'shop.acme.test/back', name);
      equal((await approval.outcome()).state, 'done', name);
    }
    return `${orders.length} orders`;
  },
};
