import { expect } from 'vitest';
import type { AuthorisedResources } from '#capabilities/sca/testing/resource-authorisations.suite.ts';
import { bulkFrom, bulkSteps } from './bulk-steps.suite.ts';
import { type DatedOrder, knownPayers } from './cancellation-steps.suite.ts';
import { createPaymentsTestApp, pathIn, shortly } from './payments-test-app.suite.ts';

/** Bulks, as the tests of authorisations need them. */
export async function openBulks(): Promise<AuthorisedResources> {
  const app = await createPaymentsTestApp();
  const steps = bulkSteps(app);
  const { find, payer } = knownPayers(app);
  return {
    app,
    customer: payer,
    create: async ({ userId }, headers = {}) => pathIn(await steps.initiate(find(userId), { headers })),
    // A bulk names its account.
    createOpen: async () => pathIn(await steps.initiate(await payer())),
    withoutPage: '201 received',
    async end(path) {
      expect(shortly(await app.send({ method: 'DELETE', path }))).toBe('202 CANC');
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Initiates and approves a bulk of a day. */
export const datedBulk: DatedOrder = async (app, payer, day) => {
  const body = bulkFrom(payer.iban, undefined, { requestedExecutionDate: day });
  const path = pathIn(await bulkSteps(app).initiate(payer, { body }));
  expect(await app.approve(path, payer)).toBe('finalised');
  return path;
};
