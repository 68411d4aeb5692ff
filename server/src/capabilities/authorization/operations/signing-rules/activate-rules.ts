import { callerId } from '#platform/auth/caller.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { checkRules } from '../../domain/signing/check-rules.ts';
import type { OwnerKind } from '../../domain/signing/facts.ts';
import type { Finding } from '../../domain/signing/finding.ts';
import type { SigningRule } from '../../domain/signing/rule.ts';
import { groupsIn } from '../../domain/signing/rule-customers.ts';
import { payloadHash } from '../../domain/signing/signature-data.ts';
import { sha256Hex } from '../../engine/sha256-hex.ts';
import { ruleEvent } from '../../events.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { signingRoster } from '../../steps/signing-roster.ts';
import { ruleChangeText } from '../../store/rule-document.ts';
import {
  insertActiveRule,
  listActiveRules,
  listNewestVersions,
  retireRules,
} from '../../store/signing-rules.store.ts';
import { closeCollection } from '../signatures/close-collection.ts';

/** Rules of one owner to activate. Active rules with the same ids are replaced. */
export interface ActivateRules {
  readonly owner: string;
  readonly ownerKind: OwnerKind;
  readonly rules: readonly SigningRule[];
  /** Ids of the rules to retire. */
  readonly retire: readonly string[];
  /** Who decided it: the bank, or signatures of the owner over exactly this change, see `ruleChangeText`. */
  readonly by: 'bank' | { readonly resourceId: string };
  /** `check`: only return the findings. */
  readonly mode: 'check' | 'activate';
}

/** Result of an activation; nothing is activated while there are errors. */
export type ActivatedRules =
  | { readonly kind: 'activated' | 'checked'; readonly findings: readonly Finding[] }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'foreign-rule' | 'not-signed' };

/** Checks rules together with the active ones, and activates them. */
export async function activateRules(
  ctx: Context & AuthorizationPorts,
  command: ActivateRules,
): Promise<ActivatedRules> {
  const { bankId, clock } = ctx;
  const { owner, rules } = command;
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    // Changes of the rules of one owner are checked one after the other: together they might leave a gap.
    await lockName(work, 'signing rules', bankId, owner);
    work.audit({
      aggregateKind: 'signing-rules',
      aggregateId: owner,
      changes: [{ field: command.mode, after: rules.length }],
    });
    const ruleIds = [...rules.map(({ ruleId }) => ruleId), ...command.retire];
    const newest = await listNewestVersions(work, { bankId, ruleIds, now });
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
    const findings = await check(ctx, work, { ...command, rules: versioned });
    const isWrong = findings.some(({ severity }) => severity === 'error');
    if (isWrong || command.mode === 'check') return { kind: isWrong ? 'refused' : 'checked', findings };
    if (!(await isDecided(ctx, work, command))) return { kind: 'not-signed' };
    const retired = await retireRules(work, { bankId, ruleIds, now });
    for (const rule of retired) work.emit(ruleEvent('ruleRetired', rule));
    for (const rule of versioned) {
      insertActiveRule(work, { bankId, rule, activatedBy: callerId(ctx.caller), now });
      work.emit(ruleEvent('ruleActivated', rule));
    }
    return { kind: 'activated', findings };
  });
}

/** Checks what would be active together: the new rules, and the other ones of the owner and the bank. */
async function check(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { owner, ownerKind, retire, rules }: ActivateRules,
): Promise<readonly Finding[]> {
  const { bankId, clock } = ctx;
  const gone = new Set([...retire, ...rules.map(({ ruleId }) => ruleId)]);
  const others = await listActiveRules(work, { bankId, owner });
  const together = [...others.filter(({ ruleId }) => !gone.has(ruleId)), ...rules];
  const groups = groupsIn(together);
  const roster = await signingRoster(ctx, work, { owner, resourceKind: 'any', groups, holders: [] });
  return checkRules(together, {
    now: clock.now(),
    owners: owner === '*' ? [] : [{ ownerKind, roster }],
  });
}

/** SPEC channel interfaces 9.1: rules sign their own changes. */
async function isDecided(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { by, owner, retire, rules }: ActivateRules,
): Promise<boolean> {
  if (by === 'bank') return true;
  const { resourceId } = by;
  const digest = payloadHash(ruleChangeText(rules, retire), sha256Hex);
  const closing = { as: 'used', digest } as const;
  return (
    (await closeCollection(ctx, work, {
      owner,
      resourceKind: 'signing-rule',
      resourceId,
      closing,
    })) === 'closed'
  );
}
