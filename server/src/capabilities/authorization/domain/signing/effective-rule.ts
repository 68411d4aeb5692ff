import { omitUndefined } from '#platform/kernel/members.ts';
import { type ChosenRules, chooseRules, type RuleBook } from './choose-rules.ts';
import type { SigningFacts, SigningOwner, SigningQuestion } from './facts.ts';
import { bothRules, type EffectiveRule } from './merge-rules.ts';
import { anyType, anyValue, isForPayments, isInForce, isPaymentKind } from './rule.ts';
import type { Match, PlainQuestion } from './rule-match.ts';
import { governingPart, jointRule, lastResort, mandatoryPart } from './rule-parts.ts';
import { compareStrictness, strictnessOf } from './strictness.ts';

/** Returns the rule for a payload: the combination of the most specific rules of all questions. */
export function effectiveRule(facts: SigningFacts, book: RuleBook): EffectiveRule {
  const parts = [
    ...facts.questions.map((question) => ruleOfQuestion(facts, question, book)),
    ...rulesOfBasket(facts, book),
  ];
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
    .filter(
      (rule) =>
        rule.owner === owner.owner && rule.bankId === owner.bankId && isInForce(rule, now.epochMilliseconds),
    )
    .map((rule) => governingPart(rule, owner))
    .reduce<EffectiveRule | undefined>(
      (strictest, next) => (strictest === undefined || isStricter(next, strictest) ? next : strictest),
      undefined,
    );
}

/** Returns whether an order moves money that no rule covers: all rules of the owner must then be known. */
export function leavesGap(facts: SigningFacts, book: RuleBook): boolean {
  if (!isPaymentKind(facts.resourceKind)) return false;
  return facts.questions
    .flatMap((question) => plainQuestions(facts, question))
    .some((question) => isUncovered(chooseRules(question, book)));
}

/** Merges equal parts: otherwise a thousand payments under the same rules would multiply their alternatives. */
function distinct(parts: readonly EffectiveRule[]): readonly EffectiveRule[] {
  // Parts of equal rules may differ: two joint accounts have different holders, a sum may join what a part asks for.
  const key = ({ alternatives, basis, sources }: EffectiveRule): string =>
    JSON.stringify([basis, sources, alternatives]);
  return [...new Map(parts.map((part) => [key(part), part])).values()];
}

/**
 * Returns the rule for all that counts together, joined by those of single amounts that ask for more: a sum must not
 * need less than one of its parts.
 */
function ruleOfQuestion(facts: SigningFacts, question: SigningQuestion, book: RuleBook): EffectiveRule {
  const { bankId, owner, ownerKind } = facts;
  const { joint = facts.joint } = question;
  const signingOwner = omitUndefined({ bankId, owner, ownerKind, joint });
  const [whole, ...parts] = plainQuestions(facts, question);
  const chosen = chooseRules(whole, book);
  const rule = ruleOfChoice(chosen, signingOwner, { question: whole, book });
  // The strictest band stands for a sum without a rate, and may ask for other people than the band of a part.
  const isUnrated = whole.together !== undefined && chosen.governing.some(isUnbanded);
  return parts
    .map((part) => ruleFor(part, signingOwner, book))
    .reduce((all, next) => (isUnrated || isStricter(next, all) ? bothRules(all, next) : all), rule);
}

function isUnbanded({ strictness }: Match): boolean {
  return strictness !== undefined;
}

/** Returns the rules that name baskets, where the order is signed in one: they join those of the order itself. */
function rulesOfBasket(facts: SigningFacts, book: RuleBook): readonly EffectiveRule[] {
  return basketChoices(facts, book).flatMap(({ chosen }) => {
    const parts = [
      ...[...chosen.governing, ...chosen.windowed].map(({ rule }) => governingPart(rule, facts)),
      ...chosen.mandatory.map(({ rule }) => mandatoryPart(rule)),
    ];
    return parts.length === 0 ? [] : [parts.reduce(bothRules)];
  });
}

