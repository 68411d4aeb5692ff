import { expect, test } from 'vitest';
import { createBasketsTestApp, idOf } from '../testing/baskets-test-app.suite.ts';
import { readBasket } from './read-basket.ts';

test('a basket that is signed between the reads of it and of its members is read as signed', async () => {
  await using app = await createBasketsTestApp();
  const holder = await app.holder();
  const path = await app.group(await app.pay(holder), await app.pay(holder));
  const { basketMembers, clock, db } = app.context();
  let signing: Promise<string> | undefined;
  const now = await readBasket(
    {
      clock,
      members: {
        ...basketMembers,
        payment: {
          ...basketMembers.payment,
          async describe(reader, bankId, ref) {
            signing ??= app.approve(path, holder);
            await signing;
            return basketMembers.payment.describe(reader, bankId, ref);
          },
        },
      },
    },
    db,
    { bankId: '01', basketId: idOf(path) },
  );
  expect(await signing).toBe('finalised');
  expect(now?.basket.status).toBe('ACTC');
});
