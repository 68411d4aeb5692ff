import {
  type AcceptedNotifications,
  type RecordedChange,
  registerResource,
} from '#capabilities/tpp-notifications/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { Subject } from '../ports/subjects.ts';
import { subjectsOf } from './load-subject.ts';

/** Returns the resource that third parties are notified of. The subject of a cancellation has the id of its payment. */
export function notifiedResource({ id, kind }: SubjectRef): RecordedChange['resource'] {
  return { kind: kind === 'payment-cancellation' ? 'payment' : kind, id };
}

/** Stores the address that came with the start of an authorisation: a resource has one, and the last one counts. ADR-0109 */
export function storeAddress(
  ctx: Context & ScaPorts,
  work: Work,
  { hasNotifications, ref }: Pick<Subject, 'hasNotifications' | 'ref'>,
  accepted: AcceptedNotifications,
): void {
  if (accepted.kind !== 'accepted') return;
  registerResource(ctx, work, notifiedResource(ref), accepted);
  if (hasNotifications !== true) subjectsOf(ctx, ref).markNotified(work, ctx.bankId, ref);
}
