import { Temporal } from 'temporal-polyfill';
import { isCurrency } from '#platform/kernel/currency.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';
import type { MidRate, MidRates } from '../domain/signing/mid-rates.ts';

/** What a resource counts for rules with a window. */
export interface CountedAmount {
  readonly account: string;
  readonly amount: Money;
}

/** Decision for the payload hash of a collection: the rule that applies, and why. */
export interface Decision {
  readonly rule: EffectiveRule;
  /** Explanation for people. */
  readonly sentences: readonly string[];
  /** The rates that the rule was chosen with: what joins it later must not change with the market. */
  readonly midRates?: MidRates;
  /** Only where rules of the owner or of the bank have a window. */
  readonly counted?: readonly CountedAmount[];
}

/** Serializes a decision; it is stored as long as the signatures under it. */
export function decisionText({ counted, midRates, rule, sentences }: Decision): string {
  const { collectionValidity, ...plain } = rule;
  return JSON.stringify({
    rule: { ...plain, ...omitUndefined({ collectionValidity: collectionValidity?.toString() }) },
    sentences,
    ...omitUndefined({
      midRates: midRates?.map(({ denominator, numerator, ...pair }) => ({
        ...pair,
        numerator: `${numerator}`,
        denominator: `${denominator}`,
      })),
      counted: counted?.map(({ account, amount: { currency, minor } }) => ({
        account,
        currency,
        minor: `${minor}`,
      })),
    }),
  });
}

interface StoredDecision {
  readonly rule: Omit<EffectiveRule, 'collectionValidity'> & { readonly collectionValidity?: string };
  readonly sentences: readonly string[];
  readonly midRates?: readonly (Pick<MidRate, 'from' | 'to'> & {
    readonly numerator: string;
    readonly denominator: string;
  })[];
  readonly counted?: readonly {
    readonly account: string;
    readonly currency: string;
    readonly minor: string;
  }[];
}

export function decisionIn(text: string): Decision {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- written by `decisionText`, and sealed
  const { counted, midRates, rule, sentences } = JSON.parse(text) as StoredDecision;
  const { collectionValidity, ...plain } = rule;
  const validity = mapDefined(collectionValidity, (period) => Temporal.Duration.from(period));
  return {
    rule: { ...plain, ...omitUndefined({ collectionValidity: validity }) },
    sentences,
    ...omitUndefined({ midRates: midRates?.map(rateIn), counted: counted?.map(countedIn) }),
  };
}

function rateIn({
  denominator,
  numerator,
  ...pair
}: NonNullable<StoredDecision['midRates']>[number]): MidRate {
  return { ...pair, numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

function countedIn({
  account,
  currency,
  minor,
}: NonNullable<StoredDecision['counted']>[number]): CountedAmount {
  if (!isCurrency(currency)) throw new Error('a stored decision names an unknown currency');
  return { account, amount: { currency, minor: BigInt(minor) } };
}
