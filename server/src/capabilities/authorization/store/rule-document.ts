import { formatMoney } from '#platform/kernel/money.ts';
import { toExactTimestamp } from '#platform/kernel/timestamp.ts';
import { anyValue, type Requirement, type SigningRule } from '../domain/signing/rule.ts';
import { readRules } from '../engine/signing-rules/read-rules.ts';

/** Serializes a rule in the import format, which auditors can read and import again. */
export function documentOf(rule: SigningRule): Readonly<Record<string, unknown>> {
  const { band, currency, referenceCurrency } = rule;
  const bandCurrency = currency === anyValue ? referenceCurrency : currency;
  const amountText = (minor: bigint): string =>
    bandCurrency === undefined ? String(minor) : formatMoney({ minor, currency: bandCurrency });
  return {
    'rule-id': rule.ruleId,
    version: rule.version,
    status: rule.status,
    'valid-from': toExactTimestamp(rule.validFrom),
    'valid-until': rule.validUntil && toExactTimestamp(rule.validUntil),
    'bank-id': rule.bankId,
    owner: rule.owner,
    mandatory: rule.isMandatory,
    'resource-kind': rule.resourceKind,
    'authorization-type': rule.authorizationType,
    'transaction-type': rule.transactionType,
    account: rule.account,
    currency,
    'reference-currency': referenceCurrency,
    'amount-from': amountText(band.from),
    'amount-to': band.to === undefined ? undefined : amountText(band.to),
    'within-days': rule.withinDays,
    'enforce-hierarchy': rule.enforceHierarchy,
    'initiator-may-sign': rule.initiatorMaySign,
    'collection-validity': rule.collectionValidity?.toString(),
    alternatives: rule.alternatives.map((alternative) => alternative.map(requirementOf)),
  };
}

/**
 * Serializes a change of rules as its signers sign it, resource kind `signing-rule`; versions are assigned on
 * activation.
 */
export function ruleChangeText(rules: readonly SigningRule[], retire: readonly string[]): string {
  const documents = rules.map((rule) => documentOf({ ...rule, version: 1, status: 'draft' }));
  return JSON.stringify({ rules: documents, retire });
}

function requirementOf(requirement: Requirement): Readonly<Record<string, unknown>> {
  const { distinctGroup, entityId, entityLevel, level, required } = requirement;
  return {
    level,
    'entity-level': entityLevel,
    'entity-id': entityId,
    required,
    'distinct-group': distinctGroup,
  };
}

/**
 * Parses a stored rule. Throws when it cannot be read: it was changed manually, and nothing may be decided without it.
 */
export function ruleIn({
  document,
  status,
}: {
  readonly document: unknown;
  readonly status: string;
}): SigningRule {
  const read = readRules([document]);
  if (read.kind === 'errors') throw new Error('a signing rule in the database cannot be read');
  const [rule] = read.rules;
  if (rule === undefined) throw new Error('a signing rule in the database is empty');
  return status === 'active' ? { ...rule, status } : rule;
}
