import { callerId } from '#platform/auth/caller.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { Subject, Subjects } from '../ports/subjects.ts';
import { problems } from '../problems.ts';
import { requireTokenOf } from './token-of-subject.ts';

/** Returns the subjects of a kind; a kind without a capability has none. */
export function subjectsOf({ subjects }: ScaPorts, { kind }: SubjectRef): Subjects {
  const found = subjects[kind];
  if (found === undefined) throw problems['authorisation-unknown']();
  return found;
}

/** Returns a subject of the calling third party. One of another third party does not exist for it. */
export async function loadOwnSubject(ctx: Context & ScaPorts, db: Reader, ref: SubjectRef): Promise<Subject> {
  requireTokenOf(ctx, ref);
  const subject = await subjectsOf(ctx, ref).describe(db, ctx.bankId, ref);
  if (subject === undefined || subject.organisationId !== callerId(ctx.caller))
    throw problems['authorisation-unknown']();
  return subject;
}

/** Returns the subject of an authorisation, for any caller. */
export async function loadSubjectOf(
  ctx: Context & ScaPorts,
  db: Reader,
  { subject: ref }: { readonly subject: SubjectRef },
): Promise<Subject> {
  const subject = await subjectsOf(ctx, ref).describe(db, ctx.bankId, ref);
  if (subject === undefined) throw problems['authorisation-unknown']();
  return subject;
}
