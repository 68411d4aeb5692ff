import fc, { type Arbitrary } from 'fast-check';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { RuleBook } from '../domain/signing/choose-rules.ts';
import type { Collection, SigningMoment } from '../domain/signing/collection.ts';
import type { Signature } from '../domain/signing/counting.ts';
import type { SigningFacts } from '../domain/signing/facts.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';
import type { Roster } from '../domain/signing/roster.ts';
import { type Alternative, entityText, type SigningRule } from '../domain/signing/rule.ts';
import type { ReleasedWithin } from '../domain/signing/rule-match.ts';
import { digest, effectiveOf, minute, need, now, otherDigest, owner } from './signing-rule-steps.suite.ts';

const users = ['u1', 'u2', 'u3', 'u4', 'u5'] as const;
const user = fc.constantFrom(...users);
/** A user who initiated and is no longer among the signers. */
const gone = 'gone';
const when = fc.integer({ min: 0, max: 1_200 }).map(minute);
const usuallyEarly = fc.oneof(
  { weight: 4, arbitrary: fc.constant(minute(0)) },
  { weight: 1, arbitrary: when },
);
/** True once in ten times; a number would be drawn with a bias. */
const rarely = fc.oneof(
  { weight: 9, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
const validity = fc
  .tuple(
    usuallyEarly,
    fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: when }),
  )
  .map(([validFrom, validUntil]) => (validUntil === undefined ? { validFrom } : { validFrom, validUntil }));

const entity = fc.constantFrom(
  'customer-group:A',
  'customer-group:B',
  'customer-group:C',
  'special-group:A',
  'special-group:S',
  'user-id:u1',
  'user-name:name-u2',
  `customer:${owner}`,
);
const requirement = fc
  .tuple(
    entity,
    fc.record({
      level: fc.integer({ min: 1, max: 3 }),
      required: fc.constantFrom(1, 1, 1, 2),
      distinctGroup: fc.boolean(),
    }),
  )
  .map(([name, more]) => need(name, more));

/** One way to fulfil a rule, without an entity twice. */
const arbitraryAlternative: Arbitrary<Alternative> = fc.uniqueArray(requirement, {
  minLength: 1,
  maxLength: 3,
  selector: entityText,
});
const alternatives = fc.array(arbitraryAlternative, { minLength: 1, maxLength: 3 });

const edges = [0n, 10_000n, 20_000n, 30_000n] as const;
const band = fc
  .tuple(fc.nat(edges.length - 1), fc.integer({ min: 1, max: edges.length }))
  .map(([low, width]) => {
    const [from = 0n, to] = [edges[low], edges[low + width]];
    return to === undefined ? { from } : { from, to };
  });
const money = fc.oneof(
  fc.constantFrom('EUR' as const, 'USD' as const).map((currency) => ({ currency })),
  fc.constantFrom('EUR' as const, 'JPY' as const).map((referenceCurrency) => ({
    currency: '*' as const,
    referenceCurrency,
  })),
);

const anyRule: Arbitrary<SigningRule> = fc
  .tuple(
    fc.record(
      {
        version: fc.integer({ min: 1, max: 2 }),
        status: fc.constantFrom('active' as const, 'active' as const, 'active' as const, 'draft' as const),
        bankId: fc.constantFrom('01' as const, '01' as const, '02' as const),
        resourceKind: fc.constantFrom(
          'payment' as const,
          'bulk-payment' as const,
          'periodic-payment' as const,
          'signing-basket' as const,
          '*' as const,
        ),
        withinDays: fc.constantFrom(7, 30),
        authorizationType: fc.constantFrom('PAYMENT' as const, 'N/A' as const, 'CONSENT' as const),
        transactionType: fc.constantFrom('N/A' as const, 'N/A' as const, 'PMT' as const, 'SLF' as const),
        account: fc.constantFrom('*', '*', 'ACC1', 'ACC2'),
        band,
        enforceHierarchy: fc.boolean(),
        initiatorMaySign: fc.boolean(),
        alternatives,
      },
      {
        noNullPrototype: true,
        requiredKeys: [
          'version',
          'status',
          'bankId',
          'resourceKind',
          'authorizationType',
          'transactionType',
          'account',
          'band',
          'enforceHierarchy',
          'alternatives',
        ],
      },
    ),
    validity,
    money,
    fc.constantFrom('own', 'own', 'bank', 'mandatory', 'other'),
  )
  .map(([rule, valid, currency, role]) => ({ ruleId: '', ...rule, ...valid, ...currency, ...roleOf(role) }));

