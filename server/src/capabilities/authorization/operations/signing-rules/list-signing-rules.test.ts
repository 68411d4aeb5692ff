import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRules } from '../../engine/signing-rules/read-rules.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { activate, of, ruleFields } from '../../testing/signing-steps.suite.ts';
import { listSigningRules } from './list-signing-rules.ts';

let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const bankRule = (ruleId: string) =>
  ruleFields({
    'rule-id': ruleId,
    owner: '*',
    alternatives: [[{ ...of('directors', 1), 'entity-level': 'special-group' }]],
  });

describe('the list of signing rules', () => {
  test('has the active rules for an owner, those of the bank first, and can be imported again', async () => {
    await activate(app, '*', [bankRule('bank-default')]);
    const listed = await listSigningRules(app.context(), { owner: '1000000001' });
    expect(listed.map(({ rule }) => `${rule.owner} ${rule.ruleId} ${rule.version}`)).toEqual([
      '* bank-default 1',
    ]);
    const documents: unknown = JSON.parse(JSON.stringify(listed.map(({ document }) => document)));
    expect(readRules(documents)).toEqual({ kind: 'rules', rules: listed.map(({ rule }) => rule) });
  });

  test('has only the latest version of a rule, and nothing of another bank', async () => {
    await activate(app, '*', [bankRule('bank-default')]);
    const listed = await listSigningRules(app.context(), { owner: '*' });
    expect(listed.map(({ rule }) => rule.version)).toEqual([2]);
    expect(await listSigningRules(app.context('02'), { owner: '*' })).toEqual([]);
  });
});
