import { expect, test } from 'vitest';
import { datedBulk } from '../testing/bulk-resources.suite.ts';
import { bulkSteps } from '../testing/bulk-steps.suite.ts';
import {
  cancellationSteps,
  describeAuthorisations,
  openCancellations,
} from '../testing/cancellation-steps.suite.ts';
import { createPaymentsTestApp, shortly } from '../testing/payments-test-app.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';

// startAuthorisation, listAuthorisations, getAuthorisation, updateAuthorisation.
describeAuthorisations('the cancellation of a bulk', () => openCancellations(datedBulk));

test('the payer approves the cancellation of a dated bulk that was requested before', async () => {
  await using app = await createPaymentsTestApp();
  const steps = cancellationSteps(app, datedBulk);
  const payer = await app.payer();
  const unasked = await steps.dated(payer);
  const list = `${unasked}/cancellation-authorisations`;
  expect(shortly(await app.send({ method: 'POST', path: list }))).toBe('400 SERVICE_INVALID');
  const path = await steps.requested(payer);
  expect(await steps.approve(path, payer)).toBe('200 finalised');
  expect(await bulkSteps(app).statusOf(path)).toBe('CANC');
});

test('two signers approve the cancellation of a bulk, each once', async () => {
  await using app = await createPaymentsTestApp();
  const steps = cancellationSteps(app, datedBulk);
  const [payer, second] = [await app.payer(), await app.customer()];
  await requireTwoSigners(app, payer, second, 'P2D', 'payment-cancellation');
  const path = await steps.requested(payer);
  expect(await steps.approve(path, payer)).toBe('200 finalised');
  expect(await steps.approve(path, payer)).toBe('409 STATUS_INVALID');
  expect(await steps.approve(path, second)).toBe('200 finalised');
  expect(await bulkSteps(app).statusOf(path)).toBe('CANC');
});
