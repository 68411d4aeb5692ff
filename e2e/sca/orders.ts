import { equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sampleOrders } from '../../server/src/apps/pages/approval/sample-orders.suite.ts';
import type { Order } from '../../server/src/capabilities/sca/index.ts';
import { enterCode, enterPassword, reached } from '../harness/approval-steps.ts';
import type { ScaCheck } from './run.ts';
import { visit } from './visit.ts';

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
      await using visited = await visit(bank, { order: (id) => named(order, id) });
      const { approval, page } = visited;
      await enterPassword(visited);
      const facts = await page.locator('main').innerText();
      ok(facts.includes('Acme Pay'), `${name}: the page names who asks`);
      await enterCode(visited);
      equal(reached(page).path, 'shop.a.tpp.test/back', name);
      equal((await approval.outcome()).state, 'done', name);
    }
    return `${orders.length} orders`;
  },
};
