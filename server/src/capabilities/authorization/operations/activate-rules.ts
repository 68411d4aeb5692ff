import { callerId } from '#platform/auth/caller.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { checkRules } from '../domain/signing/check-rules.ts';
import type { OwnerKind } from '../domain/signing/facts.ts';
import type { Finding } from '../domain/signing/finding.ts';
import type { SigningRule } from '../domain/signing/rule.ts';
import { payloadHash } from '../domain/signing/signature-data.ts';
import { sha256Hex } from '../engine/sha256-hex.ts';
import { ruleEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { signingRoster } from '../steps/signing-roster.ts';
import { ruleChangeText } from '../store/rule-document.ts';
import {
  insertActiveRule,
  listActiveRules,
  newestVersions,
  retireRules,
} from '../store/signing-rules.store.ts';
import { settleCollection } from './settle-collection.ts';

/** Rules of one owner that shall hold; the rules of the same ids that held before hold no more. */
export interface ActivateRules {
  readonly owner: string;
  readonly ownerKind: OwnerKind;
  readonly rules: readonly SigningRule[];
  /** Rules that shall hold no more. */
  readonly retire: readonly string[];
  /** By whose decision: the bank's own, or signatures of the owner over exactly this change, see `ruleChangeText`. */
  readonly by: 'bank' | { readonly resourceId: string };
  /** `check`: only tell what is wrong. */
  readonly mode: 'check' | 'activate';
}

/** What came of it: nothing is activated as long as there are errors. */
export type ActivatedRules =
  | { readonly kind: 'activated' | 'checked'; readonly findings: readonly Finding[] }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'foreign-rule' | 'not-signed' };

/** Checks rules together with what holds already, and makes them hold from now on. */
export async function activateRules(
  ctx: Context & AuthorizationPorts,
  asked: ActivateRules,
): Promise<ActivatedRules> {
  const { bankId, clock } = ctx;
  const { owner, rules } = asked;
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    // Two changes of one owner's rules are checked one after the other, else together they might leave a gap.
    await lockName(work, 'signing rules', bankId, owner);
    work.audit({
      aggregateKind: 'signing-rules',
      aggregateId: owner,
      changes: [{ field: asked.mode, after: rules.length }],
    });
    const ruleIds = [...rules.map(({ ruleId }) => ruleId), ...asked.retire];
    const newest = await newestVersions(work, { bankId, ruleIds, now });
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
    const findings = await check(ctx, work, { ...asked, rules: versioned });
    const isWrong = findings.some(({ severity }) => severity === 'error');
    if (isWrong || asked.mode === 'check') return { kind: isWrong ? 'refused' : 'checked', findings };
    if (!(await isDecided(ctx, work, asked))) return { kind: 'not-signed' };
    const retired = await retireRules(work, { bankId, ruleIds, now });
    for (const rule of retired) work.emit(ruleEvent('ruleRetired', rule));
    for (const rule of versioned) {
      insertActiveRule(work, { bankId, rule, activatedBy: callerId(ctx.caller), now });
      work.emit(ruleEvent('ruleActivated', rule));
    }
    return { kind: 'activated', findings };
  });
}

/** What would hold together: the new rules, and the others of the owner and the bank. */
async function check(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { owner, ownerKind, retire, rules }: ActivateRules,
): Promise<readonly Finding[]> {
  const { bankId, clock } = ctx;
  const gone = new Set([...retire, ...rules.map(({ ruleId }) => ruleId)]);
  const [others, roster] = await Promise.all([
    listActiveRules(work, { bankId, owner }),
    signingRoster(ctx, work, { owner, holders: [] }),
  ]);
  const together = [...others.filter(({ ruleId }) => !gone.has(ruleId)), ...rules];
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
  const settled = { as: 'used', digest } as const;
  return (
    (await settleCollection(ctx, work, { owner, resourceKind: 'signing-rule', resourceId, settled })) ===
    'settled'
  );
}
