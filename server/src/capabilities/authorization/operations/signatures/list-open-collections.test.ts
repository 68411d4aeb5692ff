import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { type Company, dataOf, payment, sign, workedExample } from '../../testing/signing-steps.suite.ts';
import { listOpenCollections } from './list-open-collections.ts';

const owner = '1000000066';
let app: AuthorizationTestApp;
let company: Company;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const signed = (name: string, resourceId: string, amount: string) =>
  sign(app, company.signer(name), {
    owner,
    resourceId,
    payload: payment(amount),
    data: dataOf(`${amount}.00`),
  });
const open = async (of = owner): Promise<readonly string[]> =>
  (await listOpenCollections(app.context(), { owner: of })).map(
    ({ resourceId, resourceKind, signedBy }) => `${resourceKind} ${resourceId} ${signedBy.length}`,
  );

test('collections that wait for signatures are listed with who signed, for their owner only', async () => {
  await signed('A1', 'complete', '50');
  await signed('A1', 'waiting', '50000');
  expect(await open()).toEqual(['payment waiting 1']);
  const [waiting] = await listOpenCollections(app.context(), { owner });
  expect(waiting?.signedBy).toEqual([company.signer('A1').user.userId]);
  expect(await open('1000000067')).toEqual([]);
  expect(await listOpenCollections(app.context('02'), { owner })).toEqual([]);
  await signed('A2', 'waiting', '50000');
  expect(await open()).toEqual([]);
  await signed('A2', 'late', '50000');
  app.clock.advance({ hours: 24 * 15 });
  expect(await open()).toEqual([]);
});
