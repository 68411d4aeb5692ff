import type { Context } from '#platform/work/context.ts';
import type { SigningRule } from '../../domain/signing/rule.ts';
import { documentOf } from '../../store/rule-document.ts';
import { listActiveRules } from '../../store/signing-rules.store.ts';

/** An active rule, and the document that it can be exported as and imported from. */
export interface ListedRule {
  readonly rule: SigningRule;
  readonly document: Readonly<Record<string, unknown>>;
}

/** Lists the active rules for an owner: those of the bank first, then its own. */
export async function listSigningRules(
  { bankId, db }: Context,
  { owner }: { readonly owner: string },
): Promise<readonly ListedRule[]> {
  const rules = await listActiveRules(db, { bankId, owner });
  return rules.map((rule) => ({ rule, document: documentOf(rule) }));
}
