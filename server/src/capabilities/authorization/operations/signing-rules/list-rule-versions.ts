import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { documentOf } from '../../store/rule-document.ts';
import { listVersions, type RuleVersion } from '../../store/signing-rule-versions.store.ts';

const listMax = 1_000;

/** A version of a rule, and the document that it can be exported as and imported from. */
export interface ListedVersion extends RuleVersion {
  readonly document: Readonly<Record<string, unknown>>;
}

/** Lists versions of the own rules of an owner in the order of their activation: all, or those that held at a time. */
export async function listRuleVersions(
  { bankId, db }: Context,
  { at, owner }: { readonly owner: string; readonly at: Temporal.Instant | undefined },
): Promise<readonly ListedVersion[]> {
  const versions = await listVersions(db, { bankId, owner, at, listMax });
  return versions.map((version) => ({ ...version, document: documentOf(version.rule) }));
}
