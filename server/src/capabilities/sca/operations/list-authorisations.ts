import type { Context } from '#platform/work/context.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { loadOwnSubject } from '../steps/load-subject.ts';
import { listAuthorisationIds } from '../store/authorisations.store.ts';

/** Lists the authorisations of a subject of the calling third party, the oldest first. */
export async function listAuthorisations(
  ctx: Context & ScaPorts,
  { subject }: { readonly subject: SubjectRef },
): Promise<readonly string[]> {
  const { bankId, db } = ctx;
  await loadOwnSubject(ctx, db, subject);
  return listAuthorisationIds(db, { bankId, subject });
}
