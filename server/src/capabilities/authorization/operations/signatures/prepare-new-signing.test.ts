import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyContext } from '../../domain/calling-context.ts';
import { approvalContext, inApproval } from '../../testing/approval-steps.suite.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { payment, workedExample } from '../../testing/signing-steps.suite.ts';
import { openCollection } from './open-collection.ts';
import { prepareNewSigning } from './prepare-new-signing.ts';
import { prepareSigning } from './prepare-signing.ts';

const owner = '1000000072';
let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp();
  await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

test.each(['100', '50000'])(
  'prepareNewSigning decides like prepareSigning about a new payment of %s',
  async (amount) => {
    const ctx = approvalContext(app);
    const resource = {
      resourceId: `new-${amount}`,
      resourceKind: 'payment',
      payload: payment(amount),
    } as const;
    const facts = { product: 'sepa-credit-transfers' };
    const asNew = await prepareNewSigning(ctx, { ...resource, owner }, facts);
    const context = { ...emptyContext, customerNumber: owner };
    expect(asNew).toEqual(await prepareSigning(ctx, { ...resource, context }, 'sign', facts));
    const opened = await inApproval(ctx, (work) =>
      openCollection(ctx, work, { prepared: asNew, initiator: undefined }),
    );
    expect(opened.digest).toBe(asNew.decided?.digest);
  },
);
