import { describe, expect, test } from 'vitest';
import { factsFor, now } from '../../testing/signing-rule-steps.suite.ts';
import { effectiveRule } from './effective-rule.ts';
import { entityText } from './rule.ts';

const euro = (minor: bigint) => ({ minor, currency: 'EUR' }) as const;
const joint = (signingMode: 'all' | 'any', ...holders: readonly string[]) => ({ holders, signingMode });

function waysOf(questions: Parameters<typeof factsFor>[0]): readonly (readonly string[])[] {
  const facts = factsFor({ owner: 'anna', ownerKind: 'person', ...questions });
  const { alternatives } = effectiveRule(facts, { rules: [], now, midRates: [] });
  return alternatives.map((alternative) => alternative.map(entityText));
}

describe('accounts of one payload', () => {
  test('with a single holder are not signed for by the holders of a joint account', () => {
    const ways = waysOf({
      questions: [
        { transactionType: 'PMT', account: 'J', joint: joint('any', 'anna', 'ben'), amounts: [euro(1n)] },
        { transactionType: 'PMT', account: 'S', amounts: [euro(9_999_900n)] },
      ],
    });
    expect(ways.every((way) => way.includes('customer:anna'))).toBe(true);
  });

  test('with different joint holders need the holders of each', () => {
    const ways = waysOf({
      questions: [
        { transactionType: 'PMT', account: 'J', joint: joint('all', 'anna', 'ben'), amounts: [euro(1n)] },
        { transactionType: 'PMT', account: 'K', joint: joint('all', 'anna', 'eve'), amounts: [euro(1n)] },
      ],
    });
    expect(ways.map((way) => way.toSorted())).toEqual([['customer:anna', 'customer:ben', 'customer:eve']]);
  });

  test('of a consent need the signatures of all their holders', () => {
    const ways = waysOf({
      resourceKind: 'consent',
      questions: [{ transactionType: 'N/A', account: 'J', joint: joint('all', 'anna', 'ben'), amounts: [] }],
    });
    expect(ways).toEqual([['customer:anna', 'customer:ben']]);
  });
});
