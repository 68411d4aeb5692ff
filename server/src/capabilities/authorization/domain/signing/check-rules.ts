import type { Temporal } from 'temporal-polyfill';
import { checkBands, checkPaymentGap, rowOf } from './check-bands.ts';
import { checkInitiators, checkParties, checkPeople, type OwnerPeople } from './check-people.ts';
import { checkShape } from './check-shape.ts';
import type { OwnerKind } from './facts.ts';
import type { Finding } from './finding.ts';
import { indexRoster, type Roster } from './roster.ts';
import { anyValue, entityText, type SigningRule } from './rule.ts';

/** People of an owner; without them only the rules themselves are checked. */
export interface OwnerRoster {
  readonly ownerKind: OwnerKind;
  readonly roster: Roster;
}

/** Context that rules are checked against before they become active. */
export interface CheckContext {
  readonly now: Temporal.Instant;
  readonly owners: readonly OwnerRoster[];
}

/** Checks rules that would be active together. Returns errors first, then in the order of the rules. */
export function checkRules(rules: readonly SigningRule[], context: CheckContext): readonly Finding[] {
  const findings = [
    ...rules.flatMap((rule) => checkShape(rule, context.now)),
    ...checkVersions(rules),
    ...[...Map.groupBy(rules, rowOf).values()].flatMap(checkRow),
    ...context.owners.flatMap((owner) => checkOwner(rules, owner, context.now)),
  ];
  return findings.toSorted((left, right) => severityRank[left.severity] - severityRank[right.severity]);
}

const severityRank = { error: 0, warning: 1 } as const;

/** Checks the rules of one owner. Rules of the bank are not checked against people, who differ from owner to owner. */
function checkOwner(
  rules: readonly SigningRule[],
  { ownerKind, roster }: OwnerRoster,
  now: Temporal.Instant,
): readonly Finding[] {
  const people: OwnerPeople = { ownerKind, roster: indexRoster(roster), now };
  const own = rules.filter((rule) => rule.owner === roster.owner && rule.owner !== anyValue);
  return [
    ...own.flatMap((rule) => checkPeople(rule, people)),
    ...checkInitiators(own, people),
    ...checkPaymentGap(own, rules),
    ...checkParties(own, people),
  ];
}

function checkVersions(rules: readonly SigningRule[]): readonly Finding[] {
  return [...Map.groupBy(rules, ({ ruleId }) => ruleId)].flatMap(([ruleId, versions]) => {
    if (versions.length === 1) return [];
    const isTwice = new Set(versions.map(({ version }) => version)).size < versions.length;
    const message = isTwice
      ? 'The same version of a rule occurs twice.'
      : 'Two versions of one rule would be active at once. Retire the older one.';
    const code = isTwice ? 'duplicate-version' : 'two-versions';
    return { severity: 'error' as const, code, ruleIds: [ruleId], message, path: 'version' } as const;
  });
}

/** Checks rules that differ only in band and requirements. */
function checkRow(row: readonly SigningRule[]): readonly Finding[] {
  const shadowed = row.flatMap((rule) => shadowOf(rule, row));
  const dead = new Set(shadowed.map(({ ruleIds: [first] }) => first));
  // Rules that never apply are reported once, not again as overlaps.
  return [...shadowed, ...checkBands(row.filter(({ ruleId }) => !dead.has(ruleId)))];
}

/**
 * Finds the rule that hides another. SPEC channel-interfaces 9.3: with equal facts the higher amount-from wins, then
 * the newest version, then the id.
 */
function shadowOf(rule: SigningRule, row: readonly SigningRule[]): readonly Finding[] {
  // Mandatory rules do not compete; all matching ones are merged.
  if (rule.isMandatory) return [];
  const winner = row.find(
    (other) => other.ruleId !== rule.ruleId && covers(other, rule) && wins(other, rule),
  );
  if (winner === undefined) return [];
  const isSame = demandOf(rule) === demandOf(winner) && rule.band.to === winner.band.to;
  const ruleIds = [rule.ruleId, winner.ruleId];
  const message = isSame
    ? 'Two rules are equal. Remove one.'
    : 'The rule never applies, because another rule always takes precedence.';
  const code = isSame ? 'duplicate-rule' : 'shadowed';
  return [{ severity: 'error', code, ruleIds, message, path: 'amount-from' }];
}

function covers({ band: wide }: SigningRule, { band: narrow }: SigningRule): boolean {
  if (wide.from !== narrow.from) return false;
  return wide.to === undefined || (narrow.to !== undefined && narrow.to <= wide.to);
}

function wins(left: SigningRule, right: SigningRule): boolean {
  return left.version === right.version ? left.ruleId < right.ruleId : left.version > right.version;
}

function demandOf({ alternatives, enforceHierarchy, initiatorMaySign }: SigningRule): string {
  const ways = alternatives.map((alternative) =>
    alternative.map((item) => [item.level, entityText(item), item.required, item.distinctGroup]),
  );
  return JSON.stringify([enforceHierarchy, initiatorMaySign, ways]);
}
