import type { RuleBook } from '../domain/signing/choose-rules.ts';
import type { SigningFacts } from '../domain/signing/facts.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';
import type { Requirement, SigningRule } from '../domain/signing/rule.ts';

/**
 * A second implementation of which rule applies, as slow and as simple as possible, sharing only types with the
 * product. It filters lists where the product compares.
 */

interface NaiveRule {
  readonly governs: string;
  readonly alternatives: readonly (readonly string[])[];
  readonly enforceHierarchy: boolean;
  readonly initiatorMaySign: boolean;
}

const text = (r: Requirement) => `${r.level} ${r.entityLevel}:${r.entityId} ${r.required} ${r.distinctGroup}`;

export function during(from: number, until: number | undefined, at: number): boolean {
  return from <= at && (until ?? Infinity) > at;
}

/** Filters by a condition, unless no item meets it. */
function prefer<T>(list: readonly T[], condition: (item: T) => boolean): readonly T[] {
  const preferred = list.filter(condition);
  return preferred.length > 0 ? preferred : list;
}

function largest<T>(list: readonly T[], measure: (item: T) => number | bigint): readonly T[] {
  return list.filter((item) => list.every((other) => measure(other) <= measure(item)));
}

function cost(rule: { readonly alternatives: SigningRule['alternatives'] }): number {
  const costs = rule.alternatives.map(
    (way) => way.reduce((n, r) => n + r.required, 0) * 1_000 + new Set(way.map((r) => r.level)).size,
  );
  return Math.min(...costs);
}

type Question = SigningFacts['questions'][number];
type Amount = Question['amounts'][number];

/** A question about one sum. */
interface Asked {
  readonly kind: string;
  readonly type: string;
  readonly authorization: string;
  readonly account: string | undefined;
  readonly currency: string | undefined;
  readonly sum: readonly Amount[] | undefined;
}

const decimals: Readonly<Record<string, number>> = { EUR: 2, USD: 2, JPY: 0 };
const moneyKinds = ['payment', 'bulk-payment', 'periodic-payment', 'signing-basket'];

function exchanged(amount: bigint, from: string, to: string, book: RuleBook): bigint | 'unknown' {
  if (from === to) return amount;
  const ratio = ratioOf(from, to, book);
  if (ratio === undefined) return 'unknown';
  const top = amount * ratio.up * BigInt(10 ** (decimals[to] ?? 2));
  const bottom = ratio.down * BigInt(10 ** (decimals[from] ?? 2));
  let result = top / bottom;
  while (result * bottom < top) result += 1n;
  return result;
}

function ratioOf(from: string, to: string, { midRates }: RuleBook) {
  const straight = midRates.find((r) => r.from === from && r.to === to);
  if (straight !== undefined) return { up: straight.numerator, down: straight.denominator };
  const inverse = midRates.find((r) => r.from === to && r.to === from);
  return inverse && { up: inverse.denominator, down: inverse.numerator };
}

function minorIn(rule: SigningRule, asked: Asked, book: RuleBook): bigint | 'unknown' {
  const to = rule.currency === '*' ? rule.referenceCurrency : rule.currency;
  if (to === undefined || asked.sum === undefined) return 'unknown';
  const before =
    rule.withinDays && asked.account ? (book.released?.(asked.account, rule.withinDays) ?? []) : [];
  const all = [...asked.sum, ...before];
  let total = 0n;
  for (const currency of new Set(all.map((money) => money.currency))) {
    const own = all.filter((money) => money.currency === currency).reduce((n, money) => n + money.minor, 0n);
    const converted = exchanged(own, currency, to, book);
    if (converted === 'unknown') return 'unknown';
    total += converted;
  }
  return total;
}

function agrees(rule: SigningRule, facts: SigningFacts, asked: Asked, book: RuleBook): boolean {
  const pairs: readonly (readonly [string, string | undefined, string])[] = [
    [rule.owner, facts.owner, '*'],
    [rule.account, asked.account, '*'],
    [rule.authorizationType, asked.authorization, 'N/A'],
    [rule.transactionType, asked.type, 'N/A'],
    [rule.currency, asked.currency ?? rule.currency, '*'],
  ];
  if (!pairs.every(([wanted, fact, any]) => wanted === any || wanted === fact)) return false;
  const isKind = [asked.kind, '*'].includes(rule.resourceKind) || isOtherForm(rule, asked);
  if (!isKind || rule.bankId !== facts.bankId || rule.status !== 'active') return false;
  const until = rule.validUntil?.epochMilliseconds;
  return during(rule.validFrom.epochMilliseconds, until, book.now.epochMilliseconds);
}

/** A band in the home currency is also one for currencies that it does not name. */
function inHomeCurrency(
  rule: SigningRule,
  { currency }: Asked,
  { referenceCurrency: home }: RuleBook,
): SigningRule {
  if (home === undefined || currency === undefined || currency === home || rule.currency !== home)
    return rule;
  return { ...rule, currency: '*', referenceCurrency: home };
}

function isOtherForm({ resourceKind }: SigningRule, { kind }: Asked): boolean {
  return resourceKind !== kind && moneyKinds.includes(kind) && moneyKinds.includes(resourceKind);
}

