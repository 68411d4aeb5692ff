import { callerId } from '#platform/auth/caller.ts';
import { lockName } from '#platform/db/named-lock.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { checkRules } from '../domain/signing/check-rules.ts';
import type { OwnerKind } from '../domain/signing/facts.ts';
import type { Finding } from '../domain/signing/finding.ts';
import { anyValue, isBuiltInKind, type SigningRule } from '../domain/signing/rule.ts';
import { groupsIn } from '../domain/signing/rule-customers.ts';
import { ruleEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import {
  insertActiveRule,
  listActiveRules,
  listNewestVersions,
  retireRules,
} from '../store/signing-rules.store.ts';
import { isUsableValue } from './added-values.ts';
import { signingRoster } from './signing-roster.ts';

type Ctx = Context & AuthorizationPorts;

/** Rules of one owner that become active together. Active rules with the same ids are replaced. */
export interface RuleChange {
  readonly owner: string;
  readonly ownerKind: OwnerKind;
  readonly rules: readonly SigningRule[];
  /** Ids of the rules to retire. */
  readonly retire: readonly string[];
}

/** A change of rules that was checked together with the active ones. */
export type CheckedRules =
  | {
      readonly kind: 'checked';
      readonly findings: readonly Finding[];
      /** The rules with the versions that they get. */
      readonly rules: readonly SigningRule[];
    }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'foreign-rule' };

/** Changes of the rules of one owner are activated one after the other: together they might leave a gap. */
export async function lockRules(work: Work, bankId: string, owner: string): Promise<void> {
  await lockName(work, 'signing rules', bankId, owner);
}

/** Checks a change together with the active rules. */
export async function checkRuleChange(ctx: Ctx, db: Reader, change: RuleChange): Promise<CheckedRules> {
  const { bankId, clock } = ctx;
  const { owner, retire, rules } = change;
  const ruleIds = [...rules.map(({ ruleId }) => ruleId), ...retire];
  const newest = await listNewestVersions(db, { bankId, ruleIds, now: clock.now() });
  const isForeign =
    rules.some((rule) => rule.owner !== owner) ||
    ruleIds.some((ruleId) => (newest.get(ruleId)?.owner ?? owner) !== owner);
  if (isForeign) return { kind: 'foreign-rule' };
  const versioned = rules.map((rule) => ({
    ...rule,
    bankId,
    status: 'active' as const,
    version: (newest.get(rule.ruleId)?.version ?? 0) + 1,
  }));
  const findings = [
    ...(await unknownKinds(ctx, db, versioned)),
    ...(await findingsOf(ctx, db, { ...change, rules: versioned })),
  ];
  const isWrong = findings.some(({ severity }) => severity === 'error');
  return isWrong ? { kind: 'refused', findings } : { kind: 'checked', findings, rules: versioned };
}

/** A rule for a kind that the bank does not have, or has ended, would never apply. */
async function unknownKinds(
  ctx: Ctx,
  db: Reader,
  rules: readonly SigningRule[],
): Promise<readonly Finding[]> {
  const added = new Set(
    rules.map(({ resourceKind }) => resourceKind).filter((kind) => kind !== anyValue && !isBuiltInKind(kind)),
  );
  const usable = await Promise.all(
    [...added].map(async (literal) => ({
      literal,
      isUsable: await isUsableValue(db, ctx, { list: 'resource-kinds', literal }),
    })),
  );
  const unknown = new Set<string>(usable.filter(({ isUsable }) => !isUsable).map(({ literal }) => literal));
  return rules
    .filter(({ resourceKind }) => unknown.has(resourceKind))
    .map(({ resourceKind, ruleId }) => ({
      severity: 'error',
      code: 'unknown-kind',
      ruleIds: [ruleId],
      message: `${resourceKind} is no value of resource-kinds at this bank`,
      path: '/resource-kind',
    }));
}

/** Checks what would be active together: the new rules, and the other ones of the owner and the bank. */
async function findingsOf(
  ctx: Ctx,
  db: Reader,
  { owner, ownerKind, retire, rules }: RuleChange,
): Promise<readonly Finding[]> {
  const { bankId, clock } = ctx;
  const gone = new Set([...retire, ...rules.map(({ ruleId }) => ruleId)]);
  const others = await listActiveRules(db, { bankId, owner });
  const together = [...others.filter(({ ruleId }) => !gone.has(ruleId)), ...rules];
  const groups = groupsIn(together);
  const roster = await signingRoster(ctx, db, { owner, resourceKind: 'any', groups, holders: [] });
  return checkRules(together, {
    now: clock.now(),
    owners: owner === '*' ? [] : [{ ownerKind, roster }],
  });
}

/** Activates checked rules, and retires those that they replace. */
export async function applyRuleChange(
  ctx: Ctx,
  work: Work,
  { changeId, retire, rules }: Pick<RuleChange, 'retire' | 'rules'> & { readonly changeId: string },
): Promise<void> {
  const { bankId, caller, clock } = ctx;
  const now = clock.now();
  const ruleIds = [...rules.map(({ ruleId }) => ruleId), ...retire];
  const retired = await retireRules(work, { bankId, changeId, ruleIds, now });
  for (const rule of retired) work.emit(ruleEvent('ruleRetired', rule));
  for (const rule of rules) {
    insertActiveRule(work, { bankId, changeId, rule, activatedBy: callerId(caller), now });
    work.emit(ruleEvent('ruleActivated', rule));
  }
}
