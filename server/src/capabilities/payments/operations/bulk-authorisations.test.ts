import { expect, test } from 'vitest';
import { openBulks } from '../testing/bulk-resources.suite.ts';
import { bulkSteps } from '../testing/bulk-steps.suite.ts';
import { describeAuthorisations } from '../testing/cancellation-steps.suite.ts';
import { createPaymentsTestApp, pathIn } from '../testing/payments-test-app.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';

// startAuthorisation, listAuthorisations, getAuthorisation, updateAuthorisation.
describeAuthorisations('a bulk', openBulks);

test('two signers approve a bulk, each once, and it is executed then', async () => {
  await using app = await createPaymentsTestApp();
  const steps = bulkSteps(app);
  const [payer, second] = [await app.payer(), await app.customer()];
  await requireTwoSigners(app, payer, second, undefined, 'bulk-payment');
  const path = pathIn(await steps.initiate(payer));
  expect(await app.approve(path, payer)).toBe('finalised');
  await steps.work();
  expect(await steps.statusOf(path)).toBe('PATC');
  app.identity.clock.advance({ minutes: 2 });
  expect(await app.approve(path, payer)).toBe('409');
  app.identity.clock.advance({ minutes: 2 });
  expect(await app.approve(path, second)).toBe('finalised');
  await steps.work();
  await steps.settle();
  expect(await steps.statusOf(path)).toBe('ACSC');
  expect(await steps.paid(payer)).toEqual([725n, 1_250n]);
});
