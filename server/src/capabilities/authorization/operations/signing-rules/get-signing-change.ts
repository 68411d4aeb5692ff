import type { Context } from '#platform/work/context.ts';
import type { SigningChange } from '../../domain/signing/signing-change.ts';
import { changeDocumentOf } from '../../store/signing-change-document.ts';
import { findSigningChange } from '../../store/signing-changes.store.ts';

/** A change, and its content with the member names of its file. */
export interface SigningChangeDetails {
  readonly change: SigningChange;
  readonly document: Readonly<Record<string, unknown>>;
}

/** Returns a change in any state, for the employee who decides it; undefined when the bank has none with this id. */
export async function getSigningChange(
  { bankId, db }: Context,
  { changeId }: { readonly changeId: string },
): Promise<SigningChangeDetails | undefined> {
  const change = await findSigningChange(db, { bankId, changeId });
  return change && { change, document: changeDocumentOf(change.content) };
}
