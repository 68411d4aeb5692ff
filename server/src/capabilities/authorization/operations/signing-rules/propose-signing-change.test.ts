import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import type { Finding } from '../../domain/signing/finding.ts';
import type { SigningChangeContent } from '../../domain/signing/signing-change.ts';
import { readRules } from '../../engine/signing-rules/read-rules.ts';
import { ruleChangeText } from '../../store/rule-document.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  type Fields,
} from '../../testing/authorization-test-app.suite.ts';
import { changeSigning, propose } from '../../testing/signing-changes.suite.ts';
import {
  activate,
  countsOf,
  dataOf,
  ocraProof,
  of,
  organization,
  payment,
  reasonsOf,
  requestSignatures,
  ruleFields,
  sign,
  signerIn,
  signerToken,
  type TestSigner,
  tryToSign,
} from '../../testing/signing-steps.suite.ts';
import { type ActivatedRules, activateSignedRules } from './activate-signed-rules.ts';
import { checkSigningRules } from './check-signing-rules.ts';
import { decideSigningChange } from './decide-signing-change.ts';

let app: AuthorizationTestApp;
let owner: string;
let signers: ReadonlyMap<string, TestSigner>;
let companies = 0;

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 20 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  companies += 1;
  owner = `50000000${String(companies).padStart(2, '0')}`;
  signers = await organization(app, owner, { A: 2, B: 1 });
});

const rule = (name: string, more: Fields = {}): Fields =>
  ruleFields({ 'rule-id': `${owner}-${name}`, owner, alternatives: [[of('A', 1)]], ...more });
type RulesContent = Extract<SigningChangeContent, { readonly kind: 'rules' }>;
type Outcome = { readonly kind: string; readonly findings?: readonly Finding[] };
const contentOf = (documents: readonly Fields[], more: Partial<RulesContent> = {}): RulesContent => {
  const read = documents.length === 0 ? ({ kind: 'rules', rules: [] } as const) : readRules(documents);
  if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
  return { kind: 'rules', ownerKind: 'organization', rules: read.rules, retire: [], ...more };
};
const ask = (documents: readonly Fields[], more: Partial<RulesContent> = {}): Promise<Outcome> =>
  changeSigning(app.context(), owner, contentOf(documents, more));
const check = (documents: readonly Fields[]): Promise<Outcome> =>
  checkSigningRules(app.context(), { owner, ...contentOf(documents) });
const askSigned = (
  documents: readonly Fields[],
  { resourceId, retire = [] }: { readonly resourceId: string; readonly retire?: readonly string[] },
): Promise<ActivatedRules> =>
  activateSignedRules(app.context(), {
    owner,
    ...contentOf(documents, { retire }),
    resourceId,
    employeeId: 'e-1',
    reason: 'letter of the board',
  });
const codesOf = ({ findings = [], kind }: Outcome): readonly string[] => [
  kind,
  ...findings.map(({ code, severity }) => `${severity} ${code}`),
];
const rows = async (of: string = owner): Promise<readonly string[]> => {
  const found = await app.database.query<{ rule_id: string; version: number; status: string }>(
    `select rule_id, version, status from "authorization".signing_rule where owner = $1 order by rule_id, version`,
    [of],
  );
  return found.map(({ rule_id, status, version }) => `${rule_id.replace(`${of}-`, '')} ${version} ${status}`);
};

describe('consistent rules', () => {
  test('become active, and each change increases their version', async () => {
    expect(codesOf(await ask([rule('all')]))[0]).toBe('approved');
    expect(codesOf(await ask([rule('all', { version: 7, alternatives: [[of('A', 2)]] })]))[0]).toBe(
      'approved',
    );
    expect(await rows()).toEqual(['all 1 retired', 'all 2 active']);
    const emitted = await app.eventsOf('signing-rule', `${owner}-all`);
    expect(emitted.map(({ name }) => name)).toEqual([
      'signing-rule-activated',
      'signing-rule-retired',
      'signing-rule-activated',
    ]);
    expect(emitted.at(-1)?.data).toEqual({ 'rule-id': `${owner}-all`, version: 2, owner });
  });

  test('are not activated in a check', async () => {
    expect(codesOf(await check([rule('all')]))[0]).toBe('checked');
    expect(await rows()).toEqual([]);
    expect(await app.eventsOf('signing-rule', `${owner}-all`)).toEqual([]);
    expect(codesOf(await check([rule('all', { 'amount-to': '5' })]))).toContain('error band-gap');
  });

  test('may change their bands by retiring others at the same time', async () => {
    await ask([rule('low', { 'amount-to': '100' }), rule('high', { 'amount-from': '100' })]);
    expect(codesOf(await ask([rule('low', { 'amount-to': '200' })]))).toContain('error band-overlap');
    expect((await ask([rule('low')], { retire: [`${owner}-high`] })).kind).toBe('approved');
    expect(await rows()).toEqual(['high 1 retired', 'low 1 retired', 'low 2 active']);
  });

  test('may not leave a gap by a retirement alone', async () => {
    await ask([rule('low', { 'amount-to': '100' }), rule('high', { 'amount-from': '100' })]);
    expect(codesOf(await ask([], { retire: [`${owner}-high`] }))).toContain('error band-gap');
    expect(await rows()).toEqual(['high 1 active', 'low 1 active']);
    expect((await ask([], { retire: [`${owner}-high`, `${owner}-low`] })).kind).toBe('approved');
    expect(await rows()).toEqual(['high 1 retired', 'low 1 retired']);
  });
});

