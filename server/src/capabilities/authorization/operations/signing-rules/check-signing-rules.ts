import type { Context } from '#platform/work/context.ts';
import type { Finding } from '../../domain/signing/finding.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { checkRuleChange, type RuleChange } from '../../steps/rule-changes.ts';

/** Findings about rules that are not activated. */
export type RuleFindings =
  | { readonly kind: 'checked' | 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'foreign-rule' };

/** Checks rules together with the active ones. Changes nothing. */
export async function checkSigningRules(
  ctx: Context & AuthorizationPorts,
  change: RuleChange,
): Promise<RuleFindings> {
  const checked = await checkRuleChange(ctx, ctx.db, change);
  return checked.kind === 'checked' ? { kind: 'checked', findings: checked.findings } : checked;
}
