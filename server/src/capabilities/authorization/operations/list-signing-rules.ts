import type { Context } from '#platform/work/context.ts';
import type { SigningRule } from '../domain/signing/rule.ts';
import { documentOf } from '../store/rule-document.ts';
import { listActiveRules } from '../store/signing-rules.store.ts';

/** A rule that holds, and the document it can be written down as and imported again from. */
export interface ListedRule {
  readonly rule: SigningRule;
  readonly document: Readonly<Record<string, unknown>>;
}

/** The rules that hold for an owner: its own, and those of the bank, which stand first. */
export async function listSigningRules(
  { bankId, db }: Context,
  { owner }: { readonly owner: string },
): Promise<readonly ListedRule[]> {
  const rules = await listActiveRules(db, { bankId, owner });
  return rules.map((rule) => ({ rule, document: documentOf(rule) }));
}
