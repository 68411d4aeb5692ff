import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Finding } from '../../domain/signing/finding.ts';
import { payloadHash } from '../../domain/signing/signature-data.ts';
import { sha256Hex } from '../../engine/sha256-hex.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { applyRuleChange, checkRuleChange, lockRules, type RuleChange } from '../../steps/rule-changes.ts';
import { ruleChangeText } from '../../store/rule-document.ts';
import { insertSigningChange } from '../../store/signing-changes.store.ts';
import { closeCollection } from '../signatures/close-collection.ts';

/** A change that the owner signed, and the employee who enters it. */
export interface SignedRules extends RuleChange {
  /** The resource of kind `signing-rule` that the owner signed; its payload is the `ruleChangeText`. */
  readonly resourceId: string;
  readonly employeeId: string;
  readonly reason: string;
}

/** Result of an activation; nothing is activated while there are errors. */
export type ActivatedRules =
  | { readonly kind: 'activated' | 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'foreign-rule' | 'not-signed' };

/**
 * SPEC channel interfaces 9.1: activates a change that the owner signed under its own rules. One employee enters it; the
 * signatures over exactly this change take the place of the second one, and are used up.
 */
export async function activateSignedRules(
  ctx: Context & AuthorizationPorts,
  signed: SignedRules,
): Promise<ActivatedRules> {
  const { bankId, clock, ids } = ctx;
  const { employeeId, owner, ownerKind, reason, resourceId, retire, rules } = signed;
  return runCommand(ctx, async (work) => {
    await lockRules(work, bankId, owner);
    const checked = await checkRuleChange(ctx, work, signed);
    const outcome = checked.kind === 'checked' ? await close(ctx, work, signed) : checked.kind;
    const changeId = ids.uuid(virtualShard(bankId, owner));
    // Without the reason: it may be about a person, and the trail cannot forget it.
    work.audit({
      aggregateKind: 'signing-change',
      aggregateId: changeId,
      changes: [
        { field: 'owner', after: owner },
        { field: 'state', after: outcome === 'closed' ? 'approved' : outcome },
        { field: 'employee', after: employeeId },
        { field: 'signed-resource', after: resourceId },
      ],
    });
    if (checked.kind !== 'checked') return checked;
    if (outcome !== 'closed') return { kind: 'not-signed' };
    await applyRuleChange(ctx, work, { changeId, rules: checked.rules, retire });
    const now = clock.now();
    const change = {
      changeId,
      owner,
      content: { kind: 'rules', ownerKind, rules, retire },
      reason,
      state: 'approved',
      proposedBy: employeeId,
      proposedAt: now,
      decidedBy: employeeId,
      decidedAt: now,
      signedResourceId: resourceId,
    } as const;
    insertSigningChange(work, bankId, change, problems['signing-change-proposed']);
    return { kind: 'activated', findings: checked.findings };
  });
}

/** Uses up the signatures over exactly this change. */
async function close(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { owner, resourceId, retire, rules }: SignedRules,
): Promise<'closed' | 'refused'> {
  const digest = payloadHash(ruleChangeText(rules, retire), sha256Hex);
  return closeCollection(ctx, work, {
    owner,
    resourceKind: 'signing-rule',
    resourceId,
    closing: { as: 'used', digest },
  });
}