function isInBand(rule: SigningRule, asked: Asked, book: RuleBook): boolean {
  const minor = minorIn(rule, asked, book);
  if (minor === 'unknown') return true;
  return rule.band.from <= minor && !(rule.band.to !== undefined && rule.band.to <= minor);
}

function best(rules: readonly SigningRule[], asked: Asked, book: RuleBook): readonly SigningRule[] {
  let left = prefer(rules, (r) => r.account !== '*');
  left = prefer(left, (r) => r.authorizationType !== 'N/A');
  left = prefer(left, (r) => r.transactionType !== 'N/A');
  if (asked.currency !== undefined) left = prefer(left, (r) => r.currency !== '*');
  const unknown = left.filter((r) => minorIn(r, asked, book) === 'unknown');
  if (unknown.length > 0) left = largest(unknown, cost);
  left = largest(left, (r) => r.band.from);
  left = largest(left, (r) => r.version);
  return left.toSorted((a, b) => (a.ruleId < b.ruleId ? -1 : 1)).slice(0, 1);
}

/** One rule where one names the kind or all kinds; otherwise one for each other kind that is named. */
function winners(rules: readonly SigningRule[], asked: Asked, book: RuleBook): readonly SigningRule[] {
  const level = prefer(rules, (r) => r.owner !== '*');
  const own = level.filter((r) => r.resourceKind === asked.kind);
  if (own.length > 0) return best(own, asked, book);
  const others = level.filter((r) => isOtherForm(r, asked));
  if (others.length === 0) return best(level, asked, book);
  const kinds = [...new Set(others.map((r) => r.resourceKind))].toSorted();
  return kinds.flatMap((kind) =>
    best(
      others.filter((r) => r.resourceKind === kind),
      asked,
      book,
    ),
  );
}

/** Leaves out what is for another form where the same owner has a rule for this one, and what is out of its band. */
function applicable(rules: readonly SigningRule[], asked: Asked, book: RuleBook): readonly SigningRule[] {
  return rules
    .filter(
      (r) =>
        !isOtherForm(r, asked) ||
        !rules.some((o) => o.owner === r.owner && o.resourceKind === asked.kind && asked.kind !== '*'),
    )
    .filter((r) => isInBand(r, asked, book));
}

interface Part {
  readonly keys: readonly string[];
  readonly alternatives: SigningRule['alternatives'];
  readonly hierarchy: boolean;
  readonly initiator: boolean;
}

function isWithin(x: readonly Requirement[], y: readonly Requirement[]): boolean {
  return y.every((s) =>
    x.some(
      (r) =>
        [r.entityLevel, r.entityId, r.level, r.distinctGroup].join() ===
          [s.entityLevel, s.entityId, s.level, s.distinctGroup].join() && r.required >= s.required,
    ),
  );
}

function waysOf(a: Part, b: Part): SigningRule['alternatives'] {
  if (a.alternatives.every((x) => b.alternatives.some((y) => isWithin(x, y)))) return a.alternatives;
  const ways: Requirement[][] = [];
  const takes =
    a.alternatives.length * b.alternatives.length > 64 ? b.alternatives.slice(0, 1) : b.alternatives;
  for (const x of a.alternatives) {
    for (const y of takes) {
      const way = x.map((r) => {
        const same = y.find((s) => s.entityLevel === r.entityLevel && s.entityId === r.entityId);
        if (!same) return r;
        const required = same.required > r.required ? same.required : r.required;
        return { ...r, required, distinctGroup: r.distinctGroup || same.distinctGroup };
      });
      const fresh = y.filter(
        (s) => !x.some((r) => s.entityLevel === r.entityLevel && s.entityId === r.entityId),
      );
      ways.push([...way, ...fresh]);
    }
  }
  return ways;
}

function join(a: Part, b: Part): Part {
  return {
    keys: [...new Set([...a.keys, ...b.keys])],
    alternatives: waysOf(a, b),
    hierarchy: a.hierarchy || b.hierarchy,
    initiator: a.initiator && b.initiator,
  };
}

function partOf(rule: SigningRule, initiator: boolean): Part {
  return {
    keys: [`${rule.ruleId}/${rule.version}`],
    alternatives: rule.alternatives,
    hierarchy: rule.enforceHierarchy,
    initiator: rule.initiatorMaySign ?? initiator,
  };
}

interface Found {
  readonly governing: readonly SigningRule[];
  readonly windowed: readonly SigningRule[];
  readonly mandatory: readonly SigningRule[];
}

