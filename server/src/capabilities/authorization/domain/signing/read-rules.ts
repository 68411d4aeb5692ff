import { Temporal } from 'temporal-polyfill';
import { type Currency, isCurrency } from '#platform/kernel/currency.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { parseMoney } from '#platform/kernel/money.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import {
  addError,
  checkMembers,
  type ImportCursor,
  itemsOf,
  memberOf,
  type RuleError,
  readBoolean,
  readCount,
  readLiteral,
  readText,
} from './import-cursor.ts';
import { accountIdSpelling } from './payment-order.ts';
import {
  type Alternative,
  anyType,
  anyValue,
  authorizationTypes,
  type Band,
  entityLevels,
  entityText,
  type Requirement,
  resourceKinds,
  ruleStatuses,
  type SigningRule,
  transactionTypes,
} from './rule.ts';

/** All rules of a document, or all its errors: a partial import would leave gaps. */
export type ReadRules =
  | { readonly kind: 'rules'; readonly rules: readonly SigningRule[] }
  | { readonly kind: 'errors'; readonly errors: readonly RuleError[] };

const rulesMax = 10_000;
const alternativesMax = 16;
const requirementsMax = 16;
const requiredMax = 99;
const versionMax = 2_147_483_647;

const bankIdShape = /^[a-z0-9]{2,8}$/;
const ruleIdShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ownerShape = /^(?:\*|[A-Za-z0-9][A-Za-z0-9._-]{0,34})$/;
const accountShape = /^(?:\*|[A-Za-z0-9][A-Za-z0-9._-]{0,69})$/;
const entityShape = /^[^\s:\p{C}](?:[^\p{C}:]{0,98}[^\s:\p{C}])?$/u;
const anyShape = /^/;
// Months and years have no fixed length, so two of them could not be compared.
const durationShape = /^P(?=[0-9T])(?:[0-9]{1,4}D)?(?:T(?=[0-9])(?:[0-9]{1,4}H)?(?:[0-9]{1,4}M)?)?$/;

const ruleMembers = [
  'rule-id',
  'version',
  'status',
  'valid-from',
  'valid-until',
  'bank-id',
  'owner',
  'mandatory',
  'resource-kind',
  'authorization-type',
  'transaction-type',
  'account',
  'currency',
  'reference-currency',
  'amount-from',
  'amount-to',
  'enforce-hierarchy',
  'initiator-may-sign',
  'collection-validity',
  'alternatives',
];
const requirementMembers = ['level', 'entity-level', 'entity-id', 'required', 'distinct-group'];

/** Reads a list of rules with the member names of the specification, from an unchecked document. */
export function readRules(document: unknown): ReadRules {
  const errors: RuleError[] = [];
  const rules = itemsOf({ path: '', value: document, errors }, rulesMax).map(readRule);
  return errors.length > 0 ? { kind: 'errors', errors } : { kind: 'rules', rules };
}

function readRule(cursor: ImportCursor): SigningRule {
  checkMembers(cursor, ruleMembers);
  const at = (name: string) => memberOf(cursor, name);
  const rule: SigningRule = {
    ruleId: readText(at('rule-id'), ruleIdShape),
    version: readCount(at('version'), versionMax),
    status: readLiteral(at('status'), ruleStatuses, undefined) ?? 'draft',
    ...readValidity(cursor),
    bankId: readText(at('bank-id'), bankIdShape),
    owner: readText(at('owner'), ownerShape),
    isMandatory: readBoolean(at('mandatory'), false),
    resourceKind: readLiteral(at('resource-kind'), [...resourceKinds, anyValue], undefined) ?? anyValue,
    authorizationType: readLiteral(at('authorization-type'), authorizationTypes, anyType) ?? anyType,
    transactionType: readLiteral(at('transaction-type'), transactionTypes, anyType) ?? anyType,
    account: at('account').value === undefined ? anyValue : readAccount(at('account')),
    ...readMoney(cursor),
    enforceHierarchy: readBoolean(at('enforce-hierarchy'), false),
    ...omitUndefined({
      initiatorMaySign: readBoolean(at('initiator-may-sign'), undefined),
      collectionValidity: readDuration(at('collection-validity')),
    }),
    alternatives: itemsOf(at('alternatives'), alternativesMax).map(readAlternative),
  };
  if (rule.isMandatory && rule.owner !== anyValue) addError(at('mandatory'), 'combination-not-allowed');
  return rule;
}

