import { requireTokenFor } from '#platform/auth/third-party-token.ts';
import type { Context } from '#platform/work/context.ts';
import { type SubjectRef, serviceOf } from '../domain/subject.ts';

/** Throws if the token of the third party stands for another resource. */
export function requireTokenOf({ caller }: Context, subject: SubjectRef): void {
  requireTokenFor(caller, { service: serviceOf(subject), resourceId: subject.id });
}
