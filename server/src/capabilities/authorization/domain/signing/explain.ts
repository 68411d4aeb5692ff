import { formatMoney, type Money } from '#platform/kernel/money.ts';
import { type ChosenRules, chooseRules, matchesOf, type RuleBook } from './choose-rules.ts';
import {
  type Collection,
  evaluateSignatures,
  evaluateUser,
  type SignaturesOutcome,
  type SigningMoment,
} from './collection.ts';
import { basketChoices, plainQuestions, ruleOfGap } from './effective-rule.ts';
import type { SigningFacts } from './facts.ts';
import type { EffectiveRule } from './merge-rules.ts';
import { isInForce, type SigningRule } from './rule.ts';
import { compareMatches, type Match, type PlainQuestion, specificityBits } from './rule-match.ts';

/** The criterion by which one rule precedes another, the most important first. */
export type Advantage =
  | keyof typeof specificityBits
  | 'unconverted-amount'
  | 'strictness-or-amount-from-or-version';

/** A rule that matched a question but does not apply. */
export interface LosingRule {
  readonly ruleId: string;
  readonly version: number;
  readonly owner: string;
  /** The criterion by which the winner precedes it. */
  readonly lostBy: Advantage;
}

/** Why one rule applies to one question. */
export interface ChoiceExplanation {
  readonly question: PlainQuestion;
  /** The rules that apply together, the one that decides about the others first; none when no rule matched. */
  readonly governing: readonly Omit<LosingRule, 'lostBy'>[];
  readonly losers: readonly LosingRule[];
  readonly mandatory: readonly Omit<LosingRule, 'lostBy'>[];
  readonly sentences: readonly string[];
}

/** Maximum number of losing rules in an explanation. */
export const losersMax = 20;

/** Explains which rule applies to each question, and why it precedes the others. */
export function explainChoice(facts: SigningFacts, book: RuleBook): readonly ChoiceExplanation[] {
  const questions = facts.questions.flatMap((question) => plainQuestions(facts, question));
  return [
    ...questions.map((question) => explainQuestion(facts, question, book)),
    ...basketChoices(facts, book).map(({ chosen, question }) => explanationOf(question, chosen, [])),
  ];
}

function explainQuestion(facts: SigningFacts, question: PlainQuestion, book: RuleBook): ChoiceExplanation {
  const chosen = chooseRules(question, book);
  const winners = new Set([...chosen.governing, ...chosen.windowed].map(({ rule }) => rule));
  const others = matchesOf(question, book)
    .filter(({ isInBand, rule }) => isInBand && !rule.isMandatory && !winners.has(rule))
    .filter(({ rule }) => isInForce(rule, book.now.epochMilliseconds));
  const explanation = explanationOf(question, chosen, others);
  if (winners.size > 0) return explanation;
  const gap = ruleOfGap(question, facts, book);
  const reason =
    gap === undefined
      ? 'No rule matches, so the default applies.'
      : 'No rule covers this payment, so the strictest rule for payments of the owner applies.';
  const [read = '', ...more] = explanation.sentences;
  return { ...explanation, sentences: [read, reason, ...more] };
}

function explanationOf(
  question: PlainQuestion,
  { governing, mandatory, windowed }: ChosenRules,
  others: readonly Match[],
): ChoiceExplanation {
  const [first] = [...governing, ...windowed];
  const losers =
    first === undefined
      ? []
      : others
          .toSorted((left, right) => compareMatches(right, left))
          .slice(0, losersMax)
          .map((match) => ({ ...nameOf(match.rule), lostBy: advantageOf(first, match) }));
  return {
    question,
    governing: [...governing, ...windowed].map(({ rule }) => nameOf(rule)),
    losers,
    mandatory: mandatory.map(({ rule }) => nameOf(rule)),
    sentences: [
      factsSentence(question),
      ...governing.map(({ rule }) => `Rule ${nameText(rule)} governs.`),
      ...windowed.map(
        ({ rule }) =>
          `Rule ${nameText(rule)} joins: it counts what was released within ${rule.withinDays} days.`,
      ),
      ...losers.map((loser) => `Rule ${nameText(loser)} lost: ${advantageTexts[loser.lostBy]}.`),
      ...mandatory.map(({ rule }) => `Rule ${nameText(rule)} is mandatory and joins every alternative.`),
    ],
  };
}