function readValidity(cursor: ImportCursor): Pick<SigningRule, 'validFrom' | 'validUntil'> {
  const validFrom = readTime(memberOf(cursor, 'valid-from')) ?? Temporal.Instant.fromEpochMilliseconds(0);
  const until = memberOf(cursor, 'valid-until');
  const validUntil = until.value === undefined ? undefined : readTime(until);
  if (validUntil !== undefined && Temporal.Instant.compare(validUntil, validFrom) <= 0) {
    addError(until, 'validity-is-empty');
  }
  return omitUndefined({ validFrom, validUntil });
}

function readTime(cursor: ImportCursor): Temporal.Instant | undefined {
  const instant = parseTimestamp(readText(cursor, anyShape));
  if (instant === undefined && typeof cursor.value === 'string') addError(cursor, 'not-a-time');
  return instant;
}

function readDuration(cursor: ImportCursor): Temporal.Duration | undefined {
  if (cursor.value === undefined) return undefined;
  const duration =
    typeof cursor.value === 'string' && durationShape.test(cursor.value)
      ? Temporal.Duration.from(cursor.value)
      : undefined;
  if (duration === undefined || duration.blank) addError(cursor, 'not-a-duration');
  return duration;
}

function readMoney(cursor: ImportCursor): Pick<SigningRule, 'currency' | 'referenceCurrency' | 'band'> {
  const reference = memberOf(cursor, 'reference-currency');
  const currency = readCurrency(memberOf(cursor, 'currency'));
  if (currency !== anyValue) {
    if (reference.value !== undefined) addError(reference, 'combination-not-allowed');
    return { currency, band: readBand(cursor, currency) };
  }
  const referenceCurrency = readCurrency(reference);
  if (referenceCurrency === anyValue) {
    addError(reference, 'not-a-currency');
    return { currency, band: { from: 0n } };
  }
  return { currency, referenceCurrency, band: readBand(cursor, referenceCurrency) };
}

function readCurrency(cursor: ImportCursor): Currency | typeof anyValue {
  const text = readText(cursor, anyShape);
  if (isCurrency(text)) return text;
  if (text !== anyValue && typeof cursor.value === 'string') addError(cursor, 'not-a-currency');
  return anyValue;
}

function readBand(cursor: ImportCursor, currency: Currency): Band {
  const upper = memberOf(cursor, 'amount-to');
  const isOpen = upper.value === undefined || upper.value === '';
  const from = readAmount(memberOf(cursor, 'amount-from'), currency) ?? 0n;
  const to = isOpen ? undefined : readAmount(upper, currency);
  if (mapDefined(to, (end) => end <= from) === true) addError(upper, 'band-is-empty');
  return omitUndefined({ from, to });
}

function readAccount(cursor: ImportCursor): string {
  return accountIdSpelling(readText(cursor, accountShape));
}

function readAmount(cursor: ImportCursor, currency: Currency): bigint | undefined {
  const amount = readText(cursor, anyShape);
  const money = parseMoney({ currency, amount });
  if (money === undefined && typeof cursor.value === 'string') addError(cursor, 'not-an-amount');
  return money?.minor;
}

function readAlternative(cursor: ImportCursor): Alternative {
  const requirements = itemsOf(cursor, requirementsMax).map(readRequirement);
  const entities = new Set(requirements.map(entityText));
  // With an entity twice it would be ambiguous which requirement a signature counts for.
  if (entities.size < requirements.length) addError(cursor, 'entity-twice');
  return requirements;
}

function readRequirement(cursor: ImportCursor): Requirement {
  checkMembers(cursor, requirementMembers);
  const at = (name: string) => memberOf(cursor, name);
  return {
    level: readCount(at('level'), requirementsMax),
    entityLevel: readLiteral(at('entity-level'), entityLevels, undefined) ?? 'customer',
    entityId: readText(at('entity-id'), entityShape),
    required: readCount(at('required'), requiredMax),
    distinctGroup: readBoolean(at('distinct-group'), false),
  };
}
