import type { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { Order, SinglePayment } from './order.ts';
import { isDoubtful } from './payee-check.ts';
import { recurringCountMax, seriesGapDays, seriesLifeDays, strongAuthenticationDays } from './policy.ts';

/** Exemptions of the RTS that a bank can use for credit transfers. Each is off unless the bank switches it on. */
export const exemptionKinds = ['low-value', 'recurring', 'own-accounts', 'trusted-beneficiary'] as const;
export type ExemptionKind = (typeof exemptionKinds)[number];

/** Limits of small payments in one currency. */
export interface LowValueLimits {
  readonly currency: Currency;
  /** Minor units, included: at most 30 EUR. */
  readonly amountMax: bigint;
  /** Minor units since the last strong authentication, this payment included: at most 100 EUR. */
  readonly sumMax: bigint;
  /** Payments in a row without strong authentication, this one included: at most 5. */
  readonly countMax: number;
}

/** Exemptions that a bank uses, with their limits. */
export interface ExemptionRules {
  /** Art. 16. A currency that is not listed is never exempted. */
  readonly 'low-value'?: readonly LowValueLimits[];
  /** Art. 14: later payments of a series with the same amount and payee. */
  readonly recurring?: boolean;
  /** Art. 15: from one own account to another at this bank. */
  readonly 'own-accounts'?: boolean;
  /** Art. 13: payees on the list that the core keeps for the customer. */
  readonly 'trusted-beneficiary'?: boolean;
}

/** What was paid without strong authentication since the last one, for whatever reason it was exempted. */
export interface ExemptedSince {
  readonly authenticatedAt: Temporal.Instant;
  /** In all currencies. */
  readonly count: number;
  /** Minor units, in the currency of the payment. */
  readonly sum: bigint;
}

/** A payment that the customer approved with two factors, and that is repeated. */
export interface PaymentSeries {
  readonly lastPaidAt: Temporal.Instant;
}

/** Facts about a payment that decide whether it may be exempted. */
export interface ExemptionFacts {
  readonly amount: Money;
  readonly now: Temporal.Instant;
  /** Debtor and creditor account belong to the same single customer of this bank. */
  readonly isBetweenOwnAccounts: boolean;
  readonly isTrustedBeneficiary: boolean;
  /** Absent if the customer did not approve the same amount for the same payee before. */
  readonly series?: PaymentSeries;
  /** Absent if no strong authentication is known. */
  readonly since?: ExemptedSince;
}

/** Returns whether a bank uses any exemption. */
export function usesExemptions(rules: ExemptionRules): boolean {
  const {
    'low-value': lowValue = [],
    recurring,
    'own-accounts': own,
    'trusted-beneficiary': trusted,
  } = rules;
  return lowValue.length > 0 || [recurring, own, trusted].includes(true);
}

/**
 * Returns the payment that an exemption may be for: one credit transfer, and nothing that contains others or repeats
 * itself. A payee whose name did not match is shown before the approval, which an exemption would leave out.
 */
export function exemptiblePayment(order: Order): SinglePayment | undefined {
  return order.kind === 'payment' && !isDoubtful(order.transfer.payeeCheck) ? order : undefined;
}

/**
 * Returns the exemption that applies, if any. All of them count from the last strong authentication: without a recent one
 * none applies. The limits of the regulation hold also where a bank sets higher ones.
 */
export function exemptionFor(rules: ExemptionRules, facts: ExemptionFacts): ExemptionKind | undefined {
  const { now, since } = facts;
  if (since === undefined || isOlder(since.authenticatedAt, now, strongAuthenticationDays)) return undefined;
  if (rules['own-accounts'] === true && facts.isBetweenOwnAccounts) return 'own-accounts';
  if (rules['trusted-beneficiary'] === true && facts.isTrustedBeneficiary) return 'trusted-beneficiary';
  if (rules.recurring === true && isDue(facts.series, now, since)) return 'recurring';
  return isLowValue(rules['low-value'], facts.amount, since) ? 'low-value' : undefined;
}

const hoursPerDay = 24;

function isOlder(then: Temporal.Instant, now: Temporal.Instant, days: number): boolean {
  return then.add({ hours: days * hoursPerDay }).epochMilliseconds < now.epochMilliseconds;
}

/**
 * Art. 14 means payments that come again after a while. A second one within days may be the same order sent twice, so it
 * is approved like a first one. A third party that keeps the password must not repeat a large payment without end.
 */
function isDue(series: PaymentSeries | undefined, now: Temporal.Instant, { count }: ExemptedSince): boolean {
  if (series === undefined || count >= recurringCountMax) return false;
  const { lastPaidAt } = series;
  return isOlder(lastPaidAt, now, seriesGapDays) && !isOlder(lastPaidAt, now, seriesLifeDays);
}

/** Art. 16. The regulation names euros; in other currencies the bank answers for its limits. */
const regulated = { currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 } as const;

/**
 * Art. 16: the amount, and of the other two limits the one that the bank counts by. Both are counted here and both must
 * hold, which is stricter than the regulation and leaves no choice to explain.
 */
function isLowValue(limits: readonly LowValueLimits[] = [], amount: Money, since: ExemptedSince): boolean {
  const own = limits.find(({ currency }) => currency === amount.currency);
  if (own === undefined) return false;
  const count = since.count + 1;
  const sum = since.sum + amount.minor;
  const isWithin = (limit: LowValueLimits): boolean =>
    amount.minor <= limit.amountMax && sum <= limit.sumMax && count <= limit.countMax;
  return (
    isWithin(own) &&
    count <= regulated.countMax &&
    (own.currency !== regulated.currency || isWithin(regulated))
  );
}