function nameOf({ ruleId, version, owner }: SigningRule): Omit<LosingRule, 'lostBy'> {
  return { ruleId, version, owner };
}

function nameText({ ruleId, version, owner }: Omit<LosingRule, 'lostBy'>): string {
  return `${ruleId} version ${version} of ${owner === '*' ? 'the bank' : owner}`;
}

function factsSentence(question: PlainQuestion): string {
  const { resourceKind, authorizationType, transactionType, account, amount, together } = question;
  const money = amount === undefined ? 'no amount' : moneyText(amount);
  const whole =
    together === undefined ? '' : `, counted together ${together.map(moneyText).join(' + ') || '0'}`;
  return `Read: ${resourceKind}, ${authorizationType}, ${transactionType}, ${money}${whole}, account ${account ?? 'not named'}.`;
}

function moneyText(money: Money): string {
  return `${money.currency} ${formatMoney(money)}`;
}

const advantageTexts: Readonly<Record<Advantage, string>> = {
  owner: 'the winner belongs to the owner, not to the bank',
  resourceKind: 'the winner names the resource-kind',
  paymentKind: 'the winner names another kind of payment, for which no rule of its own exists',
  account: 'the winner names the account',
  authorizationType: 'the winner names the authorization-type',
  transactionType: 'the winner names the transaction-type',
  currency: 'the winner names the currency',
  'unconverted-amount': 'there is no rate for the band of the winner, so it applies to every amount',
  'strictness-or-amount-from-or-version':
    'the winner is stricter where there is no amount, or starts higher, or is newer',
};

const importance = [
  'owner',
  'resourceKind',
  'paymentKind',
  'account',
  'authorizationType',
  'transactionType',
  'currency',
] as const;

function advantageOf(winner: Match, loser: Match): Advantage {
  const named = importance.find(
    (fact) => (winner.specificity & specificityBits[fact]) !== (loser.specificity & specificityBits[fact]),
  );
  if (named !== undefined) return named;
  return (winner.strictness === undefined) === (loser.strictness === undefined)
    ? 'strictness-or-amount-from-or-version'
    : 'unconverted-amount';
}

/** Progress of an alternative, and who may sign next. */
export interface AlternativeExplanation extends SignaturesOutcome {
  /** Ids of the users whose signature would be accepted now, in the order of the roster. */
  readonly maySign: readonly string[];
  readonly sentence: string;
}

/** Explains what is missing in each alternative, in the order of evaluate-signatures. */
export function explainProgress(
  rule: EffectiveRule,
  collection: Collection,
  moment: SigningMoment,
): readonly AlternativeExplanation[] {
  const evaluations = moment.roster.signers.map(({ userId }) => ({
    userId,
    outcomes: evaluateUser(rule, collection, { ...moment, userId }).alternatives,
  }));
  return evaluateSignatures(rule, collection, moment).map((outcome) => ({
    ...outcome,
    maySign: evaluations
      .filter(({ outcomes }) => outcomes[outcome.alternative]?.success === true)
      .map(({ userId }) => userId),
    sentence: progressSentence(outcome),
  }));
}

function progressSentence({ alternative, success, signatures }: SignaturesOutcome): string {
  const name = `Alternative ${alternative + 1}`;
  if (success) return `${name} is fulfilled.`;
  const lacking = signatures
    .filter(({ required, existing }) => existing < required)
    .map(({ entity, required, existing, level }) => `${required - existing} of ${entity} at level ${level}`);
  return lacking.length === 0
    ? `${name} has no requirement and cannot be fulfilled.`
    : `${name} lacks ${lacking.join(', ')}.`;
}
