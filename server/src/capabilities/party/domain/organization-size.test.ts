import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Size } from './facts.ts';
import { type OrganizationSize, organizationSizes } from './literals.ts';
import { changedSize } from './organization-size.ts';

const euros = (amount: string | undefined): { currency: string; amount: string } | undefined =>
  amount === undefined ? undefined : { currency: 'EUR', amount };

interface Measures {
  readonly headcount?: number;
  readonly turnover?: string;
  readonly balance?: string;
}

function sizeWith({ balance, headcount, turnover }: Measures): Size {
  const [annualTurnover, balanceSheetTotal] = [euros(turnover), euros(balance)];
  return {
    ...(headcount === undefined ? {} : { headcount }),
    ...(annualTurnover === undefined ? {} : { annualTurnover }),
    ...(balanceSheetTotal === undefined ? {} : { balanceSheetTotal }),
  };
}

/** Returns the sizes that are consistent with these measures. */
function sizesFor(size: Size): readonly OrganizationSize[] {
  return organizationSizes.filter(
    (claimed) => changedSize(size, { size: claimed }) !== 'size-not-consistent',
  );
}

/** Recommendation 2003/361/EC, annex, article 2, at the borders. */
describe('by 2003/361/EC', () => {
  test.each<[number, string, string, OrganizationSize]>([
    [0, '0', '0', 'micro'],
    [9, '2000000', '2000000', 'micro'],
    [9, '2000000.01', '2000000', 'micro'],
    [9, '2000000', '2000000.01', 'micro'],
    [9, '2000000.01', '2000000.01', 'small'],
    [10, '2000000', '2000000', 'small'],
    [10, '0', '0', 'small'],
    [49, '10000000', '10000000', 'small'],
    [49, '10000000.01', '10000000', 'small'],
    [49, '10000000', '10000000.01', 'small'],
    [49, '10000000.01', '10000000.01', 'medium'],
    [5, '10000000.01', '10000000.01', 'medium'],
    [50, '10000000', '10000000', 'medium'],
    [50, '0', '0', 'medium'],
    [249, '50000000', '43000000', 'medium'],
    [249, '50000000.01', '43000000', 'medium'],
    [249, '50000000', '43000000.01', 'medium'],
    [249, '50000000.01', '43000000.01', 'large'],
    [1, '50000000.01', '43000000.01', 'large'],
    [250, '50000000', '43000000', 'large'],
    [250, '0', '0', 'large'],
    [10_000_000, '99999999999999', '99999999999999', 'large'],
  ])('%s employees, turnover %s, balance %s make it %s', (headcount, turnover, balance, size) => {
    expect(sizesFor(sizeWith({ headcount, turnover, balance }))).toEqual([size]);
  });
});

describe('where some measures are unknown', () => {
  const all = organizationSizes;
  test.each<[string, Measures, readonly OrganizationSize[]]>([
    ['nothing', {}, all],
    ['nine people', { headcount: 9 }, all],
    ['ten people', { headcount: 10 }, all.slice(1)],
    ['fifty people', { headcount: 50 }, all.slice(2)],
    ['250 people', { headcount: 250 }, ['large']],
    ['a small turnover', { turnover: '1' }, all],
    ['a huge turnover', { turnover: '50000001' }, all],
    ['nine people and a small turnover', { headcount: 9, turnover: '2000000' }, ['micro']],
    ['nine people and a huge turnover', { headcount: 9, turnover: '50000001' }, all],
    ['ten people and a small balance', { headcount: 10, balance: '1' }, ['small']],
    ['turnover and balance beyond micro', { turnover: '2000001', balance: '2000001' }, all.slice(1)],
    ['turnover and balance beyond small', { turnover: '10000001', balance: '10000001' }, all.slice(2)],
    ['turnover and balance beyond medium', { turnover: '50000001', balance: '43000001' }, ['large']],
    ['turnover and balance of micro', { turnover: '1', balance: '1' }, all],
  ])('%s allows what it does not exclude', (_what, measures, sizes) => {
    expect(sizesFor(sizeWith(measures))).toEqual(sizes);
  });

  test('a further measure never allows more sizes', () => {
    const amount = fc.constantFrom('0', '2000000', '2000001', '10000001', '43000001', '50000001');
    const measures = fc.record({
      headcount: fc.constantFrom(0, 9, 10, 49, 50, 249, 250),
      turnover: amount,
      balance: amount,
    });
    const known = fc.subarray(['headcount', 'turnover', 'balance'] as const);
    fc.assert(
      fc.property(measures, known, (whole, names) => {
        const part: Measures = Object.fromEntries(names.map((name) => [name, whole[name]]));
        expect(sizesFor(sizeWith(part))).toEqual(expect.arrayContaining([...sizesFor(sizeWith(whole))]));
        expect(sizesFor(sizeWith(whole))).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  test('an amount in another currency has no effect', () => {
    const dollars = { currency: 'USD', amount: '999999999' };
    const size: Size = { headcount: 9, annualTurnover: dollars, balanceSheetTotal: dollars };
    expect(sizesFor(size)).toEqual(all);
    expect(sizesFor({ ...size, headcount: 50 })).toEqual(all.slice(2));
  });
});

describe('a change of size', () => {
  test('is validated together with the recorded measures', () => {
    expect(changedSize({ size: 'micro' }, { headcount: 10 })).toBe('size-not-consistent');
    expect(changedSize({ size: 'micro' }, { headcount: 10, size: 'small' })).toEqual({
      size: 'small',
      headcount: 10,
    });
    expect(changedSize({ size: 'micro', headcount: 9 }, { headcount: null, fiscalYear: 2025 })).toEqual({
      size: 'micro',
      fiscalYear: 2025,
    });
  });

  test('measures alone are never contradictory, and clearing everything leaves nothing', () => {
    expect(changedSize(undefined, { headcount: 300 })).toEqual({ headcount: 300 });
    expect(changedSize({ size: 'micro', headcount: 9 }, { size: null, headcount: 300 })).toEqual({
      headcount: 300,
    });
    expect(changedSize({ size: 'micro' }, { size: null })).toBeUndefined();
  });
});
