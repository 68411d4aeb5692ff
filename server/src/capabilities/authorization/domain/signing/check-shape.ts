import { Temporal } from 'temporal-polyfill';
import type { Finding, FindingCode } from './finding.ts';
import { type Alternative, anyType, anyValue, authorizationTypeOf, type SigningRule } from './rule.ts';

/** Checks a rule by itself. */
export function checkShape(rule: SigningRule, now: Temporal.Instant): readonly Finding[] {
  return [
    ...found(rule.isMandatory && rule.owner !== anyValue, rule, mandatoryOfOwner),
    ...found(
      (rule.currency === anyValue) !== (rule.referenceCurrency !== undefined),
      rule,
      referenceCurrency,
    ),
    ...found(isOver(rule, now), rule, validityOver),
    ...found(!canMatch(rule), rule, neverMatches),
    ...found(rule.alternatives.length === 0, rule, noAlternatives),
    ...rule.alternatives.flatMap((alternative, index) => checkAlternative(rule, alternative, index)),
  ];
}

type FindingDetails = Pick<Finding, 'severity' | 'code' | 'message' | 'path'>;

const mandatoryOfOwner = finding(
  'mandatory-of-owner',
  'Only a rule of the bank, with owner *, can be mandatory.',
  'mandatory',
);
const referenceCurrency = finding(
  'reference-currency',
  'A rule for every currency needs a reference currency, and only such a rule has one.',
  'reference-currency',
);
const validityOver = finding(
  'validity-over',
  'The rule is no longer valid and will never apply.',
  'valid-until',
);
const neverMatches = finding(
  'never-matches',
  'No resource of this kind has this authorization-type or transaction-type; the rule will never apply.',
  'resource-kind',
);
const noAlternatives = finding(
  'nothing-required',
  'The rule has no alternative, so no resource could ever be signed.',
  'alternatives',
);

function finding(code: FindingCode, message: string, path: string): FindingDetails {
  return { severity: 'error', code, message, path };
}

function found(isWrong: boolean, rule: SigningRule, finding: FindingDetails): readonly Finding[] {
  return isWrong ? [{ ...finding, ruleIds: [rule.ruleId] }] : [];
}

function isOver({ validUntil }: SigningRule, now: Temporal.Instant): boolean {
  return validUntil !== undefined && Temporal.Instant.compare(validUntil, now) <= 0;
}

/** Kinds that have a transaction-type: those that pay to a creditor. */
const typedKinds: ReadonlySet<string> = new Set([
  'payment',
  'bulk-payment',
  'periodic-payment',
  'payment-cancellation',
  anyValue,
]);

function canMatch({ resourceKind, authorizationType, transactionType }: SigningRule): boolean {
  if (transactionType !== anyType && !typedKinds.has(resourceKind)) return false;
  if (transactionType !== anyType && authorizationType === 'CONSENT') return false;
  if (resourceKind === anyValue || authorizationType === anyType) return true;
  return authorizationTypeOf(resourceKind) === authorizationType;
}

function checkAlternative(rule: SigningRule, alternative: Alternative, index: number): readonly Finding[] {
  const path = `alternatives/${index}`;
  const empty = finding('nothing-required', 'The alternative has no requirement.', path);
  const zeros = alternative.flatMap(({ required }, position) =>
    found(
      !(Number.isInteger(required) && required >= 1),
      rule,
      finding(
        'nothing-required',
        'A requirement needs at least one signature.',
        `${path}/${position}/required`,
      ),
    ),
  );
  const hole = finding('level-hole', 'Levels must be 1, 2, 3 without a gap.', path);
  return [
    ...found(alternative.length === 0, rule, empty),
    ...zeros,
    ...found(hasHole(alternative), rule, hole),
  ];
}

function hasHole(alternative: Alternative): boolean {
  const levels = new Set(alternative.map(({ level }) => level));
  return [...levels].some((level) => !(Number.isInteger(level) && level >= 1 && level <= levels.size));
}
