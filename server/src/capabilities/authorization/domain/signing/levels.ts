import type { Currency } from '#platform/kernel/currency.ts';
import { omitUndefined, present } from '#platform/kernel/members.ts';
import { parseMoney } from '#platform/kernel/money.ts';
import type { RuleBook } from './choose-rules.ts';
import { ruleFor } from './effective-rule.ts';
import type { SigningOwner } from './facts.ts';
import type { EffectiveRule } from './merge-rules.ts';
import { indexRoster, isEntity, isMandated, type Roster, type RosterIndex, standingError } from './roster.ts';
import {
  type Alternative,
  type AuthorizationType,
  anyType,
  anyValue,
  authorizationTypeOf,
  isInForce,
  type Requirement,
  type ResourceKind,
  type SigningRule,
  sumRequired,
  type TransactionType,
} from './rule.ts';
import { type PlainQuestion, standingIn } from './rule-match.ts';

/** Query of a corporate customer about its signing rules. SPEC channel-interfaces 7.2.9. */
export interface LevelsQuery {
  /** A decimal text: the floating-point number of the seed is never used. */
  readonly amount?: string;
  readonly currency?: Currency;
  readonly account?: string;
  readonly transactionType?: TransactionType;
  readonly authorizationType?: AuthorizationType;
  /** Beyond the query of the seed: the kind of resource that the caller is about to submit. */
  readonly resourceKind?: ResourceKind;
}

/** Rules, people and rates that a query is evaluated against. */
export interface LevelsContext {
  readonly owner: SigningOwner;
  readonly book: RuleBook;
  readonly roster: Roster;
}

/** One way to authorize: one alternative of one effective rule. */
export interface AuthorizationLevels {
  readonly authorizationType: AuthorizationType;
  readonly enforceHierarchy: boolean;
  readonly levels: readonly AuthorizationLevel[];
}

export interface AuthorizationLevel {
  readonly level: number;
  readonly authorizationCount: number;
  /** Empty when neither the rule nor the query names one. */
  readonly currency: string;
  readonly account: string;
  /** Ids of the users who may sign at this level; the caller decides whose names it shows. */
  readonly userIds: readonly string[];
}

/** Returns the ways to authorize, the smallest number of signatures first. */
export function authorizationLevels(
  query: LevelsQuery,
  context: LevelsContext,
): readonly AuthorizationLevels[] {
  const nowMs = context.book.now.epochMilliseconds;
  const ours = context.book.rules.filter(
    (rule) => isApplicable(rule, query, context) && isInForce(rule, nowMs),
  );
  const questions = questionsFor(query, ours);
  const found = questions.flatMap((question) => {
    const rules = standingIn(ours, question.currency, context.book.referenceCurrency).filter((rule) =>
      isOfCurrency(rule, question.currency),
    );
    const rule = ruleFor(plainQuestion(query, question, context), context.owner, {
      ...context.book,
      rules,
      allRules: context.book.rules,
    });
    return { question, rule, key: keyOf(rule, question) };
  });
  const roster = indexRoster(context.roster);
  return distinctBy(found)
    .flatMap(({ question, rule }) =>
      rule.alternatives.map((alternative) => ({
        signatures: sumRequired(alternative),
        levels: levelsOf(alternative, rule, { question, roster, nowMs }),
      })),
    )
    .toSorted((left, right) => left.signatures - right.signatures)
    .map(({ levels }) => levels);
}

function isApplicable(rule: SigningRule, query: LevelsQuery, { owner }: LevelsContext): boolean {
  if (rule.bankId !== owner.bankId) return false;
  if (rule.owner !== anyValue && rule.owner !== owner.owner) return false;
  return query.account === undefined || rule.account === anyValue || rule.account === query.account;
}

/**
 * Returns whether a rule applies to a currency. Without an amount the currency is not matched, and the strictest rule
 * of another currency would win.
 */
function isOfCurrency(rule: SigningRule, currency: Currency | undefined): boolean {
  return currency === undefined || rule.currency === anyValue || rule.currency === currency;
}

/** One question per value that the query leaves open and the rules name. */
interface LevelsQuestion {
  readonly authorizationType: AuthorizationType;
  readonly resourceKind: ResourceKind;
  readonly transactionType: TransactionType;
  readonly account: string | undefined;
  readonly currency: Currency | undefined;
}

function questionsFor(query: LevelsQuery, rules: readonly SigningRule[]): readonly LevelsQuestion[] {
  const governing = rules.filter(({ isMandatory }) => !isMandatory);
  const transactionTypes = valuesOf(
    query.transactionType,
    governing.map((rule) => rule.transactionType),
  );
  const positions = accountsOf(query, governing).flatMap((account) =>
    currenciesOf(query, governing).map((currency) => ({ account, currency })),
  );
  return kindsOf(query, governing).flatMap((resourceKind) =>
    transactionTypes.flatMap((transactionType) =>
      positions.map((position) => ({
        authorizationType: authorizationTypeOf(resourceKind),
        resourceKind,
        transactionType,
        ...position,
      })),
    ),
  );
}

