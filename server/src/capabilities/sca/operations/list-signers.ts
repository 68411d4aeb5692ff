import type { Context } from '#platform/work/context.ts';
import type { SubjectRef } from '../domain/subject.ts';
import { listSignerIds } from '../store/authorisations.store.ts';

/** Lists the users who approved a subject, the first one first. Approvals are kept for `retentionDays` after their end. */
export function listSigners({ bankId, db }: Context, subject: SubjectRef): Promise<readonly string[]> {
  return listSignerIds(db, { bankId, subject });
}
