import type { Context } from '#platform/work/context.ts';
import type { SigningChange } from '../../domain/signing/signing-change.ts';
import { listChangesOfOwner, listWaitingChanges } from '../../store/signing-changes.store.ts';

const listMax = 200;

/** Lists changes that wait for their decision, the oldest first; with an owner all its changes, the newest first. */
export async function listSigningChanges(
  { bankId, db }: Context,
  { owner }: { readonly owner: string | undefined },
): Promise<readonly SigningChange[]> {
  return owner === undefined
    ? listWaitingChanges(db, { bankId, listMax })
    : listChangesOfOwner(db, { bankId, owner, listMax });
}
