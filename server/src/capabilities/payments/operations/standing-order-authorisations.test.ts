import { expect, test } from 'vitest';
import { describeAuthorisations } from '../testing/cancellation-steps.suite.ts';
import { createPaymentsTestApp, pathIn, paymentFrom } from '../testing/payments-test-app.suite.ts';
import { openStandingOrders, standingPath, standingSteps } from '../testing/standing-steps.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';

// startAuthorisation, listAuthorisations, getAuthorisation, updateAuthorisation.
describeAuthorisations('a standing order', openStandingOrders);

test('two signers approve a standing order, each once, and it pays then', async () => {
  await using app = await createPaymentsTestApp();
  const steps = standingSteps(app);
  const [payer, second] = [await app.payer(), await app.customer()];
  await requireTwoSigners(app, payer, second, undefined, 'periodic-payment');
  const body = paymentFrom(payer.iban, { frequency: 'Daily', startDate: steps.dayIn(1) });
  const path = pathIn(await app.initiate(payer, { path: standingPath, body }));
  expect(await app.approve(path, payer)).toBe('finalised');
  await steps.live(2);
  expect([await app.statusOf(path), await steps.executionsOf(path)]).toEqual(['PATC', []]);
  expect(await app.approve(path, payer)).toBe('409');
  expect(await app.approve(path, second)).toBe('finalised');
  await app.runOrders();
  expect(await app.statusOf(path)).toBe('ACTC');
  expect(await steps.executionsOf(path)).toHaveLength(1);
});
