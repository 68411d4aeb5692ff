import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import { isCurrency } from '#platform/kernel/currency.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { parseMoney } from '#platform/kernel/money.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import { accountIdSpelling } from '../../domain/signing/payment-order.ts';
import {
  anyType,
  anyValue,
  type Band,
  entityText,
  kindNamed,
  type Requirement,
  type SigningRule,
} from '../../domain/signing/rule.ts';
import {
  checkRule,
  type RequirementDocument,
  type RuleDocument,
  type RuleError,
  type RuleErrorCode,
} from './rule-schema.ts';

/** All rules of a document, or all its errors: a partial import would leave gaps. */
export type ReadRules =
  | { readonly kind: 'rules'; readonly rules: readonly SigningRule[] }
  | { readonly kind: 'errors'; readonly errors: readonly RuleError[] };

const rulesMax = 10_000;

/** Reads a list of rules with the member names of the specification, from an unchecked document. */
export function readRules(document: unknown): ReadRules {
  if (!Array.isArray(document)) return { kind: 'errors', errors: [{ path: '', error: 'not-a-list' }] };
  if (document.length === 0 || document.length > rulesMax)
    return { kind: 'errors', errors: [{ path: '', error: 'list-length' }] };
  const errors: RuleError[] = [];
  const rules = document.flatMap((value: unknown, index) => {
    const path = `/${index}`;
    const checked = checkRule(value, path);
    if ('length' in checked) {
      errors.push(...checked);
      return [];
    }
    return [ruleOf(checked, (member, error) => errors.push({ path: `${path}/${member}`, error }))];
  });
  return errors.length > 0 ? { kind: 'errors', errors } : { kind: 'rules', rules };
}

/** Records an error of a member whose value alone is valid. */
type Refuse = (member: string, error: RuleErrorCode) => void;

function ruleOf(document: RuleDocument, refuse: Refuse): SigningRule {
  const { mandatory = false, owner } = document;
  if (mandatory && owner !== anyValue) refuse('mandatory', 'combination-not-allowed');
  return {
    ruleId: document['rule-id'],
    version: document.version,
    status: document.status,
    ...validityOf(document, refuse),
    bankId: document['bank-id'],
    owner,
    isMandatory: mandatory,
    resourceKind: kindOf(document['resource-kind'], refuse),
    authorizationType: document['authorization-type'] ?? anyType,
    transactionType: document['transaction-type'] ?? anyType,
    account: accountIdSpelling(document.account ?? anyValue),
    ...moneyOf(document, refuse),
    enforceHierarchy: document['enforce-hierarchy'] ?? false,
    ...omitUndefined({
      withinDays: document['within-days'],
      initiatorMaySign: document['initiator-may-sign'],
      collectionValidity: mapDefined(document['collection-validity'], (text) => Temporal.Duration.from(text)),
    }),
    alternatives: document.alternatives.map((requirements, index) => {
      const alternative = requirements.map(requirementOf);
      // With an entity twice it would be ambiguous which requirement a signature counts for.
      if (new Set(alternative.map(entityText)).size < alternative.length)
        refuse(`alternatives/${index}`, 'entity-twice');
      return alternative;
    }),
  };
}

function kindOf(text: string, refuse: Refuse): SigningRule['resourceKind'] {
  const kind = text === anyValue ? anyValue : kindNamed(text);
  if (kind === undefined) refuse('resource-kind', 'not-a-literal');
  return kind ?? anyValue;
}

function validityOf(document: RuleDocument, refuse: Refuse): Pick<SigningRule, 'validFrom' | 'validUntil'> {
  const validFrom = timeOf(document['valid-from']);
  const validUntil = mapDefined(document['valid-until'], timeOf);
  if (validUntil !== undefined && Temporal.Instant.compare(validUntil, validFrom) <= 0)
    refuse('valid-until', 'validity-is-empty');
  return omitUndefined({ validFrom, validUntil });
}

function timeOf(text: string): Temporal.Instant {
  const instant = parseTimestamp(text);
  assert(instant !== undefined, 'the schema has checked it');
  return instant;
}

function moneyOf(
  document: RuleDocument,
  refuse: Refuse,
): Pick<SigningRule, 'currency' | 'referenceCurrency' | 'band'> {
  const { currency, 'reference-currency': reference } = document;
  if (isCurrency(currency)) {
    if (reference !== undefined) refuse('reference-currency', 'combination-not-allowed');
    return { currency, band: bandOf(document, currency, refuse) };
  }
  if (reference !== undefined && isCurrency(reference))
    return { currency: anyValue, referenceCurrency: reference, band: bandOf(document, reference, refuse) };
  refuse('reference-currency', 'missing');
  return { currency: anyValue, band: { from: 0n } };
}

function bandOf(document: RuleDocument, currency: string, refuse: Refuse): Band {
  const amountOf = (member: 'amount-from' | 'amount-to', amount: string): bigint | undefined => {
    const money = parseMoney({ currency, amount });
    if (money === undefined) refuse(member, 'not-an-amount');
    return money?.minor;
  };
  const from = amountOf('amount-from', document['amount-from']) ?? 0n;
  const upper = document['amount-to'] === '' ? undefined : document['amount-to'];
  const to = mapDefined(upper, (amount) => amountOf('amount-to', amount));
  if (to !== undefined && to <= from) refuse('amount-to', 'band-is-empty');
  return omitUndefined({ from, to });
}

function requirementOf(document: RequirementDocument): Requirement {
  return {
    level: document.level,
    entityLevel: document['entity-level'],
    entityId: document['entity-id'],
    required: document.required,
    distinctGroup: document['distinct-group'] ?? false,
  };
}
