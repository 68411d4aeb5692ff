import { callerId } from '#platform/auth/caller.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { problems } from '../problems.ts';
import { findAuthorisation, type StoredAuthorisation } from '../store/authorisations.store.ts';
import { requireTokenOf } from './token-of-subject.ts';

/** Names an authorisation as third parties do: by its resource and its id. */
export interface AuthorisationTarget {
  readonly subject: SubjectRef;
  readonly authorisationId: string;
}

/**
 * Returns an authorisation of the calling third party and of exactly this subject. Every other one is answered
 * like one that does not exist.
 */
export async function loadOwnAuthorisation(
  ctx: Context & ScaPorts,
  { authorisationId, subject }: AuthorisationTarget,
): Promise<StoredAuthorisation> {
  const { bankId, caller, db, scaVault } = ctx;
  requireTokenOf(ctx, subject);
  const id = authorisationId.toLowerCase();
  const found = isUuid(id)
    ? await findAuthorisation(db, scaVault, { bankId, authorisationId: id })
    : undefined;
  if (found === undefined || !isOf(found, subject) || found.organisationId !== callerId(caller))
    throw problems['authorisation-unknown']();
  return found;
}

function isOf({ subject }: StoredAuthorisation, { id, kind }: SubjectRef): boolean {
  return subject.kind === kind && subject.id === id;
}