describe('rules are refused, and nothing changes, when there is', () => {
  const user = (entity: string): Fields => ({
    level: 1,
    'entity-level': 'user-id',
    'entity-id': entity,
    required: 1,
  });
  test.each<[string, () => readonly Fields[]]>([
    ['band-gap', () => [rule('a', { 'amount-from': '5' })]],
    ['band-gap', () => [rule('a', { 'amount-to': '5' })]],
    ['band-overlap', () => [rule('a', { 'amount-to': '10' }), rule('b', { 'amount-from': '5' })]],
    ['unreachable-quorum', () => [rule('a', { alternatives: [[of('A', 3)]] })]],
    [
      'one-person-suffices',
      () => [rule('a', { alternatives: [[of('A', 1)], [of('A', 2)]], 'initiator-may-sign': true })],
    ],
    ['validity-over', () => [rule('a', { 'valid-until': '2021-01-01T00:00:00Z' })]],
    ['never-matches', () => [rule('a', { 'resource-kind': 'consent' })]],
    ['shadowed', () => [rule('a'), rule('b', { alternatives: [[of('A', 2)]] })]],
    ['duplicate-rule', () => [rule('a'), rule('b')]],
    ['unknown-entity', () => [rule('a', { alternatives: [[of('Z', 1)]] })]],
    ['unknown-entity', () => [rule('a', { alternatives: [[user('unknown')]] })]],
    ['level-hole', () => [rule('a', { alternatives: [[of('A', 1), of('B', 1, { level: 3 })]] })]],
  ])('%s', async (code, documents) => {
    const outcome = await ask(documents());
    expect(outcome.kind).toBe('refused');
    expect(codesOf(outcome)).toContain(`error ${code}`);
    expect(await rows()).toEqual([]);
    expect(await app.eventsOf('signing-rule', `${owner}-a`)).toEqual([]);
  });

  test('a rule twice in one change', async () => {
    const outcome = await ask([rule('a', { 'amount-to': '5' }), rule('a', { 'amount-from': '5' })]);
    expect(outcome.kind).toBe('refused');
    expect(await rows()).toEqual([]);
  });

  test('a rule that no reader accepts: no alternative, nothing required, a mandatory rule of an owner', async () => {
    const read = readRules([rule('a')]);
    if (read.kind === 'errors') throw new Error('readable');
    const [plain] = read.rules;
    if (plain === undefined) throw new Error('one rule');
    const wrong = [
      [{ ...plain, alternatives: [] }, 'nothing-required'],
      [{ ...plain, alternatives: [[]] }, 'nothing-required'],
      [{ ...plain, isMandatory: true }, 'mandatory-of-owner'],
      [{ ...plain, currency: '*' as const }, 'reference-currency'],
    ] as const;
    for (const [one, code] of wrong) {
      const outcome = await ask([], { rules: [one] });
      expect(codesOf(outcome)).toContain(`error ${code}`);
    }
    expect(await rows()).toEqual([]);
  });

  test('a rule of another owner, new or known', async () => {
    const other = `${owner}9`;
    await organization(app, other, { A: 2 });
    await activate(app, other, [
      ruleFields({ 'rule-id': 'of-other', owner: other, alternatives: [[of('A', 2)]] }),
    ]);
    expect(await ask([rule('a', { owner: other })])).toEqual({ kind: 'foreign-rule' });
    expect(await ask([{ ...rule('a'), 'rule-id': 'of-other' }])).toEqual({ kind: 'foreign-rule' });
    expect(await ask([rule('a')], { retire: ['of-other'] })).toEqual({ kind: 'foreign-rule' });
    expect(await rows(other)).toEqual(['of-other 1 active']);
    expect(await rows()).toEqual([]);
  });
});

