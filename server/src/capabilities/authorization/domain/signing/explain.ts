import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import {
  type Collection,
  evaluateSignatures,
  evaluateUser,
  type SignaturesOutcome,
  type SigningMoment,
} from './collection.ts';
import {
  compareMatches,
  converter,
  type Match,
  matchOf,
  type PlainQuestion,
  type RuleBook,
  specificityBits,
  standingIn,
} from './effective-rule.ts';
import type { SigningFacts } from './facts.ts';
import type { EffectiveRule } from './merge-rules.ts';
import { isInForce, type SigningRule } from './rule.ts';

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
  /** Absent when no rule matched. */
  readonly winner?: Omit<LosingRule, 'lostBy'>;
  readonly losers: readonly LosingRule[];
  readonly mandatory: readonly Omit<LosingRule, 'lostBy'>[];
  readonly sentences: readonly string[];
}

/** Maximum number of losing rules in an explanation. */
export const losersMax = 20;

/** Explains which rule applies to each question, and why it precedes the others. */
export function explainChoice(facts: SigningFacts, book: RuleBook): readonly ChoiceExplanation[] {
  const { bankId, owner, resourceKind, authorizationType } = facts;
  return facts.questions.flatMap(({ account, amounts, transactionType }) =>
    (amounts.length === 0 ? [undefined] : amounts).map((amount) =>
      explainQuestion(
        omitUndefined({ bankId, owner, resourceKind, authorizationType, transactionType, account, amount }),
        book,
      ),
    ),
  );
}

function explainQuestion(question: PlainQuestion, book: RuleBook): ChoiceExplanation {
  const { midRates, now, referenceCurrency } = book;
  const inRule = converter(question.amount, midRates);
  const matches = standingIn(book.rules, question.amount?.currency, referenceCurrency)
    .filter((rule) => isInForce(rule, now.epochMilliseconds))
    .flatMap((rule) => matchOf(rule, question, inRule) ?? []);
  const mandatory = matches.filter(({ rule }) => rule.isMandatory).map(({ rule }) => nameOf(rule));
  const [first, ...others] = matches
    .filter(({ rule }) => !rule.isMandatory)
    .toSorted((left, right) => compareMatches(right, left));
  const losers =
    first === undefined
      ? []
      : others
          .slice(0, losersMax)
          .map((match) => ({ ...nameOf(match.rule), lostBy: advantageOf(first, match) }));
  const winner = first && nameOf(first.rule);
  const sentences = [
    factsSentence(question),
    winner === undefined ? 'No rule matches, so the default applies.' : `Rule ${nameText(winner)} governs.`,
    ...losers.map((loser) => `Rule ${nameText(loser)} lost: ${advantageTexts[loser.lostBy]}.`),
    ...mandatory.map((rule) => `Rule ${nameText(rule)} is mandatory and joins every alternative.`),
  ];
  return omitUndefined({ question, winner, losers, mandatory, sentences });
}

function nameOf({ ruleId, version, owner }: SigningRule): Omit<LosingRule, 'lostBy'> {
  return { ruleId, version, owner };
}

function nameText({ ruleId, version, owner }: Omit<LosingRule, 'lostBy'>): string {
  return `${ruleId} version ${version} of ${owner === '*' ? 'the bank' : owner}`;
}

function factsSentence(question: PlainQuestion): string {
  const { resourceKind, authorizationType, transactionType, account, amount } = question;
  const money = amount === undefined ? 'no amount' : moneyText(amount);
  return `Read: ${resourceKind}, ${authorizationType}, ${transactionType}, ${money}, account ${account ?? 'not named'}.`;
}

function moneyText(money: Money): string {
  return `${money.currency} ${formatMoney(money)}`;
}

const advantageTexts: Readonly<Record<Advantage, string>> = {
  owner: 'the winner belongs to the owner, not to the bank',
  resourceKind: 'the winner names the resource-kind',
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
