import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyContext } from '../../domain/calling-context.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  dataOf,
  payment,
  sign,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { explainSigning } from './explain-signing.ts';

const owner = '1000000063';
let app: AuthorizationTestApp;
let company: Company;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const explain = (resourceId: string, payload?: string) =>
  explainSigning(app.context(), {
    resourceId,
    resourceKind: 'payment',
    payload,
    context: { ...emptyContext, customerNumber: owner },
  });

test('an explanation names the rule, what is missing and who may still sign, and changes nothing', async () => {
  await sign(app, company.signer('A1'), {
    owner,
    resourceId: 'p',
    payload: payment('50000'),
    data: dataOf('50000.00'),
  });
  const before = await collectionRow(app, { owner, resourceId: 'p' });
  const { alternatives, sentences } = await explain('p');
  expect(sentences.join(' ')).toContain(`${owner}-middle`);
  expect(alternatives).toHaveLength(2);
  const text = JSON.stringify(alternatives);
  expect(text).toContain(company.signer('A2').user.userId);
  expect(text).toContain(company.signer('B1').user.userId);
  expect(await collectionRow(app, { owner, resourceId: 'p' })).toEqual(before);
});

test('an explanation of another payload uses the rule for that payload', async () => {
  const { sentences } = await explain('p', payment('150000'));
  expect(sentences.join(' ')).toContain(`${owner}-large`);
});
