import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { checkRules } from '../../server/src/capabilities/authorization/domain/signing/check-rules.ts';
import type { RuleBook } from '../../server/src/capabilities/authorization/domain/signing/choose-rules.ts';
import {
  evaluateSignatures,
  evaluateUser,
} from '../../server/src/capabilities/authorization/domain/signing/collection.ts';
import type { Signature } from '../../server/src/capabilities/authorization/domain/signing/counting.ts';
import { effectiveRule } from '../../server/src/capabilities/authorization/domain/signing/effective-rule.ts';
import {
  factsOf,
  type SigningFacts,
} from '../../server/src/capabilities/authorization/domain/signing/facts.ts';
import type { EffectiveRule } from '../../server/src/capabilities/authorization/domain/signing/merge-rules.ts';
import type {
  Alternative,
  SigningRule,
} from '../../server/src/capabilities/authorization/domain/signing/rule.ts';
import {
  inNaiveTerms,
  naiveRule,
} from '../../server/src/capabilities/authorization/testing/naive-rule.suite.ts';
import {
  factsFor,
  membersOf,
  momentOf,
  need,
  now,
  owner,
  rosterOf,
  ruleOf,
} from '../../server/src/capabilities/authorization/testing/signing-rule-steps.suite.ts';
import type { BasketMember, BulkPosition, Order } from '../../server/src/capabilities/sca/domain/order.ts';
import { signedOrders } from '../../server/src/capabilities/sca/steps/order-facts.ts';
import type { Currency } from '../../server/src/platform/kernel/currency.ts';
import { type Money, sum } from '../../server/src/platform/kernel/money.ts';

/** The same transfers in a form that a third party can choose. */
interface Shape {
  readonly name: string;
  readonly order: Order;
  /** The kinds of its resources; a rule that names one is a choice of the bank. */
  readonly kinds: readonly PaymentKind[];
  /** How often each transfer is paid. */
  readonly times: bigint;
  readonly members: readonly ShapedMember[];
}

type PaymentKind = 'payment' | 'bulk-payment' | 'periodic-payment';

/** One resource of a shape, for a second reading of what it counts. */
interface ShapedMember {
  readonly kind: PaymentKind;
  readonly amounts: readonly Money[];
}

const account = 'NL91ABNA0417164300';
const base = {
  product: 'sepa-credit-transfers',
  debtorAccount: { scheme: 'iban' as const, id: account },
  documentHash: '',
};
const creditorAccount = { scheme: 'iban' as const, id: 'DE89370400440532013000' };

function transferOf(amount: Money) {
  return { amount, creditorName: 'Acme GmbH', creditorAccount };
}

function single(amount: Money, index: number): BasketMember {
  return { kind: 'payment', id: `p${index}`, ...base, transfer: transferOf(amount) };
}

function standing(amount: Money, schedule: { readonly endDate?: string }): BasketMember {
  return {
    kind: 'periodic-payment',
    id: 's',
    ...base,
    transfer: transferOf(amount),
    schedule: { startDate: '2026-03-02', frequency: 'Monthly', ...schedule },
  };
}

function bulk(amounts: readonly Money[]): BasketMember {
  const positions = [...Map.groupBy(amounts, ({ currency }): Currency => currency).values()].map(
    (same): BulkPosition => ({
      count: same.length,
      total: sum(same),
      largest: same.reduce((most, one) => (one.minor > most.minor ? one : most)),
      creditorAccount,
    }),
  );
  const [first, ...others] = positions;
  if (first === undefined) throw new Error('a bulk has a transfer');
  return {
    kind: 'bulk-payment',
    id: 'b',
    ...base,
    count: amounts.length,
    positions: [first, ...others],
    entriesHash: '',
    accountsHash: '',
  };
}

function basket(first: BasketMember, ...others: readonly BasketMember[]): Order {
  return { kind: 'signing-basket', id: 'k', members: [first, ...others] };
}

