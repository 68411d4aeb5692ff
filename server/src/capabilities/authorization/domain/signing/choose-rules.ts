import type { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import type { MidRates } from './mid-rates.ts';
import { anyValue, isInForce, type SigningRule } from './rule.ts';
import {
  compareMatches,
  counter,
  type Match,
  matchOf,
  type PlainQuestion,
  type ReleasedWithin,
  specificityBits,
  standingIn,
} from './rule-match.ts';

/** Rules of a bank or of one of its owners, the time of the evaluation, and the mid rates of that time. */
export interface RuleBook {
  readonly rules: readonly SigningRule[];
  /** All rules of the owner, for orders that none of `rules` covers; absent: `rules` are all. */
  readonly allRules?: readonly SigningRule[];
  readonly now: Temporal.Instant;
  readonly midRates: MidRates;
  /** Home currency of the bank: its bands also apply to currencies without a band. */
  readonly referenceCurrency?: Currency;
  /** For rules with a window; absent: nothing was released. */
  readonly released?: ReleasedWithin;
}

/** The rules that apply to a question. */
export interface ChosenRules {
  /** The most specific rule; where no rule names the kind of payment, the most specific one of each other kind. */
  readonly governing: readonly Match[];
  /** The same for each window. They join the governing ones: the sum of several orders needs what one order would. */
  readonly windowed: readonly Match[];
  /** Rules of the bank that join every alternative. */
  readonly mandatory: readonly Match[];
}

/** Chooses the rules for a question among all that match it. */
export function chooseRules(question: PlainQuestion, book: RuleBook): ChosenRules {
  const nowMs = book.now.epochMilliseconds;
  const plain: Match[] = [];
  const windowed: Match[] = [];
  const mandatory: Match[] = [];
  for (const match of matchesOf(question, book)) {
    if (match.rule.isMandatory) mandatory.push(match);
    else if (match.rule.withinDays === undefined) plain.push(match);
    else windowed.push(match);
  }
  const governing = winnersOf(plain, nowMs);
  // Defaults of the bank, also those with a window, give way to rules of the owner.
  const isOwn = governing.some(({ rule }) => rule.owner !== anyValue);
  const windows = Map.groupBy(
    inBand(windowed, nowMs).filter(({ rule }) => !isOwn || rule.owner !== anyValue),
    ({ rule }) => rule.withinDays ?? 0,
  );
  const byLength = [...windows].toSorted(([one], [other]) => one - other);
  return {
    governing,
    windowed: byLength.flatMap(([, window]) => winnersOf(window, nowMs)),
    mandatory: inBand(mandatory, nowMs),
  };
}

/** Returns the rules that match a question, in force or not. */
export function matchesOf(question: PlainQuestion, book: RuleBook): readonly Match[] {
  const countedFor = counter(question, book);
  const matches: Match[] = [];
  for (const rule of standingIn(book.rules, question.amount?.currency, book.referenceCurrency)) {
    const match = matchOf(rule, question, countedFor);
    if (match !== undefined) matches.push(match);
  }
  return matches;
}

/**
 * Returns the matches in force that have the amount in their band, for rules whose bands may begin at any amount: one
 * that names the kind of payment keeps those for other kinds out, also below its band.
 */
function inBand(matches: readonly Match[], nowMs: number): readonly Match[] {
  const inForce = matches.filter(({ rule }) => isInForce(rule, nowMs));
  const naming = new Set(inForce.filter(isNamingKind).map(({ rule }) => rule.owner));
  return inForce.filter((match) => match.isInBand && !(isOfOtherKind(match) && naming.has(match.rule.owner)));
}

/**
 * Returns the best match in force. If it is for another kind of payment, no rule names the kind, and the best one of
 * each other kind governs: a third party chooses the form of an order, and no form may need less than another.
 */
function winnersOf(matches: readonly Match[], nowMs: number): readonly Match[] {
  const best = winnerOf(matches, nowMs);
  if (best === undefined) return [];
  if (!isOfOtherKind(best)) return [best];
  const others = matches.filter((match) => isOfOtherKind(match) && match.rule.owner === best.rule.owner);
  const byKind = Map.groupBy(others, ({ rule }) => rule.resourceKind);
  const ofKinds = [...byKind].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return ofKinds.flatMap(([, ofKind]) => winnerOf(ofKind, nowMs) ?? []);
}

function isNamingKind({ specificity }: Match): boolean {
  return (specificity & specificityBits.resourceKind) !== 0;
}

function isOfOtherKind({ specificity }: Match): boolean {
  return (specificity & specificityBits.paymentKind) !== 0;
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
