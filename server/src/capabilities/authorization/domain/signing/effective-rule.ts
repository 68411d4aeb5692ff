import type { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { SigningFacts, SigningOwner, SigningQuestion } from './facts.ts';
import { bothRules, type EffectiveRule } from './merge-rules.ts';
import { convert, type MidRates } from './mid-rates.ts';
import { type Alternative, anyType, anyValue, isInForce, type SigningRule } from './rule.ts';
import { compareStrictness, type Strictness, strictnessOf } from './strictness.ts';

/** Rules of a bank or of one of its owners, the time of the evaluation, and the mid rates of that time. */
export interface RuleBook {
  readonly rules: readonly SigningRule[];
  readonly now: Temporal.Instant;
  readonly midRates: MidRates;
  /** Home currency of the bank: its bands also apply to currencies without a band. */
  readonly referenceCurrency?: Currency;
}

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

/** A question about one amount at most. */
export interface PlainQuestion
  extends Pick<SigningFacts, 'bankId' | 'owner' | 'resourceKind' | 'authorizationType'> {
  readonly transactionType: SigningQuestion['transactionType'];
  readonly account?: string;
  readonly amount?: Money;
}

/** A rule that matches a question, and how closely. */
export interface Match {
  readonly rule: SigningRule;
  /** One bit per fact that the rule names; the more important fact has the higher bit. */
  readonly specificity: number;
  /** Only without an amount or a rate: every band matches, the strictest wins. */
  readonly strictness: Strictness | undefined;
}

/** Bits from the most important fact to the least. SPEC channel-interfaces 9.3. */
export const specificityBits = {
  owner: 32,
  resourceKind: 16,
  account: 8,
  authorizationType: 4,
  transactionType: 2,
  currency: 1,
} as const;

/** Returns the rule for a payload: the combination of the most specific rules of all questions. */
export function effectiveRule(facts: SigningFacts, book: RuleBook): EffectiveRule {
  const parts = facts.questions.map((question) => strictestRuleFor(facts, question, book));
  const [first, ...others] = distinct(parts);
  if (first === undefined) return lastResort(facts);
  // Money from two accounts needs the signers of both; signatures for one do not release the other.
  return others.reduce(bothRules, first);
}

/**
 * Returns the strictest rule of an owner, for changes that no rule covers: a user who could change the rules alone
 * could lower them all. Undefined for an owner without rules.
 */
export function strictestOf(owner: SigningOwner, { now, rules }: RuleBook): EffectiveRule | undefined {
  return rules
    .filter((rule) => rule.owner === owner.owner && isInForce(rule, now.epochMilliseconds))
    .map((rule) => governingPart(rule, owner))
    .reduce<EffectiveRule | undefined>(
      (strictest, next) => (strictest === undefined || isStricter(next, strictest) ? next : strictest),
      undefined,
    );
}

/** Merges equal parts: otherwise a thousand payments under the same rules would multiply their alternatives. */
function distinct(parts: readonly EffectiveRule[]): readonly EffectiveRule[] {
  const key = (part: EffectiveRule) =>
    [
      part.basis,
      ...part.sources.map(({ ruleId, version }) => `${ruleId}/${version}`),
      // Parts without a rule are compared by their requirements: two joint accounts may have different holders.
      part.basis === 'rule' ? '' : JSON.stringify(part.alternatives),
    ].join(' ');
  return [...new Map(parts.map((part) => [key(part), part])).values()];
}

/** Returns the strictest rule over the amounts of one question; the first when they are equal. */
function strictestRuleFor(facts: SigningFacts, question: SigningQuestion, book: RuleBook): EffectiveRule {
  const { amounts, joint = facts.joint, ...plain } = question;
  const { bankId, owner, resourceKind, authorizationType } = facts;
  const askedAmounts = amounts.length === 0 ? [undefined] : amounts;
  const signingOwner = omitUndefined({ bankId, owner, ownerKind: facts.ownerKind, joint });
  return askedAmounts
    .map((amount) =>
      ruleFor(
        omitUndefined({ bankId, owner, resourceKind, authorizationType, ...plain, amount }),
        signingOwner,
        book,
      ),
    )
    .reduce((stricter, next) => (isStricter(next, stricter) ? next : stricter));
}

function isStricter(left: EffectiveRule, right: EffectiveRule): boolean {
  return compareStrictness(strictnessOf(left.alternatives), strictnessOf(right.alternatives)) > 0;
}

/** Returns the rule for one question: the most specific one, together with the mandatory rules of the bank. */
export function ruleFor(question: PlainQuestion, owner: SigningOwner, book: RuleBook): EffectiveRule {
  const nowMs = book.now.epochMilliseconds;
  const inRule = converter(question.amount, book.midRates);
  const mandatory: SigningRule[] = [];
  const matches: Match[] = [];
  for (const rule of standingIn(book.rules, question.amount?.currency, book.referenceCurrency)) {
    const match = matchOf(rule, question, inRule);
    if (match === undefined) continue;
    if (!rule.isMandatory) matches.push(match);
    else if (isInForce(rule, nowMs)) mandatory.push(rule);
  }
  return mandatory.map(mandatoryPart).reduce(bothRules, governing(winnerOf(matches, nowMs)?.rule, owner));
}

/**
 * Returns the best match in force. Parsing a time costs more than the rest of a match, so the validity of the best one
 * is checked first; only if it is not in force, all are checked.
 */
function winnerOf(matches: readonly Match[], nowMs: number): Match | undefined {
  const best = bestOf(matches);
  if (best === undefined || isInForce(best.rule, nowMs)) return best;
  return bestOf(matches.filter(({ rule }) => isInForce(rule, nowMs)));
}

function bestOf(matches: readonly Match[]): Match | undefined {
  let best: Match | undefined;
  for (const match of matches) {
    if (best === undefined || compareMatches(match, best) > 0) best = match;
  }
  return best;
}

/** Converts the amount into the currency of the band of a rule; undefined without an amount or a rate. */
export type InRuleCurrency = (rule: SigningRule) => Money | undefined;

/** Converts once per reference currency, however many rules use it. */
export function converter(amount: Money | undefined, rates: MidRates): InRuleCurrency {
  const converted = new Map<Currency, Money | undefined>();
  return ({ referenceCurrency }) => {
    if (amount === undefined || referenceCurrency === undefined) return amount;
    if (!converted.has(referenceCurrency)) {
      converted.set(referenceCurrency, convert(amount, referenceCurrency, rates));
    }
    return converted.get(referenceCurrency);
  };
}

/** Matches a rule to the facts of a question, whether or not the rule is in force. */
export function matchOf(
  rule: SigningRule,
  question: PlainQuestion,
  inRule: InRuleCurrency,
): Match | undefined {
  if (rule.status !== 'active' || rule.bankId !== question.bankId || !isNamed(rule, question))
    return undefined;
  const { amount } = question;
  if (amount !== undefined && rule.currency !== anyValue && rule.currency !== amount.currency)
    return undefined;
  const counted = inRule(rule);
  if (counted !== undefined && !isInBand(rule, counted.minor)) return undefined;
  const strictness = counted === undefined ? strictnessOf(rule.alternatives) : undefined;
  return { rule, specificity: specificityOf(rule, amount), strictness };
}

function isNamed(rule: SigningRule, question: PlainQuestion): boolean {
  return (
    (rule.owner === anyValue || rule.owner === question.owner) &&
    (rule.resourceKind === anyValue || rule.resourceKind === question.resourceKind) &&
    (rule.account === anyValue || rule.account === question.account) &&
    (rule.authorizationType === anyType || rule.authorizationType === question.authorizationType) &&
    (rule.transactionType === anyType || rule.transactionType === question.transactionType)
  );
}

function isInBand({ band }: SigningRule, minor: bigint): boolean {
  return minor >= band.from && (band.to === undefined || minor < band.to);
}

function specificityOf(rule: SigningRule, amount: Money | undefined): number {
  return (
    (rule.owner === anyValue ? 0 : specificityBits.owner) +
    (rule.resourceKind === anyValue ? 0 : specificityBits.resourceKind) +
    (rule.account === anyValue ? 0 : specificityBits.account) +
    (rule.authorizationType === anyType ? 0 : specificityBits.authorizationType) +
    (rule.transactionType === anyType ? 0 : specificityBits.transactionType) +
    // Without an amount there is no currency, so naming one is no advantage.
    (rule.currency === anyValue || amount === undefined ? 0 : specificityBits.currency)
  );
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

/**
 * Returns the rule that applies when the owner has none. Joint holders agreed on their signing mode with the bank, so
 * it precedes the default of the bank, but follows a rule of their own.
 */
function governing(rule: SigningRule | undefined, owner: SigningOwner): EffectiveRule {
  const { joint } = owner;
  // Without holders, "all of them" would be fulfilled without any signature.
  const isJoint = joint !== undefined && joint.holders.length > 0;
  if (isJoint && (rule === undefined || rule.owner === anyValue)) return jointRule(joint);
  return rule === undefined ? lastResort(owner) : governingPart(rule, owner);
}

function governingPart(rule: SigningRule, { ownerKind }: SigningOwner): EffectiveRule {
  return partOf(rule, 'governing', rule.initiatorMaySign ?? ownerKind !== 'organization');
}

function mandatoryPart(rule: SigningRule): EffectiveRule {
  return partOf(rule, 'mandatory', rule.initiatorMaySign ?? true);
}

function partOf(
  rule: SigningRule,
  role: 'governing' | 'mandatory',
  initiatorMaySign: EffectiveRule['initiatorMaySign'],
): EffectiveRule {
  const { ruleId, version, owner, enforceHierarchy, collectionValidity, alternatives } = rule;
  return {
    sources: [{ ruleId, version, owner, role }],
    basis: 'rule',
    enforceHierarchy,
    initiatorMaySign,
    ...omitUndefined({ collectionValidity }),
    alternatives,
  };
}

/** SPEC channel-interfaces 7.2.9: mode `all` requires every holder, `any` requires one. */
function jointRule({ holders, signingMode }: NonNullable<SigningOwner['joint']>): EffectiveRule {
  const each = holders.map(oneOfCustomer);
  const alternatives = signingMode === 'all' ? [each] : each.map((requirement) => [requirement]);
  return {
    sources: [],
    basis: 'joint-holding',
    enforceHierarchy: false,
    initiatorMaySign: true,
    alternatives,
  };
}

/** One signature of the customer. The initiator may give it, else a company of one person could not sign. */
function lastResort({ owner }: Pick<SigningOwner, 'owner'>): EffectiveRule {
  return {
    sources: [],
    basis: 'last-resort',
    enforceHierarchy: false,
    initiatorMaySign: true,
    alternatives: [[oneOfCustomer(owner)]],
  };
}

function oneOfCustomer(entityId: string): Alternative[number] {
  return { level: 1, entityLevel: 'customer', entityId, required: 1, distinctGroup: false };
}