const paysOnce = '2026-03-02';
const monthsOfYear = 12n;

/** Returns every form of these transfers. */
function shapesOf(amounts: readonly Money[]): readonly Shape[] {
  const [first, ...others] = amounts;
  if (first === undefined) return [];
  const singles = amounts.map((amount) => ({ kind: 'payment' as const, amounts: [amount] }));
  const whole = { kind: 'bulk-payment' as const, amounts };
  const shapes: readonly Shape[] = [
    { name: 'bulk', order: bulk(amounts), kinds: ['bulk-payment'], times: 1n, members: [whole] },
    {
      name: 'basket of payments',
      order: basket(single(first, 0), ...others.map((amount, index) => single(amount, index + 1))),
      kinds: ['payment'],
      times: 1n,
      members: singles,
    },
    {
      name: 'basket of a bulk',
      order: basket(bulk(amounts)),
      kinds: ['bulk-payment'],
      times: 1n,
      members: [whole],
    },
    {
      name: 'basket of a payment and a bulk',
      order: others.length === 0 ? basket(single(first, 0)) : basket(single(first, 0), bulk(others)),
      kinds: others.length === 0 ? ['payment'] : ['payment', 'bulk-payment'],
      times: 1n,
      members: [
        { kind: 'payment', amounts: [first] },
        ...(others.length === 0 ? [] : [{ kind: 'bulk-payment' as const, amounts: others }]),
      ],
    },
  ];
  return others.length === 0 ? [...shapes, ...standingShapes(first)] : shapes;
}

function standingShapes(amount: Money): readonly Shape[] {
  const members = [{ kind: 'periodic-payment' as const, amounts: [amount] }];
  const common = { kinds: ['periodic-payment'] as const, members };
  const [once, endless] = [standing(amount, { endDate: paysOnce }), standing(amount, {})];
  return [
    { name: 'standing order of a day', order: once, times: 1n, ...common },
    { name: 'standing order without end', order: endless, times: monthsOfYear, ...common },
    { name: 'basket of a standing order', order: basket(endless), times: monthsOfYear, ...common },
  ];
}

/** Returns the order of one payment. */
function paymentOrder(amount: Money): Order {
  return single(amount, 0);
}

const lookup = {
  accountId: () => account,
  creditor: () => 'elsewhere' as const,
  homeCurrency: 'EUR' as const,
};

/** Returns the facts of all that is signed with an order, as the product reads them. */
function factsOfOrder(order: Order, ownerKind: SigningFacts['ownerKind']): readonly SigningFacts[] {
  return signedOrders(order).map(({ facts: { orders, product, together }, order: one }) => ({
    ...factsOf(
      { resourceKind: one.kind, orders, accounts: [] },
      { bankId: '01', owner },
      {
        lookup: { ...lookup, ...(product === undefined ? {} : { product }) },
        ...(together === undefined ? {} : { together }),
      },
    ),
    ownerKind,
  }));
}

/** Reads the same from the shape, in a second way. */
function naiveFacts(shape: Shape, ownerKind: SigningFacts['ownerKind']): readonly SigningFacts[] {
  const total = (list: readonly Money[], currency: Currency) =>
    list.filter((one) => one.currency === currency).reduce((n, one) => n + one.minor, 0n) * shape.times;
  const everything = shape.members.flatMap(({ amounts }) => amounts);
  const currenciesOf = (list: readonly Money[]) => [...new Set(list.map(({ currency }) => currency))];
  const isBasket = shape.order.kind === 'signing-basket';
  const all = currenciesOf(everything).map((currency) => ({ currency, minor: total(everything, currency) }));
  return shape.members.map(({ amounts, kind }) => ({
    ...factsFor({ ownerKind, resourceKind: kind, authorizationType: 'PAYMENT' }),
    questions: currenciesOf(amounts).map((currency) => {
      const own = { currency, minor: total(amounts, currency) };
      const minors = amounts.filter((one) => one.currency === currency).map(({ minor }) => minor);
      const largest = { currency, minor: minors.reduce((a, b) => (a > b ? a : b)) };
      const isWhole = all.length === 1 && all[0]?.minor === own.minor;
      return {
        transactionType: currency === 'EUR' ? ('PMT' as const) : ('RMT' as const),
        account,
        amounts: largest.minor === own.minor ? [own] : [own, largest],
        ...(isWhole ? {} : { together: all }),
      };
    }),
    ...(isBasket ? { basket: [{ account, together: all }] } : {}),
  }));
}

