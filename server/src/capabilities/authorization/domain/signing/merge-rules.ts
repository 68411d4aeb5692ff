import { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import { type Alternative, entityText, type Requirement } from './rule.ts';

/** A rule that contributed to an effective rule. */
export interface RuleSource {
  readonly ruleId: string;
  readonly version: number;
  readonly owner: string;
  readonly role: 'governing' | 'mandatory';
}

/** The signatures that one resource requires. */
export interface EffectiveRule {
  /** Empty when no rule is configured. */
  readonly sources: readonly RuleSource[];
  readonly basis: 'rule' | 'joint-holding' | 'last-resort';
  readonly enforceHierarchy: boolean;
  readonly initiatorMaySign: boolean;
  readonly collectionValidity?: Temporal.Duration;
  readonly alternatives: readonly Alternative[];
}

/** Maximum number of alternatives of a merged rule. The alternatives of merged rules multiply. */
export const mergedAlternativesMax = 64;

/**
 * Combines two rules: every alternative of the one together with every alternative of the other. Where the
 * first already asks for all that the second does, its alternatives stay as they are.
 */
export function bothRules(left: EffectiveRule, right: EffectiveRule): EffectiveRule {
  return {
    sources: [...left.sources, ...right.sources.filter((source) => !left.sources.some(isSame(source)))],
    basis: left.basis,
    enforceHierarchy: left.enforceHierarchy || right.enforceHierarchy,
    initiatorMaySign: left.initiatorMaySign && right.initiatorMaySign,
    ...omitUndefined({ collectionValidity: shorter(left.collectionValidity, right.collectionValidity) }),
    alternatives: bothAlternatives(left, right),
  };
}

function bothAlternatives(left: EffectiveRule, right: EffectiveRule): readonly Alternative[] {
  if (implies(left.alternatives, right.alternatives)) return left.alternatives;
  const isFew = left.alternatives.length * right.alternatives.length <= mergedAlternativesMax;
  // Fewer alternatives are stricter, never laxer, so dropping some is safe.
  const rightWays = isFew ? right.alternatives : right.alternatives.slice(0, 1);
  return left.alternatives.flatMap((one) => rightWays.map((other) => mergedAlternative(one, other)));
}

/** Returns whether signatures that fulfil the one list of alternatives also fulfil the other. */
function implies(all: readonly Alternative[], others: readonly Alternative[]): boolean {
  return all.every((alternative) => others.some((other) => contains(alternative, other)));
}

function contains(alternative: Alternative, other: Alternative): boolean {
  return other.every((wanted) =>
    alternative.some(
      (item) =>
        entityText(item) === entityText(wanted) &&
        item.level === wanted.level &&
        item.required >= wanted.required &&
        item.distinctGroup === wanted.distinctGroup,
    ),
  );
}

/** Returns whether two rules ask for the same signatures, whichever rules they come from. */
export function isSameDemand(left: EffectiveRule, right: EffectiveRule): boolean {
  return (
    left.enforceHierarchy === right.enforceHierarchy &&
    left.initiatorMaySign === right.initiatorMaySign &&
    JSON.stringify(left.alternatives) === JSON.stringify(right.alternatives)
  );
}

function isSame(source: RuleSource): (other: RuleSource) => boolean {
  return ({ ruleId, version }) => ruleId === source.ruleId && version === source.version;
}

/**
 * Merges two alternatives: per entity the larger count. The first entry keeps its position and level, and the group
 * restriction stays.
 */
function mergedAlternative(alternative: Alternative, joining: Alternative): Alternative {
  const merged = new Map<string, Requirement>(alternative.map((item) => [entityText(item), item]));
  for (const item of joining) {
    const present = merged.get(entityText(item));
    merged.set(entityText(item), present === undefined ? item : larger(present, item));
  }
  return [...merged.values()];
}

function larger(present: Requirement, joining: Requirement): Requirement {
  return {
    ...present,
    required: Math.max(present.required, joining.required),
    distinctGroup: present.distinctGroup || joining.distinctGroup,
  };
}

function shorter(
  left: Temporal.Duration | undefined,
  right: Temporal.Duration | undefined,
): Temporal.Duration | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Temporal.Duration.compare(right, left) < 0 ? right : left;
}