/** A question about a whole basket, and the rules that name baskets and match it. */
export interface BasketChoice {
  readonly question: PlainQuestion;
  readonly chosen: ChosenRules;
}

/** Returns one question for each account that the basket debits; none for an order that is signed alone. */
export function basketChoices(
  { bankId, basket = [], owner }: SigningFacts,
  book: RuleBook,
): readonly BasketChoice[] {
  const rules = book.rules.filter(({ resourceKind }) => resourceKind === 'signing-basket');
  if (rules.length === 0) return [];
  return basket.map(({ account, together }) => {
    const question = omitUndefined({
      bankId,
      owner,
      resourceKind: 'signing-basket' as const,
      authorizationType: 'PAYMENT' as const,
      transactionType: anyType,
      account,
      together,
    });
    return { question, chosen: chooseRules(question, { ...book, rules }) };
  });
}

/** Returns one question for each amount that may decide; that for all that counts together is the first. */
export function plainQuestions(
  { authorizationType, bankId, owner, resourceKind }: SigningFacts,
  { account, amounts, together, transactionType }: SigningQuestion,
): readonly [PlainQuestion, ...PlainQuestion[]] {
  const base = omitUndefined({ bankId, owner, resourceKind, authorizationType, transactionType, account });
  const [first, ...others] = amounts;
  if (first === undefined) return [base];
  const single = others.map((amount) => ({ ...base, amount }));
  const own = { ...base, amount: first };
  return together === undefined ? [own, ...single] : [{ ...own, together }, own, ...single];
}

function isStricter(left: EffectiveRule, right: EffectiveRule): boolean {
  return compareStrictness(strictnessOf(left.alternatives), strictnessOf(right.alternatives)) > 0;
}

/** Returns the rule for one question: the most specific one, together with the mandatory rules of the bank. */
export function ruleFor(question: PlainQuestion, owner: SigningOwner, book: RuleBook): EffectiveRule {
  return ruleOfChoice(chooseRules(question, book), owner, { question, book });
}

interface Asked {
  readonly question: PlainQuestion;
  readonly book: RuleBook;
}

function ruleOfChoice(chosen: ChosenRules, owner: SigningOwner, asked: Asked): EffectiveRule {
  const [first, ...others] = [
    ...governingParts(chosen, owner, asked),
    ...chosen.windowed.map(({ rule }) => governingPart(rule, owner)),
    ...chosen.mandatory.map(({ rule }) => mandatoryPart(rule)),
  ];
  return first === undefined ? lastResort(owner) : others.reduce(bothRules, first);
}

/**
 * Returns the rules that govern. Joint holders agreed on their signing mode with the bank, so it precedes the default of
 * the bank, but follows a rule of their own.
 */
function governingParts(
  chosen: ChosenRules,
  owner: SigningOwner,
  { book, question }: Asked,
): readonly EffectiveRule[] {
  const { governing } = chosen;
  const { joint } = owner;
  const isOwn = governing.some(({ rule }) => rule.owner !== anyValue);
  // Without holders, "all of them" would be fulfilled without any signature.
  if (joint !== undefined && joint.holders.length > 0 && !isOwn) return [jointRule(joint)];
  if (!isUncovered(chosen)) return governing.map(({ rule }) => governingPart(rule, owner));
  return [ruleOfGap(question, owner, book) ?? lastResort(owner)];
}

function isUncovered({ governing, windowed }: ChosenRules): boolean {
  return governing.length === 0 && windowed.length === 0;
}

/** Returns the strictest rule for payments of an owner, for a payment that none of them covers. */
export function ruleOfGap(
  { resourceKind }: PlainQuestion,
  owner: SigningOwner,
  { allRules, rules, ...book }: RuleBook,
): EffectiveRule | undefined {
  if (!isPaymentKind(resourceKind)) return undefined;
  return strictestOf(owner, { ...book, rules: (allRules ?? rules).filter(isForPayments) });
}
