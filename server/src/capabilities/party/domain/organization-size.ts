import { exponentOf, isCurrency } from '#platform/kernel/currency.ts';
import { type MoneyText, parseMoney } from '#platform/kernel/money.ts';
import type { SizeChange } from './changes.ts';
import type { Size } from './facts.ts';
import { type OrganizationSize, organizationSizes } from './literals.ts';
import { merged } from './merging.ts';

/** Recommendation 2003/361/EC: fewer people than this, and turnover or balance sheet total within the ceiling, in euro. */
const ceilings: Readonly<
  Record<
    Exclude<OrganizationSize, 'large'>,
    { readonly headcountBelow: number; readonly turnoverMillions: bigint; readonly balanceMillions: bigint }
  >
> = {
  micro: { headcountBelow: 10, turnoverMillions: 2n, balanceMillions: 2n },
  small: { headcountBelow: 50, turnoverMillions: 10n, balanceMillions: 10n },
  medium: { headcountBelow: 250, turnoverMillions: 50n, balanceMillions: 43n },
};

/**
 * Returns the size after a change, unless size and measures contradict each other. Unknown measures contradict
 * nothing.
 */
export function changedSize(
  size: Size | undefined,
  change: SizeChange,
): Size | undefined | 'size-not-consistent' {
  const after = merged<Size>(size, change);
  if (after?.size === undefined) return after;
  const rank = organizationSizes.indexOf(after.size);
  const isTooSmall = rank < organizationSizes.indexOf(sizeBy(after, 'nothing'));
  const isTooLarge = rank > organizationSizes.indexOf(sizeBy(after, 'boundless'));
  return isTooSmall || isTooLarge ? 'size-not-consistent' : after;
}

/** Returns the size by the measures; an unknown one counts as zero or as unlimited. */
function sizeBy(
  { annualTurnover, balanceSheetTotal, headcount }: Size,
  unknown: 'nothing' | 'boundless',
): OrganizationSize {
  const [turnover, balance] = [eurosOf(annualTurnover), eurosOf(balanceSheetTotal)];
  const isWithin = (amount: bigint | undefined, millions: bigint): boolean =>
    amount === undefined ? unknown === 'nothing' : amount <= millions * 1_000_000n;
  const fitting = organizationSizes.find((size) => {
    if (size === 'large') return true;
    const { balanceMillions, headcountBelow, turnoverMillions } = ceilings[size];
    const isFew = headcount === undefined ? unknown === 'nothing' : headcount < headcountBelow;
    return isFew && (isWithin(turnover, turnoverMillions) || isWithin(balance, balanceMillions));
  });
  return fitting ?? 'large';
}

/** Whole euros, rounded up; amounts in other currencies are not compared with ceilings in euro. */
function eurosOf(amount: MoneyText | undefined): bigint | undefined {
  if (amount?.currency !== 'EUR' || !isCurrency('EUR')) return undefined;
  const money = parseMoney(amount);
  if (money === undefined) return undefined;
  const unit = 10n ** BigInt(exponentOf('EUR'));
  return (money.minor + unit - 1n) / unit;
}