const people = membersOf('A: a1 a2', 'B: b1', 'C: a1 b1');
const roster = rosterOf(people);
const users = ['a1', 'a2', 'b1'] as const;

/** Returns whether signatures of these people, given in some order, fulfil a rule. */
function suffices(rule: EffectiveRule, group: readonly string[]): boolean {
  return orders(group).some((order) => {
    const signatures: Signature[] = [];
    const collection = { digest: momentOf(roster).digest, signatures };
    const moment = momentOf(roster);
    for (const userId of order) {
      if (evaluateUser(rule, collection, { ...moment, userId }).isAccepted)
        signatures.push({ userId, digest: moment.digest, signedAt: now, state: 'valid' });
    }
    return evaluateSignatures(rule, collection, moment)[0]?.success === true;
  });
}

function orders(group: readonly string[]): readonly (readonly string[])[] {
  if (group.length <= 1) return [group];
  return group.flatMap((one) => orders(group.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}

/** Returns every group of the people. */
const groups: readonly (readonly string[])[] = users.reduce<readonly (readonly string[])[]>(
  (all, one) => [...all, ...all.map((group) => [...group, one])],
  [[]],
);

/** Returns whether a group suffices for all that is signed with an order. */
function sufficesForOrder(order: Order, { book, ownerKind }: PaymentCase, group: readonly string[]): boolean {
  return factsOfOrder(order, ownerKind).every((facts) => suffices(effectiveRule(facts, book), group));
}

/** Rules, transfers and their owner. */
export interface PaymentCase {
  readonly book: RuleBook;
  readonly ownerKind: 'person' | 'organization';
  readonly amounts: readonly Money[];
}

const alternative: Arbitrary<Alternative> = fc
  .uniqueArray(
    fc.constantFrom(
      'customer-group:A',
      'customer-group:B',
      'customer-group:C',
      `customer:${owner}`,
      'user-id:b1',
    ),
    { minLength: 1, maxLength: 2 },
  )
  .chain((entities) =>
    fc
      .array(fc.constantFrom(1, 1, 2), { minLength: entities.length, maxLength: entities.length })
      .map((counts) => entities.map((entity, index) => need(entity, { required: counts[index] ?? 1 }))),
  );

const limits = [10_000n, 20_000n, 50_000n, 120_000n] as const;

/** Rules of one kind whose bands cover every amount, or a window of them. */
const row: Arbitrary<readonly SigningRule[]> = fc
  .record({
    resourceKind: fc.constantFrom(
      'payment' as const,
      'payment' as const,
      'bulk-payment' as const,
      'periodic-payment' as const,
      'signing-basket' as const,
      '*' as const,
    ),
    level: fc.constantFrom('own' as const, 'own' as const, 'bank' as const, 'mandatory' as const),
    account: fc.constantFrom('*', '*', '*', account),
    transactionType: fc.constantFrom('N/A' as const, 'N/A' as const, 'RMT' as const),
    days: fc.constantFrom(undefined, undefined, 30),
    isReferring: fc.boolean(),
    enforceHierarchy: fc.boolean(),
    edges: fc.subarray([...limits], { maxLength: 2 }),
    ways: fc.array(fc.array(alternative, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ edges, level, ways, days, isReferring, resourceKind, transactionType, ...rest }) =>
    [0n, ...edges].map((from, index) => {
      const to = edges[index];
      const isBasket = resourceKind === 'signing-basket';
      return ruleOf({
        ...rest,
        resourceKind,
        transactionType: isBasket ? 'N/A' : transactionType,
        owner: level === 'own' ? owner : '*',
        isMandatory: level === 'mandatory',
        ...(days === undefined ? {} : { withinDays: days }),
        ...(isReferring ? { currency: '*' as const, referenceCurrency: 'EUR' as const } : {}),
        band: to === undefined ? { from } : { from, to },
        alternatives: ways[index] ?? [],
      });
    }),
  );

const amount = fc.record({
  currency: fc.constantFrom('EUR' as const, 'EUR' as const, 'USD' as const),
  minor: fc.oneof(fc.constantFrom(5_000n, 9_999n, 10_000n, 20_000n), fc.bigInt({ min: 1n, max: 60_000n })),
});

/** Cases whose rules the checker of the product accepts. */
export const arbitraryCase: Arbitrary<PaymentCase> = fc
  .record({
    rows: fc.array(row, { minLength: 1, maxLength: 3 }),
    ownerKind: fc.constantFrom('person' as const, 'organization' as const),
    amounts: fc.array(amount, { minLength: 1, maxLength: 4 }),
    midRates: fc.constantFrom(
      [],
      [{ from: 'USD' as const, to: 'EUR' as const, numerator: 9n, denominator: 10n }],
    ),
    earlier: fc.constantFrom([], [{ currency: 'EUR' as const, minor: 15_000n }]),
  })
  .map(({ amounts, earlier, midRates, ownerKind, rows }) => {
    const rules = rows.flat().map((rule, index) => ({ ...rule, ruleId: `r${index}` }));
    const book: RuleBook = {
      rules,
      now,
      midRates,
      referenceCurrency: 'EUR',
      released: () => earlier,
    };
    return { amounts, book, ownerKind };
  })
  .filter(({ book, ownerKind }) =>
    checkRules(book.rules, { now, owners: [{ ownerKind, roster }] }).every(
      ({ code, severity }) => severity === 'warning' || code === 'one-person-suffices',
    ),
  );

/** Returns groups that suffice for a form, but not for the same money in one payment; none if the forms are equal. */
export function evasionsOf(payment: PaymentCase): readonly string[] {
  const { amounts, book } = payment;
  const [first] = amounts;
  if (first === undefined || amounts.some(({ currency }) => currency !== first.currency)) return [];
  const named = new Set<string>(book.rules.map(({ resourceKind }) => resourceKind));
  return shapesOf(amounts)
    .filter(({ kinds }) => !kinds.some((kind) => kind !== 'payment' && named.has(kind)))
    .flatMap(({ name, order, times }) => {
      const whole = paymentOrder({ currency: first.currency, minor: sum(amounts).minor * times });
      return groups
        .filter(
          (group) => sufficesForOrder(order, payment, group) && !sufficesForOrder(whole, payment, group),
        )
        .map((group) => `${name}: ${group.join(' ')}`);
    });
}

/** Returns forms of a case whose rule differs between the product and the second reading. */
export function disagreementsOf({ amounts, book, ownerKind }: PaymentCase): readonly string[] {
  return shapesOf(amounts)
    .filter((shape) => {
      const naive = naiveFacts(shape, ownerKind).map((facts) => naiveRule(facts, book));
      const own = factsOfOrder(shape.order, ownerKind).map((facts) =>
        inNaiveTerms(effectiveRule(facts, book)),
      );
      return !isDeepStrictEqual(
        own,
        naive.map(({ alternatives, enforceHierarchy, initiatorMaySign }) => ({
          alternatives,
          enforceHierarchy,
          initiatorMaySign,
        })),
      );
    })
    .map(({ name }) => name);
}