/** The usual kind of each authorization-type, when the query names no kind. */
const usualKind = {
  PAYMENT: 'payment',
  CANCELLATION: 'payment-cancellation',
  CONSENT: 'consent',
  'N/A': 'document',
} as const satisfies Record<AuthorizationType, ResourceKind>;

function kindsOf(query: LevelsQuery, rules: readonly SigningRule[]): readonly ResourceKind[] {
  const { resourceKind, authorizationType = anyType } = query;
  if (resourceKind !== undefined) return [resourceKind];
  if (authorizationType !== anyType || rules.length === 0) return [usualKind[authorizationType]];
  return [
    ...new Set(
      rules.map((rule) =>
        rule.resourceKind === anyValue ? usualKind[rule.authorizationType] : rule.resourceKind,
      ),
    ),
  ];
}

function accountsOf(
  { account }: LevelsQuery,
  rules: readonly SigningRule[],
): readonly (string | undefined)[] {
  if (account !== undefined) return [account];
  const named = rules.map((rule) => rule.account).filter((name) => name !== anyValue);
  return [undefined, ...new Set(named)];
}

function valuesOf<T extends string>(
  requested: T | undefined,
  named: readonly T[],
): readonly (T | typeof anyType)[] {
  if (requested !== undefined && requested !== anyType) return [requested];
  return named.length === 0 ? [anyType] : [...new Set(named)];
}

function currenciesOf(
  { currency }: LevelsQuery,
  rules: readonly SigningRule[],
): readonly (Currency | undefined)[] {
  if (currency !== undefined) return [currency];
  const named = new Set(present(rules.map(bandCurrency)));
  return named.size === 0 ? [undefined] : [...named];
}

function bandCurrency({ currency, referenceCurrency }: SigningRule): Currency | undefined {
  return currency === anyValue ? referenceCurrency : currency;
}

function plainQuestion(
  query: LevelsQuery,
  levelsQuestion: LevelsQuestion,
  { owner }: LevelsContext,
): PlainQuestion {
  const { currency, ...question } = levelsQuestion;
  const amount =
    query.amount === undefined || currency === undefined
      ? undefined
      : parseMoney({ currency, amount: query.amount });
  return omitUndefined({ bankId: owner.bankId, owner: owner.owner, ...question, amount });
}

interface RuleMatch {
  readonly question: LevelsQuestion;
  readonly rule: EffectiveRule;
  readonly key: string;
}

/** Returns a key that is equal for equal results: the same rule in the same currency is listed once. */
function keyOf({ sources, basis }: EffectiveRule, { authorizationType, currency }: LevelsQuestion): string {
  const rules = sources.map(({ ruleId, version }) => `${ruleId}/${version}`);
  return [basis, sources.length === 0 ? authorizationType : currency, ...rules].join(' ');
}

function distinctBy(found: readonly RuleMatch[]): readonly RuleMatch[] {
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same) => same.slice(0, 1));
}

interface LevelContext {
  readonly question: LevelsQuestion;
  readonly roster: RosterIndex;
  readonly nowMs: number;
}

function levelsOf(alternative: Alternative, rule: EffectiveRule, context: LevelContext): AuthorizationLevels {
  const { question, roster, nowMs } = context;
  const levels = gathered(alternative).map((requirements) => ({
    level: requirements[0].level,
    authorizationCount: sumRequired(requirements),
    currency: question.currency ?? '',
    account: question.account ?? '',
    userIds: [...roster.signers.values()]
      .filter((signer) => standingError(signer) === undefined)
      .map(({ userId }) => userId)
      .filter((userId) => requirements.some((requirement) => isSigner(requirement, userId, nowMs, roster))),
  }));
  return {
    authorizationType: question.authorizationType,
    enforceHierarchy: rule.enforceHierarchy,
    levels: levels.toSorted((left, right) => left.level - right.level),
  };
}

function isSigner(requirement: Requirement, userId: string, nowMs: number, roster: RosterIndex): boolean {
  return isEntity(requirement, userId, nowMs, roster) && isMandated(requirement, userId, nowMs, roster);
}

/**
 * Groups the requirements of an alternative. Joint holders of one level are one count: mode `all` gives their number.
 * Groups stay separate and share the level.
 */
function gathered(alternative: Alternative): readonly (readonly [Requirement, ...Requirement[]])[] {
  const entries = new Map<string, [Requirement, ...Requirement[]]>();
  for (const requirement of alternative) {
    const { entityLevel, entityId, level } = requirement;
    const key = entityLevel === 'customer' ? `customers ${level}` : `${entityLevel} ${entityId} ${level}`;
    const entry = entries.get(key);
    if (entry === undefined) entries.set(key, [requirement]);
    else entry.push(requirement);
  }
  return [...entries.values()];
}
