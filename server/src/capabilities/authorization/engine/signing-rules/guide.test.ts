import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkRules } from '../../domain/signing/check-rules.ts';
import { effectiveRule } from '../../domain/signing/effective-rule.ts';
import type { SigningQuestion } from '../../domain/signing/facts.ts';
import { type ResourceKind, type SigningRule, sumRequired } from '../../domain/signing/rule.ts';
import { factsFor, membersOf, now, rosterOf } from '../../testing/signing-rule-steps.suite.ts';
import { readRules } from './read-rules.ts';

const guide = readFileSync(
  new URL('../../../../../../docs/guides/signing-rules.md', import.meta.url),
  'utf8',
);

/** Returns the lists of rules that the guide shows, as they would be active. */
function rulesOfGuide(): readonly (readonly SigningRule[])[] {
  const blocks = [...guide.matchAll(/```json\n(\[\n[\s\S]*?"rule-id"[\s\S]*?)```/g)].map(
    ([, json = '']) => json,
  );
  return blocks.map((json) => {
    const read = readRules(JSON.parse(json));
    if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
    return read.rules.map((rule) => ({ ...rule, status: 'active' as const }));
  });
}

const [company = [], window = []] = rulesOfGuide();
const euros = (amount: bigint) => ({ minor: amount * 100n, currency: 'EUR' as const });

function signatures(resourceKind: ResourceKind, question: Partial<SigningQuestion>, earlier = 0n) {
  const facts = factsFor({
    resourceKind,
    questions: [{ transactionType: 'PMT', account: 'ACC1', amounts: [], ...question }],
  });
  const released = () => [euros(earlier)];
  const rule = effectiveRule(facts, { rules: [...company, ...window], now, midRates: [], released });
  return rule.alternatives.map(sumRequired);
}

describe('the company of the guide', () => {
  test('has rules that the check accepts', () => {
    const roster = rosterOf(membersOf('A: a1 a2 a3', 'B: b1 b2'));
    const found = checkRules([...company, ...window], {
      now,
      owners: [{ ownerKind: 'organization', roster }],
    });
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect([company.length, window.length]).toEqual([3, 1]);
  });

  test.each<[string, ResourceKind, Partial<SigningQuestion>]>([
    ['one payment', 'payment', { amounts: [euros(50_000n)] }],
    ['a bulk of ten', 'bulk-payment', { amounts: [euros(50_000n), euros(5_000n)] }],
    ['ten payments in a basket', 'payment', { amounts: [euros(5_000n)], together: [euros(50_000n)] }],
    ['a standing order', 'periodic-payment', { amounts: [euros(50_000n), euros(5_000n)] }],
  ])('needs two signatures for 50,000 euros as %s', (_form, kind, question) => {
    expect(signatures(kind, question)).toEqual([2, 2]);
  });

  test('needs one for 9,000 euros, and two of B more once 250,000 were released', () => {
    expect(signatures('payment', { amounts: [euros(9_000n)] })).toEqual([1]);
    expect(signatures('payment', { amounts: [euros(9_000n)] }, 245_000n)).toEqual([3]);
  });
});
