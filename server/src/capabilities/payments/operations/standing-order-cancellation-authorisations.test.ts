import { expect, test } from 'vitest';
import {
  cancellationSteps,
  describeAuthorisations,
  openCancellations,
} from '../testing/cancellation-steps.suite.ts';
import { createPaymentsTestApp, shortly } from '../testing/payments-test-app.suite.ts';
import { laterStandingOrder, standingSteps } from '../testing/standing-steps.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';

// startAuthorisation, listAuthorisations, getAuthorisation, updateAuthorisation.
describeAuthorisations('the cancellation of a standing order', () => openCancellations(laterStandingOrder));

test('the payer approves the cancellation of a standing order, which pays no more', async () => {
  await using app = await createPaymentsTestApp();
  const steps = cancellationSteps(app, laterStandingOrder);
  const payer = await app.payer();
  const unasked = await steps.dated(payer);
  const list = `${unasked}/cancellation-authorisations`;
  expect(shortly(await app.send({ method: 'POST', path: list }))).toBe('400 SERVICE_INVALID');
  const path = await steps.requested(payer);
  expect(await steps.approve(path, payer)).toBe('200 finalised');
  await steps.finish();
  expect(await app.statusOf(path)).toBe('CANC');
  steps.toTheDay();
  await app.runOrders();
  expect(await standingSteps(app).executionsOf(path)).toEqual([]);
  expect(await standingSteps(app).executionsOf(unasked)).toHaveLength(1);
});

test('two signers approve the cancellation of a standing order, each once', async () => {
  await using app = await createPaymentsTestApp();
  const steps = cancellationSteps(app, laterStandingOrder);
  const [payer, second] = [await app.payer(), await app.customer()];
  await requireTwoSigners(app, payer, second, 'P2D', 'payment-cancellation');
  const path = await steps.requested(payer);
  expect(await steps.approve(path, payer)).toBe('200 finalised');
  expect(await steps.approve(path, payer)).toBe('409 STATUS_INVALID');
  expect(await steps.approve(path, second)).toBe('200 finalised');
  expect(await app.statusOf(path)).toBe('CANC');
});
