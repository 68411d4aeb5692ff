import type { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import { type AddedLiteral, isAddedLiteral } from '../added-literal.ts';

/** Kinds of resources that are signed. SPEC channel-interfaces 9.1. */
export const resourceKinds = [
  'payment',
  'bulk-payment',
  'periodic-payment',
  'signing-basket',
  'payment-cancellation',
  'consent',
  'funds-confirmation-consent',
  'document',
  'party-correction',
  'restriction-lift',
  'employee-approval',
  'signing-rule',
] as const;
export type BuiltInKind = (typeof resourceKinds)[number];
/** A kind that a bank added. It is signed like a document. */
export type AddedKind = AddedLiteral<'kind'>;
export type ResourceKind = BuiltInKind | AddedKind;

/** Stands for no kind in particular where mandates are read. */
export const anyKind = 'any';

/** Returns whether the product has rules for a kind. */
export function isBuiltInKind(kind: string): kind is BuiltInKind {
  return resourceKinds.some((one) => one === kind);
}

/** Returns a kind as a request, a rule or a row names it; undefined for a text that no bank can add. */
export function kindNamed(text: string): ResourceKind | undefined {
  if (isBuiltInKind(text)) return text;
  return isAddedLiteral<'kind'>(text) && text !== anyKind ? text : undefined;
}

/** Returns the built-in kind whose rules a kind has: a kind that a bank added has those of a document. */
export function rulesKindOf(kind: ResourceKind): BuiltInKind {
  return isBuiltInKind(kind) ? kind : 'document';
}

/** Kinds of resources that move money when they are executed. */
export const paymentKinds: readonly ResourceKind[] = [
  'payment',
  'bulk-payment',
  'periodic-payment',
  'signing-basket',
];

/** Returns whether resources of a kind move money: a rule for one of these kinds governs those that no rule names. */
export function isPaymentKind(kind: string): boolean {
  return paymentKinds.some((one) => one === kind);
}

/** SPEC 002: `N/A` in a rule means any. */
export const authorizationTypes = ['PAYMENT', 'CANCELLATION', 'CONSENT', 'N/A'] as const;
export type AuthorizationType = (typeof authorizationTypes)[number];

/** SPEC 002: own accounts, third party in the same bank, payment, remittance; `N/A` in a rule means any. */
export const transactionTypes = ['N/A', 'SLF', 'TPF', 'PMT', 'RMT'] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** SPEC 002: the level at which a signature is counted. */
export const entityLevels = ['user-name', 'user-id', 'customer', 'customer-group', 'special-group'] as const;
export type EntityLevel = (typeof entityLevels)[number];

export const ruleStatuses = ['draft', 'active', 'retired'] as const;
export type RuleStatus = (typeof ruleStatuses)[number];

/** Matches every owner, kind, account or currency. */
export const anyValue = '*';
/** Matches every authorization-type or transaction-type. */
export const anyType = 'N/A';

/** Number of required signatures of one entity. Requirements with the same level are signed in parallel. */
export interface Requirement {
  readonly level: number;
  readonly entityLevel: EntityLevel;
  readonly entityId: string;
  readonly required: number;
  /** Excludes members of another group of the same alternative. */
  readonly distinctGroup: boolean;
}

/** One way to fulfil a rule: all its requirements together. */
export type Alternative = readonly Requirement[];

/** Longest window of a rule: what was released earlier is not kept. */
export const withinDaysMax = 366;

/** Amounts in minor units: the lower bound is included, the upper bound is not; absent means unbounded. */
export interface Band {
  readonly from: bigint;
  readonly to?: bigint;
}

/** A rule that says who must sign which resource. SPEC channel-interfaces 9.1. */
export interface SigningRule {
  readonly ruleId: string;
  readonly version: number;
  readonly status: RuleStatus;
  readonly validFrom: Temporal.Instant;
  readonly validUntil?: Temporal.Instant;
  readonly bankId: string;
  /** A corporate ID or CIF; `*` is the default of the bank. */
  readonly owner: string;
  /** Only with owner `*`: the requirements join every alternative of the rule that applies. */
  readonly isMandatory: boolean;
  readonly resourceKind: ResourceKind | typeof anyValue;
  readonly authorizationType: AuthorizationType;
  readonly transactionType: TransactionType;
  readonly account: string;
  readonly currency: Currency | typeof anyValue;
  /** The currency of the band where the rule names none of its own. */
  readonly referenceCurrency?: Currency;
  readonly band: Band;
  /** The band counts what was released from the account within so many days as well; absent: one order alone. */
  readonly withinDays?: number;
  readonly enforceHierarchy: boolean;
  /** Absent: persons and joint accounts may, organizations may not. */
  readonly initiatorMaySign?: boolean;
  readonly collectionValidity?: Temporal.Duration;
  readonly alternatives: readonly Alternative[];
}

/** Returns an entity as responses spell it: `{entity-level}:{entity-id}`. */
export function entityText({ entityLevel, entityId }: Pick<Requirement, 'entityLevel' | 'entityId'>): string {
  return `${entityLevel}:${entityId}`;
}

/** Returns the number of signatures that an alternative requires. */
export function sumRequired(alternative: Alternative): number {
  let total = 0;
  for (const { required } of alternative) total += required;
  return total;
}

/**
 * Returns how many different levels an alternative has. Called for thousands of rules at a time, so it creates no set.
 */
export function levelCount(alternative: Alternative): number {
  let levels = 0;
  for (let index = 0; index < alternative.length; index += 1) {
    if (isFirstOfLevel(alternative, index)) levels += 1;
  }
  return levels;
}

function isFirstOfLevel(alternative: Alternative, index: number): boolean {
  for (let before = 0; before < index; before += 1) {
    if (alternative[before]?.level === alternative[index]?.level) return false;
  }
  return true;
}

/** Returns whether an entity level denotes a group with listed members. */
export function isGroupLevel(level: EntityLevel): level is 'customer-group' | 'special-group' {
  return level === 'customer-group' || level === 'special-group';
}

/** Returns whether a rule can govern payments. */
export function isForPayments({ authorizationType, resourceKind }: SigningRule): boolean {
  const isType = authorizationType === 'PAYMENT' || authorizationType === anyType;
  return isType && (resourceKind === anyValue || isPaymentKind(resourceKind));
}

/** Returns whether a rule is in force at a time. */
export function isInForce(rule: SigningRule, nowMs: number): boolean {
  if (rule.status !== 'active' || rule.validFrom.epochMilliseconds > nowMs) return false;
  return rule.validUntil === undefined || nowMs < rule.validUntil.epochMilliseconds;
}

const authorizationTypeByKind: Readonly<Record<BuiltInKind, AuthorizationType>> = {
  payment: 'PAYMENT',
  'bulk-payment': 'PAYMENT',
  'periodic-payment': 'PAYMENT',
  'signing-basket': 'PAYMENT',
  'payment-cancellation': 'CANCELLATION',
  consent: 'CONSENT',
  'funds-confirmation-consent': 'CONSENT',
  document: 'N/A',
  'party-correction': 'N/A',
  'restriction-lift': 'N/A',
  'employee-approval': 'N/A',
  'signing-rule': 'N/A',
};

/**
 * Returns the authorization-type of a resource kind; kinds that are neither paid, cancelled nor consented have none.
 */
export function authorizationTypeOf(kind: ResourceKind): AuthorizationType {
  return authorizationTypeByKind[rulesKindOf(kind)];
}