function roleOf(role: string): Pick<SigningRule, 'owner' | 'isMandatory'> {
  if (role === 'own') return { owner, isMandatory: false };
  if (role === 'other') return { owner: '1000000055', isMandatory: false };
  return { owner: '*', isMandatory: role === 'mandatory' };
}

/** Rules of an owner, of another owner and of the bank, with few values, so that they overlap. */
const arbitraryRules: Arbitrary<readonly SigningRule[]> = fc
  .array(anyRule, { maxLength: 8 })
  .map((rules) => rules.map((rule, index) => ({ ...rule, ruleId: `r${index}` })));

const amount = fc.record({
  currency: fc.constantFrom('EUR' as const, 'USD' as const),
  minor: fc.oneof(fc.constantFrom(...edges, 9_999n, 19_999n), fc.bigInt({ min: 0n, max: 50_000n })),
});

/** What was released from the accounts of an owner, by account and number of days. */
const released = fc
  .array(
    fc.record({ account: fc.constantFrom('ACC1', 'ACC2'), days: fc.constantFrom(1, 7, 8, 30, 31), amount }),
    { maxLength: 4 },
  )
  .map(
    (entries): ReleasedWithin =>
      (account, days) =>
        entries
          .filter((entry) => entry.account === account && entry.days <= days)
          .map((entry) => entry.amount),
  );

export const arbitraryBook: Arbitrary<RuleBook> = fc.record({
  rules: arbitraryRules,
  now: fc.constant(now),
  midRates: fc.subarray([
    { from: 'USD' as const, to: 'EUR' as const, numerator: 9n, denominator: 11n },
    { from: 'EUR' as const, to: 'USD' as const, numerator: 11n, denominator: 9n },
    { from: 'EUR' as const, to: 'JPY' as const, numerator: 1_601n, denominator: 10n },
    { from: 'USD' as const, to: 'JPY' as const, numerator: 149n, denominator: 1n },
  ]),
  released,
});

const together = fc.array(amount, { minLength: 1, maxLength: 3 });

