import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readRules } from '../../engine/signing-rules/read-rules.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { changeSigning, propose } from '../../testing/signing-changes.suite.ts';
import { activate, of, organization, ruleFields } from '../../testing/signing-steps.suite.ts';
import { decideSigningChange } from './decide-signing-change.ts';
import { getSigningChange } from './get-signing-change.ts';
import { listRuleVersions } from './list-rule-versions.ts';
import { listSigningChanges } from './list-signing-changes.ts';
import { listSigningRules } from './list-signing-rules.ts';

let app: AuthorizationTestApp;
let owner: string;
let companies = 0;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 20 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  companies += 1;
  owner = `51000000${String(companies).padStart(2, '0')}`;
  await organization(app, owner, { A: 2 });
});

const rulesOf = (ruleId: string, required: number, ruleOwner = owner) => {
  const read = readRules([
    ruleFields({ 'rule-id': ruleId, owner: ruleOwner, alternatives: [[of('A', required)]] }),
  ]);
  if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
  return { kind: 'rules', ownerKind: 'organization', rules: read.rules, retire: [] } as const;
};
const proposed = async (required = 1): Promise<string> => {
  const outcome = await propose(app.context(), owner, rulesOf(`${owner}-all`, required));
  if (outcome.kind !== 'proposed') throw new Error(outcome.kind);
  return outcome.changeId;
};
const decide = (changeId: string, employeeId: string, verdict: 'approve' | 'reject' = 'approve') =>
  decideSigningChange(app.context(), { changeId, employeeId, verdict });
const activeCount = async (): Promise<number> =>
  (await listSigningRules(app.context(), { owner })).filter(({ rule }) => rule.owner === owner).length;

describe('a proposed change', () => {
  test('takes effect when another employee approves it, and both are named in the trail', async () => {
    const changeId = await proposed();
    expect(await activeCount()).toBe(0);
    for (const same of ['e-1', 'E-1'])
      await expect(decide(changeId, same)).rejects.toMatchObject({ literal: 'own-signing-approval' });
    expect((await decide(changeId, 'e-2')).kind).toBe('approved');
    expect(await activeCount()).toBe(1);
    const trail = JSON.stringify(await app.auditOf('signing-change', changeId));
    expect(trail).toContain('"field":"employee","after":"e-1"');
    expect(trail).toContain('"field":"employee","after":"e-2"');
    expect(trail).not.toContain('a decision of the bank');
    expect((await getSigningChange(app.context(), { changeId }))?.change.reason).toBe(
      'a decision of the bank',
    );
  });

  test('is decided once, also by employees at the same time', async () => {
    const changeId = await proposed();
    const outcomes = await Promise.allSettled([
      decide(changeId, 'e-2'),
      decide(changeId, 'e-3'),
      decide(changeId, 'e-4', 'reject'),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused[0]).toMatchObject({ literal: 'signing-change-not-proposed' });
    await expect(decide(changeId, 'e-5')).rejects.toMatchObject({ literal: 'signing-change-not-proposed' });
  });

  test('is withdrawn by its proposer, and a new one may follow', async () => {
    const changeId = await proposed();
    await expect(proposed()).rejects.toMatchObject({ literal: 'signing-change-proposed' });
    expect((await decide(changeId, 'e-1', 'reject')).kind).toBe('rejected');
    expect(await activeCount()).toBe(0);
    expect((await decide(await proposed(2), 'e-2')).kind).toBe('approved');
  });

  test('is of its bank only', async () => {
    const changeId = await proposed();
    const other = { changeId, employeeId: 'e-2', verdict: 'approve' } as const;
    await expect(decideSigningChange(app.context('02'), other)).rejects.toMatchObject({
      literal: 'signing-change-not-proposed',
    });
    expect(await getSigningChange(app.context('02'), { changeId })).toBeUndefined();
    expect(await listSigningChanges(app.context('02'), { owner: undefined })).toEqual([]);
  });

  test('cannot be approved once its rule belongs to another owner', async () => {
    const changeId = await proposed();
    const other = `${owner}9`;
    await organization(app, other, { A: 2 });
    await activate(app, other, [
      ruleFields({ 'rule-id': `${owner}-all`, owner: other, alternatives: [[of('A', 1)]] }),
    ]);
    await expect(decide(changeId, 'e-2')).rejects.toMatchObject({ literal: 'foreign-signing-rule' });
    expect(await activeCount()).toBe(0);
  });

  test('is shown with its content, and listed while it waits and in the history of its owner', async () => {
    app.clock.advance({ minutes: 1 });
    const changeId = await proposed();
    const shown = await getSigningChange(app.context(), { changeId });
    expect(shown?.change).toMatchObject({
      state: 'proposed',
      proposedBy: 'e-1',
      reason: 'a decision of the bank',
    });
    expect(JSON.stringify(shown?.document)).toContain(`"rule-id":"${owner}-all"`);
    const waiting = async (): Promise<readonly string[]> =>
      (await listSigningChanges(app.context(), { owner: undefined })).map((one) => one.changeId);
    expect(await waiting()).toContain(changeId);
    await decide(changeId, 'e-2');
    expect(await waiting()).not.toContain(changeId);
    const [newest] = await listSigningChanges(app.context(), { owner });
    expect(newest).toMatchObject({ changeId, state: 'approved', decidedBy: 'e-2' });
  });
});

describe('the history of rules', () => {
  test('says what held at a time, and who activated it', async () => {
    const before = app.clock.now();
    app.clock.advance({ hours: 1 });
    await changeSigning(app.context(), owner, rulesOf(`${owner}-all`, 1));
    const between = app.clock.now();
    app.clock.advance({ hours: 1 });
    await changeSigning(app.context(), owner, rulesOf(`${owner}-all`, 2));
    const versions = async (at = app.clock.now()): Promise<readonly string[]> =>
      (await listRuleVersions(app.context(), { owner, at })).map(
        ({ activatedBy, rule }) =>
          `${rule.ruleId.replace(`${owner}-`, '')} ${rule.version} ${activatedBy.join('+')}`,
      );
    expect(await versions(before)).toEqual([]);
    expect(await versions(between)).toEqual(['all 1 e-1+e-2']);
    expect(await versions()).toEqual(['all 2 e-1+e-2']);
    const all = await listRuleVersions(app.context(), { owner, at: undefined });
    expect(all.map(({ retiredAt, rule }) => [rule.version, retiredAt === undefined])).toEqual([
      [1, false],
      [2, true],
    ]);
  });
});