describe('an open collection', () => {
  test('keeps the rule that it was opened under', async () => {
    await ask([rule('all', { alternatives: [[of('A', 2)]] })]);
    const request = { owner, resourceId: 'p', payload: payment('50'), data: dataOf('50.00') };
    await sign(app, signerIn(signers, 'A1'), request);
    await ask([rule('all', { alternatives: [[of('A', 1)]] })]);
    const as = signerToken(signerIn(signers, 'A2').user);
    expect(countsOf(await requestSignatures(app, as, { owner, resourceId: 'p' }))).toEqual([
      'open customer-group:A 1/2',
    ]);
    expect(reasonsOf(await sign(app, signerIn(signers, 'A1'), { ...request, resourceId: 'q' }))).toEqual([
      'signature-accepted',
    ]);
    expect(countsOf(await requestSignatures(app, as, { owner, resourceId: 'q' }))).toEqual([
      'furfilled customer-group:A 1/1',
    ]);
    // Another payload is another resource, under the current rule.
    const changed = { ...request, payload: payment('50.00') };
    await sign(app, signerIn(signers, 'A2'), changed);
    expect(countsOf(await requestSignatures(app, as, { owner, resourceId: 'p' }))).toEqual([
      'furfilled customer-group:A 1/1',
    ]);
  });
});

describe('with signatures of the owner', () => {
  const digestOf = (text: string): string => `sha-256:${createHash('sha256').update(text).digest('hex')}`;
  const changeText = (documents: readonly Fields[]): string => {
    const read = readRules(documents);
    if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
    return ruleChangeText(read.rules, []);
  };
  const signChange = async (name: string, resourceId: string, payload: string) => {
    const signer = signerIn(signers, name);
    const proof = { kind: 'ocra', id: await ocraProof(app, signer, digestOf(payload)) };
    return tryToSign(app, signer.user, { owner, resourceId, kind: 'signing-rule', payload, proof });
  };

  test('rules become active once, and only as they were signed', async () => {
    await ask([
      rule('all'),
      rule('changes', {
        'resource-kind': 'signing-rule',
        'authorization-type': 'N/A',
        alternatives: [[of('A', 2)]],
      }),
    ]);
    const change = [rule('all', { alternatives: [[of('A', 1), of('B', 1)]] })];
    const payload = changeText(change);
    const by = { resourceId: 'change-1' };
    expect(await askSigned(change, by)).toEqual({ kind: 'not-signed' });
    expect(reasonsOf(await signChange('A1', 'change-1', payload))).toEqual(['signature-accepted']);
    expect(await askSigned(change, by)).toEqual({ kind: 'not-signed' });
    await signChange('A2', 'change-1', payload);
    const another = [rule('all', { alternatives: [[of('A', 1)]] })];
    expect(await askSigned(another, by)).toEqual({ kind: 'not-signed' });
    expect(await askSigned(change, { ...by, retire: ['changes'] })).toEqual({ kind: 'not-signed' });
    expect(await rows()).toContain('all 1 active');
    expect((await askSigned(change, by)).kind).toBe('activated');
    expect(await askSigned(change, by)).toEqual({ kind: 'not-signed' });
    expect(await rows()).toEqual(['all 1 retired', 'all 2 active', 'changes 1 active']);
  });

  test('a check consumes nothing', async () => {
    const payload = changeText([rule('all')]);
    const by = { resourceId: 'change-2' };
    await signChange('A1', 'change-2', payload);
    expect((await check([rule('all')])).kind).toBe('checked');
    expect((await askSigned([rule('all', { 'amount-to': '5' })], by)).kind).toBe('refused');
    expect((await askSigned([rule('all')], by)).kind).toBe('activated');
  });
});

describe('two changes at the same time', () => {
  const proposal = (documents: readonly Fields[]): Promise<string> =>
    propose(app.context(), owner, contentOf(documents)).then(
      ({ kind }) => kind,
      (error: unknown) => (error instanceof Problem ? error.literal : 'failed'),
    );

  test('of one owner do not wait together, so they cannot overlap', async () => {
    const kinds = await Promise.all([
      ...Array.from({ length: 5 }, () => proposal([rule('x')])),
      ...Array.from({ length: 5 }, () => proposal([rule('y', { alternatives: [[of('A', 2)]] })])),
    ]);
    expect(kinds.filter((kind) => kind === 'proposed')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'signing-change-proposed')).toHaveLength(9);
    expect(await rows()).toEqual([]);
  });

  test('are refused when they are proposed by an employee who would overlap what was activated since', async () => {
    const proposed = await propose(app.context(), owner, contentOf([rule('all')]));
    if (proposed.kind !== 'proposed') throw new Error(proposed.kind);
    const payload = ruleChangeText(contentOf([rule('other')]).rules, []);
    const signer = signerIn(signers, 'A1');
    const proof = {
      kind: 'ocra',
      id: await ocraProof(app, signer, `sha-256:${createHash('sha256').update(payload).digest('hex')}`),
    };
    await tryToSign(app, signer.user, {
      owner,
      resourceId: 'meanwhile',
      kind: 'signing-rule',
      payload,
      proof,
    });
    expect((await askSigned([rule('other')], { resourceId: 'meanwhile' })).kind).toBe('activated');
    const decided = await decideSigningChange(app.context(), {
      changeId: proposed.changeId,
      verdict: 'approve',
      employeeId: 'e-2',
    });
    expect(codesOf(decided)).toContain('error duplicate-rule');
    expect(decided.kind).toBe('refused');
    expect(await rows()).toEqual(['other 1 active']);
  });
});
