import type { Currency } from '#platform/kernel/currency.ts';
import type { Money } from '#platform/kernel/money.ts';

/** Exemptions of the RTS that a bank can use for credit transfers. Each is off unless the bank switches it on. */
export const exemptionKinds = ['low-value', 'recurring', 'own-accounts', 'trusted-beneficiary'] as const;
export type ExemptionKind = (typeof exemptionKinds)[number];

/** Limits of an exemption, as data of a bank. */
export interface ExemptionRules {
  /** Art. 16. */
  readonly 'low-value'?: {
    readonly currency: Currency;
    /** Minor units, included: at most 30 EUR. */
    readonly amountMax: bigint;
    /** Minor units since the last strong authentication, this payment included: at most 100 EUR. */
    readonly sumMax: bigint;
    /** Payments in a row without strong authentication, this one included: at most 5. */
    readonly countMax: number;
  };
  /** Art. 14: later payments of a series with the same amount and payee. */
  readonly recurring?: true;
  /** Art. 15: from one own account to another at this bank. */
  readonly 'own-accounts'?: true;
  /** Art. 13: payees on the list that the core keeps for the customer. */
  readonly 'trusted-beneficiary'?: true;
}

/** What was paid without strong authentication since the last one. */
export interface ExemptedSince {
  readonly count: number;
  /** Minor units, in the currency of the low-value rule. */
  readonly sum: bigint;
}

/** Facts about a payment that decide whether it may be exempted. */
export interface ExemptionFacts {
  readonly amount: Money;
  /** Debtor and creditor account belong to the same single customer of this bank. */
  readonly isBetweenOwnAccounts: boolean;
  /** The customer approved a payment of the same amount to the same payee in this series before. */
  readonly isRepeated: boolean;
  readonly isTrustedBeneficiary: boolean;
  readonly since: ExemptedSince;
}

/** Returns the exemption that applies, if any. The limits of the regulation hold also where a bank sets higher ones. */
export function exemptionFor(rules: ExemptionRules, facts: ExemptionFacts): ExemptionKind | undefined {
  if (rules['own-accounts'] === true && facts.isBetweenOwnAccounts) return 'own-accounts';
  if (rules['trusted-beneficiary'] === true && facts.isTrustedBeneficiary) return 'trusted-beneficiary';
  if (rules.recurring === true && facts.isRepeated) return 'recurring';
  return isLowValue(rules['low-value'], facts) ? 'low-value' : undefined;
}

/**
 * Art. 16: the amount, and of the other two limits the one that the bank counts by. Both are counted here and both must
 * hold, which is stricter than the regulation and leaves no choice to explain.
 */
function isLowValue(rule: ExemptionRules['low-value'], { amount, since }: ExemptionFacts): boolean {
  if (rule === undefined || amount.currency !== rule.currency) return false;
  return (
    amount.minor <= rule.amountMax &&
    since.sum + amount.minor <= rule.sumMax &&
    since.count + 1 <= rule.countMax
  );
}
