import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { partIdOf } from '#platform/kernel/ids.ts';
import { idOf } from '../testing/payment-steps.suite.ts';
import { createPaymentsTestApp, type PaymentsTestApp } from '../testing/payments-test-app.suite.ts';
import { type StandingSteps, standingSteps } from '../testing/standing-steps.suite.ts';

let app: PaymentsTestApp;
let steps: StandingSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = standingSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

const unknownId = '01890000-0000-7000-8000-000000000000';

describe('the id of an execution, which a third party can compute', () => {
  test.each([1, 0])('says nothing about it (funds %i)', async (funds) => {
    const payer = await app.payer({ cents: funds === 1 ? 100_000n : 0n });
    const path = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    const planned = steps.dayIn(1);
    await steps.live(3);
    const id = partIdOf(idOf(path), planned);
    const places = ['payments', 'periodic-payments', 'bulk-payments'].flatMap((service) =>
      ['authorisations', 'cancellation-authorisations'].flatMap((collection) =>
        (['GET', 'POST'] as const).map((method) => ({ collection, method, service })),
      ),
    );
    const found: string[] = [];
    for (const { collection, method, service } of places) {
      const [known, unknown] = await Promise.all(
        [id, unknownId].map(async (one) => {
          const answer = await app.send({
            method,
            path: `/v1/${service}/sepa-credit-transfers/${one}/${collection}`,
            headers: { 'psu-id': payer.username, 'psu-ip-address': '192.0.2.7' },
            ...(method === 'POST' ? { body: { psuData: { password: payer.password } } } : {}),
          });
          return `${answer.status} ${answer.text.replaceAll(one, 'ID')}`;
        }),
      );
      if (known !== unknown) found.push(`${method} ${service} ${collection}: ${known}`);
    }
    expect(found).toEqual([]);
  });
});