/** Facts of a payment, of any kind. */
export const arbitraryFacts: Arbitrary<SigningFacts> = fc.record(
  {
    bankId: fc.constant('01' as const),
    owner: fc.constant(owner),
    ownerKind: fc.constantFrom('person' as const, 'organization' as const),
    resourceKind: fc.constantFrom(
      'payment' as const,
      'payment' as const,
      'bulk-payment' as const,
      'periodic-payment' as const,
      'signing-basket' as const,
    ),
    authorizationType: fc.constant('PAYMENT' as const),
    questions: fc.array(
      fc.record(
        {
          transactionType: fc.constantFrom('PMT' as const, 'SLF' as const, 'N/A' as const),
          account: fc.constantFrom('ACC1', 'ACC2'),
          amounts: fc.array(amount, { maxLength: 2 }),
          together,
        },
        { requiredKeys: ['transactionType', 'amounts'], noNullPrototype: true },
      ),
      { minLength: 1, maxLength: 2 },
    ),
    basket: fc.array(
      fc.record(
        { account: fc.constantFrom('ACC1', 'ACC2'), together },
        { requiredKeys: ['together'], noNullPrototype: true },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  },
  {
    requiredKeys: ['bankId', 'owner', 'ownerKind', 'resourceKind', 'authorizationType', 'questions'],
    noNullPrototype: true,
  },
);

/** Few parties, so that several users belong to one. */
const party = fc.constantFrom(undefined, undefined, 'P1', 'P2', 'P3');

const signers = fc.tuple(
  ...users.map((userId) =>
    fc
      .tuple(
        fc.record({
          kind: fc.constantFrom(
            'customer' as const,
            'customer' as const,
            'customer' as const,
            'agent' as const,
          ),
          isActive: rarely.map((isSo) => !isSo),
          isRestricted: rarely,
        }),
        fc.array(validity, { minLength: 1, maxLength: 2 }),
        party,
      )
      .map(([signer, spans, belongsTo]) => ({
        ...signer,
        ...(belongsTo === undefined || signer.kind === 'agent' ? {} : { party: belongsTo }),
        userId,
        userName: `name-${userId}`,
        mandates: signer.kind === 'agent' ? [] : spans.map((span) => ({ ...span, customer: owner })),
      })),
  ),
);

const membership = fc
  .tuple(
    fc.record(
      {
        entityLevel: fc.constantFrom(
          'customer-group' as const,
          'customer-group' as const,
          'special-group' as const,
        ),
        group: fc.constantFrom('A', 'B', 'C', 'S'),
        userId: user,
        level: fc.integer({ min: 1, max: 3 }),
      },
      { requiredKeys: ['entityLevel', 'group', 'userId'], noNullPrototype: true },
    ),
    validity,
  )
  .map(([member, span]) => ({ ...member, ...span }));

const absence = fc.record(
  {
    owner: fc.constantFrom(owner, owner, owner, '1000000055'),
    userId: user,
    delegateId: user,
    from: usuallyEarly,
    until: fc.integer({ min: 500, max: 2_000 }).map(minute),
  },
  { requiredKeys: ['owner', 'userId', 'from', 'until'], noNullPrototype: true },
);

/** People with groups, mandates and absences. */
const arbitraryRoster: Arbitrary<Roster> = fc.record({
  owner: fc.constant(owner),
  signers,
  memberships: fc.array(membership, { minLength: 8, maxLength: 16 }),
  absences: fc.array(absence, { maxLength: 3 }),
  parties: fc.constantFrom(new Map<string, string>(), new Map([[gone, 'P1']])),
});

/** A signature in the own name, for a random person, or by the delegate of an absence. */
const signature = fc.record(
  {
    userId: fc.oneof({ weight: 19, arbitrary: user }, { weight: 1, arbitrary: fc.constant('unknown') }),
    digest: fc.constantFrom(digest, digest, digest, digest, otherDigest),
    state: fc.constantFrom('valid' as const, 'valid' as const, 'valid' as const, 'void' as const),
    voidedAt: fc.oneof(fc.constant(undefined), fc.integer({ min: 100, max: 1_000 }).map(minute)),
    name: fc.oneof(
      { weight: 6, arbitrary: fc.constant('own' as const) },
      { weight: 1, arbitrary: user },
      { weight: 3, arbitrary: fc.nat(2) },
    ),
  },
  { noNullPrototype: true },
);
type Drawn = typeof signature extends Arbitrary<infer T> ? T : never;

/** Returns a history in which time advances, including signatures that a correct store would not contain. */
function historyOf(drawn: readonly Drawn[], { absences }: Roster): readonly Signature[] {
  return drawn.map(({ voidedAt, name, ...rest }, index) => {
    const absence = typeof name === 'number' ? absences[name] : undefined;
    const represented = absence?.delegateId === undefined ? undefined : absence.userId;
    const onBehalfOf = typeof name === 'string' && name !== 'own' ? name : represented;
    return omitUndefined({
      ...rest,
      userId: represented === undefined ? rest.userId : (absence?.delegateId ?? rest.userId),
      signedAt: minute(100 + 130 * index),
      voidedAt: rest.state === 'void' ? voidedAt : undefined,
      onBehalfOf,
    });
  });
}

/** A collection, and the time at which it is evaluated. */
export interface CollectionScenario {
  readonly collection: Collection;
  readonly moment: SigningMoment & { readonly userId: string };
}

/** Everything that evaluate-user and evaluate-signatures depend on beside the rule. */
export const arbitraryCollection: Arbitrary<CollectionScenario> = fc
  .record({
    collection: fc.record(
      {
        digest: fc.constantFrom(digest, otherDigest),
        initiator: fc.oneof({ weight: 4, arbitrary: user }, { weight: 1, arbitrary: fc.constant(gone) }),
      },
      { requiredKeys: ['digest'], noNullPrototype: true },
    ),
    drawn: fc.array(signature, { minLength: 1, maxLength: 6, size: 'max' }),
    moment: fc.record({
      roster: arbitraryRoster,
      now: fc.constant(now),
      digest: fc.constantFrom(digest, digest, digest, digest, digest, otherDigest),
      userId: user,
    }),
  })
  .map(({ drawn, collection, moment }) => ({
    moment,
    collection: { ...collection, signatures: historyOf(drawn, moment.roster) },
  }));

/** An effective rule, with alternatives that the people of a roster can fulfil. */
export const arbitraryEffectiveRule: Arbitrary<EffectiveRule> = fc
  .record({ alternatives, enforceHierarchy: fc.boolean(), initiatorMaySign: fc.boolean() })
  .map(effectiveOf);
