import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { earlierOf } from '#platform/kernel/instants.ts';
import type { Context } from '#platform/work/context.ts';
import { collectionValidityDays } from '../domain/policy.ts';
import type { RuleBook } from '../domain/signing/choose-rules.ts';
import { effectiveRule, leavesGap, strictestOf } from '../domain/signing/effective-rule.ts';
import { explainChoice } from '../domain/signing/explain.ts';
import type { SigningFacts } from '../domain/signing/facts.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';
import type { MidRates } from '../domain/signing/mid-rates.ts';
import { isPaymentKind, paymentKinds, type SigningRule } from '../domain/signing/rule.ts';
import { expectedSignatureData } from '../domain/signing/signature-data.ts';
import { sha256Hex } from '../engine/sha256-hex.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { Decision } from '../store/decision-document.ts';
import { findRules, hasOwnRules, listActiveRules } from '../store/signing-rules.store.ts';
import { payloadDigest } from './payload-digest.ts';
import { type ReleasedQuery, readReleased, windowsIn } from './released-amounts.ts';
import { homeCurrencyOf, type OwnedPayload, ownerKindOf, readSigningFacts } from './signing-facts.ts';

type Ports = AuthorizationPorts;

/** Decision about a payload: its hash, the rule that applies, and what a device must display. */
export interface DecidedSigning {
  /** Owner of the resource; for a joint account the customer under whose number it is stored. */
  readonly owner: string;
  readonly digest: string;
  readonly decision: Decision;
  readonly signatureData: string;
  /** Execution date of the payload, if it names one; signatures are not collected beyond it. */
  readonly executionDate: Temporal.PlainDate | undefined;
  /**
   * Whether more than the payload counts: the rule then joins that of an open collection, which otherwise stays under the
   * rule that it was opened with.
   */
  readonly isJoining: boolean;
  /** Where rules have a window: what the decision was made of. Releases are summed again under their lock. */
  readonly windowed?: WindowedDecision;
}

/** A decision that depends on what was released before. */
export interface WindowedDecision {
  readonly facts: SigningFacts;
  readonly book: RuleBook;
  readonly query: Omit<ReleasedQuery, 'except'>;
}

/** Finds the rule for a payload. */
export async function decideSigning(ctx: Context & Ports, request: OwnedPayload): Promise<DecidedSigning> {
  const { clock, db } = ctx;
  const { existing, payload, resourceId, resourceKind } = request;
  const { content, counted, facts: requested, owner } = await readSigningFacts(ctx, request);
  const [ownerKind, rules] = await Promise.all([ownerKindOf(ctx, owner), rulesFor(ctx, requested)]);
  const facts: SigningFacts = { ...requested, ownerKind };
  const digest = payloadDigest(ctx, { resourceKind, payload });
  const fresh = await ratesFor(ctx, facts, rules);
  const kept = keptRates(existing, digest) ?? fresh.stored;
  const midRates = [...kept, ...fresh.rates];
  const query = { accounts: accountsIn(facts), days: isPaymentKind(resourceKind) ? windowsIn(rules) : [] };
  const plain = { rules, now: clock.now(), midRates, referenceCurrency: homeCurrencyOf(ctx) };
  const released = await readReleased(ctx, db, { ...query, except: [{ resourceId, resourceKind }] });
  const book = await withAllRules(ctx, facts, { ...plain, released });
  const isWindowed = query.days.length > 0;
  return {
    owner,
    digest,
    decision: {
      ...decisionOf(facts, book, await ruleOfRules(ctx, facts, book)),
      ...(kept.length > 0 ? { midRates: kept } : {}),
      ...(isWindowed ? { counted } : {}),
    },
    signatureData: request.facts.signatureData ?? expectedSignatureData(content, payload, sha256Hex),
    executionDate: request.facts.executionDate ?? content.executionDate,
    isJoining: isWindowed || request.facts.together !== undefined,
    ...(isWindowed ? { windowed: { facts, book, query } } : {}),
  };
}

/** Returns the rates that a collection was opened with, as long as its payload is unchanged. */
function keptRates(existing: OwnedPayload['existing'], digest: string): MidRates | undefined {
  return existing?.digest === digest ? existing.decision.midRates : undefined;
}

/** Decides again with what was released until now, in the command that holds the locks of the accounts. */
export async function decideAgain(
  ctx: Context & Ports,
  work: Reader,
  decided: DecidedSigning,
  except: ReleasedQuery['except'],
): Promise<DecidedSigning> {
  const { decision, windowed } = decided;
  if (windowed === undefined) return decided;
  const { book, facts, query } = windowed;
  const released = await readReleased(ctx, work, { ...query, except });
  return { ...decided, decision: { ...decision, ...decisionOf(facts, { ...book, released }) } };
}

