import { type Currency, isCurrency } from '#platform/kernel/currency.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { SigningFacts, SigningQuestion } from './facts.ts';
import { convertSum, type MidRates } from './mid-rates.ts';
import { anyType, anyValue, isPaymentKind, type SigningRule } from './rule.ts';
import { compareStrictness, type Strictness, strictnessOf } from './strictness.ts';

/** A question about one amount at most. */
export interface PlainQuestion
  extends Pick<SigningFacts, 'bankId' | 'owner' | 'resourceKind' | 'authorizationType'> {
  readonly transactionType: SigningQuestion['transactionType'];
  readonly account?: string;
  /** Its currency is the one that rules may name. */
  readonly amount?: Money;
  /** What counts in place of the amount: all that is signed together. Without any of both every band matches. */
  readonly together?: readonly Money[];
}

/** A rule that matches a question, and how closely. */
export interface Match {
  readonly rule: SigningRule;
  /** One bit per fact that the rule names; the more important fact has the higher bit. */
  readonly specificity: number;
  /** Only without an amount or a rate: every band matches, the strictest wins. */
  readonly strictness: Strictness | undefined;
  /** Whether the amount is in the band; otherwise the rule only says that it names the kind. */
  readonly isInBand: boolean;
}

/** Bits from the most important fact to the least. SPEC channel-interfaces 9.3. */
export const specificityBits = {
  owner: 64,
  resourceKind: 32,
  paymentKind: 16,
  account: 8,
  authorizationType: 4,
  transactionType: 2,
  currency: 1,
} as const;

/**
 * Returns the rules that apply to another currency: those in the home currency stand in for it at the mid rate, unless
 * a rule names the other currency. Otherwise a payment in an unconfigured currency would need one signature only.
 */
export function standingIn(
  rules: readonly SigningRule[],
  currency: Currency | undefined,
  referenceCurrency: Currency | undefined,
): readonly SigningRule[] {
  if (currency === undefined || referenceCurrency === undefined || currency === referenceCurrency)
    return rules;
  return rules.map((rule) =>
    rule.currency === referenceCurrency ? { ...rule, currency: anyValue, referenceCurrency } : rule,
  );
}

/** Returns the amount that the band of a rule is compared with, in its currency; undefined without an amount or a rate. */
export type CountedFor = (rule: SigningRule) => Money | undefined;

/** What was released from an account within so many days. */
export type ReleasedWithin = (account: string, days: number) => readonly Money[];

/** Counts once per currency and window, however many rules use them. */
export function counter(
  { account, amount, together = amount && [amount] }: PlainQuestion,
  { midRates, released }: { readonly midRates: MidRates; readonly released?: ReleasedWithin },
): CountedFor {
  const counted = new Map<string, Money | undefined>();
  const earlier = (days: number | undefined): readonly Money[] =>
    days === undefined || account === undefined ? [] : (released?.(account, days) ?? []);
  return (rule) => {
    const to = bandCurrency(rule);
    if (together === undefined || to === undefined) return undefined;
    const { withinDays } = rule;
    const key = withinDays === undefined ? to : `${to} ${withinDays}`;
    if (!counted.has(key)) counted.set(key, convertSum([...together, ...earlier(withinDays)], to, midRates));
    return counted.get(key);
  };
}

function bandCurrency({ currency, referenceCurrency }: SigningRule): Currency | undefined {
  return referenceCurrency ?? (isCurrency(currency) ? currency : undefined);
}

/**
 * Matches a rule to the facts of a question, whether or not the rule is in force. A rule for one kind of payment also
 * matches the other kinds: the same money must not need fewer signatures in another form.
 */
export function matchOf(
  rule: SigningRule,
  question: PlainQuestion,
  countedFor: CountedFor,
): Match | undefined {
  if (rule.status !== 'active' || rule.bankId !== question.bankId) return undefined;
  if (!isOfKind(rule, question) || !isNamed(rule, question)) return undefined;
  const counted = countedFor(rule);
  const isInBand = counted === undefined || isIn(rule, counted.minor);
  // Bands of rules without a window have no gap, so another rule of the same kind has this amount.
  if (!isInBand && !rule.isMandatory && rule.withinDays === undefined) return undefined;
  const strictness = counted === undefined ? strictnessOf(rule.alternatives) : undefined;
  return { rule, specificity: specificityOf(rule, question), strictness, isInBand };
}

function isOfKind({ resourceKind }: SigningRule, { resourceKind: asked }: PlainQuestion): boolean {
  if (resourceKind === anyValue || resourceKind === asked) return true;
  return isPaymentKind(resourceKind) && isPaymentKind(asked);
}

function isOfCurrency({ currency }: SigningRule, { amount }: PlainQuestion): boolean {
  return amount === undefined || currency === anyValue || currency === amount.currency;
}

function isNamed(rule: SigningRule, question: PlainQuestion): boolean {
  return (
    (rule.owner === anyValue || rule.owner === question.owner) &&
    (rule.account === anyValue || rule.account === question.account) &&
    (rule.authorizationType === anyType || rule.authorizationType === question.authorizationType) &&
    (rule.transactionType === anyType || rule.transactionType === question.transactionType) &&
    isOfCurrency(rule, question)
  );
}

function isIn({ band }: SigningRule, minor: bigint): boolean {
  return minor >= band.from && (band.to === undefined || minor < band.to);
}

function specificityOf(rule: SigningRule, { amount, resourceKind }: PlainQuestion): number {
  return (
    (rule.owner === anyValue ? 0 : specificityBits.owner) +
    kindBits(rule, resourceKind) +
    (rule.account === anyValue ? 0 : specificityBits.account) +
    (rule.authorizationType === anyType ? 0 : specificityBits.authorizationType) +
    (rule.transactionType === anyType ? 0 : specificityBits.transactionType) +
    // Without an amount there is no currency, so naming one is no advantage.
    (rule.currency === anyValue || amount === undefined ? 0 : specificityBits.currency)
  );
}

function kindBits(rule: SigningRule, asked: string): number {
  if (rule.resourceKind === anyValue) return 0;
  return rule.resourceKind === asked ? specificityBits.resourceKind : specificityBits.paymentKind;
}

/** Returns a positive number when the left match wins. The id is the last criterion, so there is no draw. */
export function compareMatches(left: Match, right: Match): number {
  if (left.specificity !== right.specificity) return left.specificity - right.specificity;
  const byStrictness = compareUnbanded(left.strictness, right.strictness);
  return byStrictness === 0 ? compareRules(left.rule, right.rule) : byStrictness;
}

/** A band that could not be compared precedes one that could; among them the strictest wins. */
function compareUnbanded(left: Strictness | undefined, right: Strictness | undefined): number {
  if (left === undefined) return right === undefined ? 0 : -1;
  return right === undefined ? 1 : compareStrictness(left, right);
}

function compareRules(left: SigningRule, right: SigningRule): number {
  if (left.band.from !== right.band.from) return left.band.from > right.band.from ? 1 : -1;
  if (left.version !== right.version) return left.version - right.version;
  return left.ruleId < right.ruleId ? 1 : -1;
}