function find(facts: SigningFacts, asked: Asked, rules: readonly SigningRule[], book: RuleBook): Found {
  const matching = rules
    .map((rule) => inHomeCurrency(rule, asked, book))
    .filter((rule) => agrees(rule, facts, asked, book));
  const usual = matching.filter((r) => !r.isMandatory && r.withinDays === undefined);
  const governing = winners(
    usual.filter((r) => isInBand(r, asked, book)),
    asked,
    book,
  );
  const isOwn = governing.some((r) => r.owner !== '*');
  const windows = applicable(
    matching.filter((r) => !r.isMandatory && r.withinDays !== undefined),
    asked,
    book,
  ).filter((r) => !isOwn || r.owner !== '*');
  const days = [...new Set(windows.map((r) => r.withinDays ?? 0))].toSorted((a, b) => a - b);
  return {
    governing,
    windowed: days.flatMap((count) =>
      winners(
        windows.filter((r) => r.withinDays === count),
        asked,
        book,
      ),
    ),
    mandatory: applicable(
      matching.filter((r) => r.isMandatory),
      asked,
      book,
    ),
  };
}

function lastResort(facts: SigningFacts): Part {
  const one: Requirement = {
    level: 1,
    entityLevel: 'customer',
    entityId: facts.owner,
    required: 1,
    distinctGroup: false,
  };
  return { keys: ['none'], alternatives: [[one]], hierarchy: false, initiator: true };
}

function gap(facts: SigningFacts, asked: Asked, book: RuleBook): Part {
  const own = book.rules.filter(
    (r) =>
      r.owner === facts.owner &&
      r.bankId === facts.bankId &&
      r.status === 'active' &&
      ['PAYMENT', 'N/A'].includes(r.authorizationType) &&
      ['*', ...moneyKinds].includes(r.resourceKind) &&
      during(r.validFrom.epochMilliseconds, r.validUntil?.epochMilliseconds, book.now.epochMilliseconds),
  );
  const [strictest] = largest(own, cost);
  if (strictest === undefined || !moneyKinds.includes(asked.kind)) return lastResort(facts);
  return partOf(strictest, facts.ownerKind !== 'organization');
}

function partFor(facts: SigningFacts, asked: Asked, book: RuleBook): Part & { readonly unrated: boolean } {
  const { governing, mandatory, windowed } = find(facts, asked, book.rules, book);
  const byOwner = [...governing, ...windowed].map((r) => partOf(r, facts.ownerKind !== 'organization'));
  const parts = byOwner.length > 0 ? byOwner : [gap(facts, asked, book)];
  const whole = [...parts, ...mandatory.map((r) => partOf(r, true))].reduce((a, b) => join(a, b));
  return { ...whole, unrated: governing.some((r) => minorIn(r, asked, book) === 'unknown') };
}

function partForQuestion(facts: SigningFacts, question: Question, book: RuleBook): Part {
  const { account, amounts, together, transactionType: type } = question;
  const [first] = amounts;
  const base = { kind: facts.resourceKind, authorization: facts.authorizationType, type, account };
  const asked: readonly Asked[] =
    first === undefined
      ? [{ ...base, currency: undefined, sum: undefined }]
      : [
          ...(together ? [{ ...base, currency: first.currency, sum: together }] : []),
          ...amounts.map((one) => ({ ...base, currency: one.currency, sum: [one] })),
        ];
  const [whole, ...others] = asked.map((one) => partFor(facts, one, book));
  if (whole === undefined) throw new Error('a question has at least one sum');
  const isUnrated = first !== undefined && together !== undefined && whole.unrated;
  return others.reduce<Part>((a, b) => (isUnrated || cost(b) > cost(a) ? join(a, b) : a), whole);
}

function partsForBasket(facts: SigningFacts, book: RuleBook): readonly Part[] {
  const named = book.rules.filter((r) => r.resourceKind === 'signing-basket');
  return (facts.basket ?? []).flatMap(({ account, together: sum }) => {
    const asked = {
      kind: 'signing-basket',
      authorization: 'PAYMENT',
      type: 'N/A',
      account,
      currency: undefined,
      sum,
    };
    const { governing, mandatory, windowed } = find(facts, asked, named, book);
    const parts = [
      ...[...governing, ...windowed].map((r) => partOf(r, facts.ownerKind !== 'organization')),
      ...mandatory.map((r) => partOf(r, true)),
    ];
    return parts.length > 0 ? [parts.reduce((a, b) => join(a, b))] : [];
  });
}

/** Returns the effective rule by the second implementation. */
export function naiveRule(facts: SigningFacts, book: RuleBook): NaiveRule {
  const found = [
    ...facts.questions.map((question) => partForQuestion(facts, question, book)),
    ...partsForBasket(facts, book),
  ];
  const name = ({ alternatives, keys }: Part): string =>
    JSON.stringify([keys.filter((key, index) => key !== 'none' || index === 0), alternatives]);
  const parts = [...new Map(found.map((part) => [name(part), part])).values()];
  const whole = parts.reduce((a, b) => join(a, b));
  return {
    governs: whole.keys.join('+'),
    alternatives: whole.alternatives.map((way) => way.map(text)),
    enforceHierarchy: whole.hierarchy,
    initiatorMaySign: whole.initiator,
  };
}

/** Returns the effective rule of the product in the terms of the second implementation, without its name. */
export function inNaiveTerms(rule: EffectiveRule): Omit<NaiveRule, 'governs'> {
  return {
    alternatives: rule.alternatives.map((way) => way.map(text)),
    enforceHierarchy: rule.enforceHierarchy,
    initiatorMaySign: rule.initiatorMaySign,
  };
}