function decisionOf(
  facts: SigningFacts,
  book: RuleBook,
  rule: EffectiveRule = effectiveRule(facts, book),
): Pick<Decision, 'rule' | 'sentences'> {
  return { rule, sentences: explainChoice(facts, book).flatMap(({ sentences }) => sentences) };
}

/** Reads the rules that may apply; for a payment also those for other kinds of payments. */
async function rulesFor(
  ctx: Context & Ports,
  { bankId, basket = [], owner, questions, resourceKind }: Omit<SigningFacts, 'ownerKind'>,
): Promise<readonly SigningRule[]> {
  const isPayment = isPaymentKind(resourceKind);
  // Bands of a sum of several orders are compared after its currencies are converted.
  const isSum = basket.length > 0 || questions.some(({ together }) => together !== undefined);
  return findRules(ctx.db, {
    bankId,
    owner,
    resourceKinds: isPayment
      ? paymentKinds
      : [resourceKind, ...(basket.length > 0 ? ['signing-basket'] : [])],
    accounts: accountsIn({ basket, questions }),
    amounts: isSum ? [] : questions.flatMap(({ amounts }) => amounts),
    referenceCurrency: homeCurrencyOf(ctx),
  });
}

function accountsIn({
  basket = [],
  questions,
}: Pick<SigningFacts, 'basket' | 'questions'>): readonly string[] {
  return [...new Set([...questions, ...basket].flatMap(({ account }) => account ?? []))];
}

/** Adds all rules of the owner, where those that match leave a payment out. */
async function withAllRules(ctx: Context & Ports, facts: SigningFacts, book: RuleBook): Promise<RuleBook> {
  const { bankId, db } = ctx;
  const { owner } = facts;
  if (!leavesGap(facts, book)) return book;
  if (!(await hasOwnRules(db, { bankId, owner, resourceKinds: paymentKinds }))) return book;
  return { ...book, allRules: await listActiveRules(db, { bankId, owner }) };
}

/**
 * Returns the rule for a change of rules that no rule covers: the strictest one of the owner, so that one user alone
 * cannot change rules.
 */
async function ruleOfRules(
  { bankId, db }: Context & Ports,
  facts: SigningFacts,
  book: RuleBook,
): Promise<EffectiveRule | undefined> {
  if (facts.resourceKind !== 'signing-rule' || effectiveRule(facts, book).basis === 'rule') return undefined;
  const rules = await listActiveRules(db, { bankId, owner: facts.owner });
  return strictestOf(facts, { ...book, rules });
}

/** Rates of the moment, and those of them that the decision is stored with. */
interface FetchedRates {
  readonly rates: MidRates;
  readonly stored: MidRates;
}

/** Fetches rates only if an amount or a band is not in the home currency. */
async function ratesFor(
  ctx: Context & Ports,
  { basket = [], questions }: SigningFacts,
  rules: readonly SigningRule[],
): Promise<FetchedRates> {
  const home = homeCurrencyOf(ctx);
  const amounts = [
    ...questions.flatMap((one) => [...one.amounts, ...(one.together ?? [])]),
    ...basket.flatMap(({ together }) => together),
  ];
  const bands = rules.flatMap(({ currency, referenceCurrency = currency }) => referenceCurrency);
  const currencies = new Set<string>([home, ...amounts.map(({ currency }) => currency), ...bands]);
  currencies.delete('*');
  // What was released within a window may be in any currency.
  const hasWindow = windowsIn(rules).length > 0;
  if (amounts.length === 0 || (currencies.size === 1 && !hasWindow)) return { rates: [], stored: [] };
  const rates = await ctx.accounts.midRates(ctx.bankId);
  return { rates, stored: rates.filter(({ from, to }) => currencies.has(from) && currencies.has(to)) };
}

/**
 * Returns until when signatures are collected: the validity of the rule, and at most the execution date in the time
 * zone of the bank.
 */
export function collectionExpiry(
  { decision, executionDate }: Pick<DecidedSigning, 'decision' | 'executionDate'>,
  { now, timeZone }: { readonly now: Temporal.Instant; readonly timeZone: string },
): Temporal.Instant {
  const begin = now.toZonedDateTimeISO(timeZone);
  const validity = decision.rule.collectionValidity ?? { days: collectionValidityDays };
  const byRule = begin.add(validity).toInstant();
  if (executionDate === undefined) return byRule;
  const endOfDay = executionDate.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  return earlierOf(byRule, endOfDay);
}
