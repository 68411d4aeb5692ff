import { describe, expect, test } from 'vitest';
import { readRules } from './read-rules.ts';

const requirement = { level: 1, 'entity-level': 'customer-group', 'entity-id': 'A', required: 2 };
const document = {
  'rule-id': 'payments-high',
  version: 3,
  status: 'draft',
  'valid-from': '2026-01-01T00:00:00Z',
  'bank-id': '01',
  owner: '1000000048',
  'resource-kind': 'payment',
  currency: 'EUR',
  'amount-from': '10000',
  alternatives: [[requirement]],
};

function errors(value: unknown): readonly string[] {
  const read = readRules(value);
  return read.kind === 'errors' ? read.errors.map(({ path, error }) => `${path} ${error}`) : [];
}

const errorsOf = (more: object) => errors([{ ...document, ...more }]);

function only(value: unknown) {
  const read = readRules(value);
  return read.kind === 'rules' ? read.rules[0] : read.errors;
}

describe('an import', () => {
  test('reads omitted members as any, or as the default', () => {
    const rule = only([document]);
    expect(
      JSON.parse(
        JSON.stringify(rule, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
      ),
    ).toStrictEqual({
      ruleId: 'payments-high',
      version: 3,
      status: 'draft',
      validFrom: '2026-01-01T00:00:00Z',
      bankId: '01',
      owner: '1000000048',
      isMandatory: false,
      resourceKind: 'payment',
      authorizationType: 'N/A',
      transactionType: 'N/A',
      account: '*',
      currency: 'EUR',
      band: { from: '1000000n' },
      enforceHierarchy: false,
      alternatives: [
        [{ level: 1, entityLevel: 'customer-group', entityId: 'A', required: 2, distinctGroup: false }],
      ],
    });
  });

  test('reads all members', () => {
    const rule = only([
      {
        ...document,
        status: 'active',
        'valid-until': '2027-01-01T00:00:00+01:00',
        'bank-id': 'nl',
        owner: '*',
        mandatory: true,
        'resource-kind': '*',
        'authorization-type': 'PAYMENT',
        'transaction-type': 'RMT',
        account: 'NL91ABNA0417164300',
        currency: '*',
        'reference-currency': 'JPY',
        'amount-to': '20000',
        'enforce-hierarchy': true,
        'initiator-may-sign': false,
        'collection-validity': 'P2DT3H4M',
        alternatives: [[{ ...requirement, 'distinct-group': true }]],
      },
    ]);
    expect(
      JSON.parse(
        JSON.stringify(rule, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
      ),
    ).toStrictEqual({
      ruleId: 'payments-high',
      version: 3,
      status: 'active',
      validFrom: '2026-01-01T00:00:00Z',
      validUntil: '2026-12-31T23:00:00Z',
      bankId: 'nl',
      owner: '*',
      isMandatory: true,
      resourceKind: '*',
      authorizationType: 'PAYMENT',
      transactionType: 'RMT',
      account: 'NL91ABNA0417164300',
      currency: '*',
      referenceCurrency: 'JPY',
      band: { from: '10000n', to: '20000n' },
      enforceHierarchy: true,
      initiatorMaySign: false,
      collectionValidity: 'P2DT3H4M',
      alternatives: [
        [{ level: 1, entityLevel: 'customer-group', entityId: 'A', required: 2, distinctGroup: true }],
      ],
    });
    expect(errorsOf({ 'amount-to': '' })).toStrictEqual([]);
    expect(errorsOf({ alternatives: [[{ ...requirement, required: 99, level: 16 }]] })).toStrictEqual([]);
    expect(errorsOf({ 'collection-validity': 'PT30M' })).toStrictEqual([]);
  });

  test.each([
    [undefined, ' not-a-list'],
    [{}, ' not-a-list'],
    [[], ' list-length'],
    [Array.from({ length: 10_001 }, () => null), ' list-length'],
  ])('of no list of rules is refused', (value, error) => {
    expect(errors(value)).toStrictEqual([error]);
  });

  test.each([[null], ['text'], [[]], [7]])('of %j instead of a rule is refused', (value) => {
    expect(errors([document, value])[0]).toBe('/1 not-an-object');
  });

  test('of an empty rule names every missing member', () => {
    expect(errors([{}])).toStrictEqual([
      '/0/rule-id missing',
      '/0/version missing',
      '/0/status missing',
      '/0/valid-from missing',
      '/0/bank-id missing',
      '/0/owner missing',
      '/0/resource-kind missing',
      '/0/currency missing',
      '/0/amount-from missing',
      '/0/alternatives missing',
    ]);
    expect(errorsOf({ alternatives: [[{}]] })).toStrictEqual([
      '/0/alternatives/0/0/level missing',
      '/0/alternatives/0/0/entity-level missing',
      '/0/alternatives/0/0/entity-id missing',
      '/0/alternatives/0/0/required missing',
    ]);
  });

  test.each<[object, string]>([
    [{ 'rule-id': 7 }, 'rule-id not-a-text'],
    [{ 'rule-id': '' }, 'rule-id text-shape'],
    [{ 'rule-id': 'a b' }, 'rule-id text-shape'],
    [{ 'rule-id': 'x'.repeat(65) }, 'rule-id text-shape'],
    [{ version: 0 }, 'version not-a-count'],
    [{ version: 1.5 }, 'version not-a-count'],
    [{ version: '1' }, 'version not-a-count'],
    [{ version: 2_147_483_648 }, 'version not-a-count'],
    [{ status: 'ACTIVE' }, 'status not-a-literal'],
    [{ 'valid-from': '2026-01-01' }, 'valid-from not-a-time'],
    [{ 'valid-from': '' }, 'valid-from not-a-time'],
    [{ 'valid-from': 7 }, 'valid-from not-a-text'],
    [{ 'valid-until': '2026-01-01T00:00:00Z' }, 'valid-until validity-is-empty'],
    [{ 'bank-id': 'Bank' }, 'bank-id text-shape'],
    [{ owner: '**' }, 'owner text-shape'],
    [{ mandatory: 'yes' }, 'mandatory not-a-truth-value'],
    [{ mandatory: true }, 'mandatory combination-not-allowed'],
    [{ 'resource-kind': 'Payment' }, 'resource-kind text-shape'],
    [{ 'resource-kind': 'any' }, 'resource-kind not-a-literal'],
    [{ 'authorization-type': '*' }, 'authorization-type not-a-literal'],
    [{ 'transaction-type': null }, 'transaction-type not-a-literal'],
    [{ account: '' }, 'account text-shape'],
    [{ currency: 'eur', 'reference-currency': 'EUR' }, 'currency not-a-currency'],
    [{ currency: '', 'reference-currency': 'EUR' }, 'currency not-a-currency'],
    [{ currency: '*', 'reference-currency': '*' }, 'reference-currency not-a-currency'],
    [{ currency: '*' }, 'reference-currency missing'],
    [{ 'reference-currency': 'EUR' }, 'reference-currency combination-not-allowed'],
    [{ 'amount-from': 10000 }, 'amount-from not-a-text'],
    [{ 'amount-from': '-1' }, 'amount-from not-an-amount'],
    [{ 'amount-from': '' }, 'amount-from not-an-amount'],
    [{ 'amount-from': '1.001' }, 'amount-from not-an-amount'],
    [{ 'amount-from': undefined }, 'amount-from missing'],
    [{ 'amount-to': '10000' }, 'amount-to band-is-empty'],
    [{ 'amount-to': null }, 'amount-to not-a-text'],
    [{ 'enforce-hierarchy': 1 }, 'enforce-hierarchy not-a-truth-value'],
    [{ 'initiator-may-sign': null }, 'initiator-may-sign not-a-truth-value'],
    [{ 'collection-validity': 'P1M' }, 'collection-validity not-a-duration'],
    [{ 'collection-validity': 'P' }, 'collection-validity not-a-duration'],
    [{ 'collection-validity': 'P1DT' }, 'collection-validity not-a-duration'],
    [{ 'collection-validity': 'PT0H' }, 'collection-validity not-a-duration'],
    [{ 'collection-validity': 14 }, 'collection-validity not-a-text'],
    [{ alternatives: [] }, 'alternatives list-length'],
    [{ alternatives: [[]] }, 'alternatives/0 list-length'],
    [{ alternatives: [{}] }, 'alternatives/0 not-a-list'],
    [{ alternatives: Array.from({ length: 17 }, () => [requirement]) }, 'alternatives list-length'],
    [{ alternatives: [[requirement, { ...requirement, level: 2 }]] }, 'alternatives/0 entity-twice'],
    [{ alternatives: [[{ ...requirement, required: 0 }]] }, 'alternatives/0/0/required not-a-count'],
    [{ alternatives: [[{ ...requirement, required: 100 }]] }, 'alternatives/0/0/required not-a-count'],
    [{ alternatives: [[{ ...requirement, level: 17 }]] }, 'alternatives/0/0/level not-a-count'],
    [
      { alternatives: [[{ ...requirement, 'entity-level': 'group' }]] },
      'alternatives/0/0/entity-level not-a-literal',
    ],
    [{ alternatives: [[{ ...requirement, 'entity-id': 'A:B' }]] }, 'alternatives/0/0/entity-id text-shape'],
    [{ alternatives: [[{ ...requirement, 'entity-id': ' A' }]] }, 'alternatives/0/0/entity-id text-shape'],
    [
      { alternatives: [[{ ...requirement, 'entity-id': 'A\u0000B' }]] },
      'alternatives/0/0/entity-id text-shape',
    ],
    [{ alternatives: [[{ ...requirement, count: 1 }]] }, 'alternatives/0/0/count unknown-member'],
    [{ ruleId: 'x' }, 'ruleId unknown-member'],
    [{ version: 0, status: 'no' }, 'version not-a-count'],
    [{ version: 0, status: 'no' }, 'status not-a-literal'],
    [{ version: 0, 'amount-from': '-1' }, 'amount-from not-an-amount'],
  ])('names the error of case %#', (more, error) => {
    expect(errorsOf(more)).toContain(`/0/${error}`);
    expect(errorsOf(more).length).toBeLessThanOrEqual(2);
  });

  test('ignores inherited members', () => {
    const heir: unknown = Object.create(document);
    expect(errors([heir])).toContain('/0/rule-id missing');
    expect(errors([JSON.parse('{"__proto__": {"rule-id": "x"}}')])).toContain('/0/__proto__ unknown-member');
  });
});
