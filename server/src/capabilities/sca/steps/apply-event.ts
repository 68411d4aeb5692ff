import { type RecordedChange, recordChange } from '#capabilities/tpp-notifications/index.ts';
import type { AuditedChange } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type AuthorisationEvent, after } from '../domain/authorisation.ts';
import { type AuthorisationDetails, detailsAfterEnd } from '../domain/details.ts';
import { isFinal } from '../domain/status.ts';
import { authorisationEvent } from '../events.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { problems } from '../problems.ts';
import { type StoredAuthorisation, updateAuthorisation } from '../store/authorisations.store.ts';
import { updateRequestEnd } from '../store/device-requests.store.ts';
import { subjectsOf } from './load-subject.ts';
import { notifiedResource } from './notified-subject.ts';

/** What a step knows beside the event. */
export type DetailsChange = Partial<
  Pick<
    StoredAuthorisation,
    'userId' | 'arrivedAt' | 'activeAt' | 'askedAt' | 'askedCustomer' | 'confirmationHash' | 'handleHash'
  >
> & { readonly details?: AuthorisationDetails };

/**
 * Applies an event to a locked authorisation and saves it: the only way in which an authorisation changes. A failed one
 * tells its subject in the same transaction. The caller audits its command.
 */
export async function applyEvent(
  ctx: Context & ScaPorts,
  work: Work,
  {
    authorisation,
    change = {},
    event,
  }: {
    readonly authorisation: StoredAuthorisation;
    readonly event: AuthorisationEvent;
    readonly change?: DetailsChange;
  },
): Promise<StoredAuthorisation> {
  const { bankId, clock, scaVault } = ctx;
  const next = after(authorisation, event);
  if (next === undefined) throw problems['not-in-this-state']();
  const moved: StoredAuthorisation = { ...authorisation, ...next, ...change };
  const changed = isFinal(moved.status) ? { ...moved, details: detailsAfterEnd(moved.details) } : moved;
  const now = clock.now();
  updateAuthorisation(work, scaVault, { bankId, authorisation: changed, now });
  const over = requestThatEnded(authorisation, changed);
  if (over !== undefined) updateRequestEnd(work, { bankId, now, ...over });
  if (changed.status !== authorisation.status) {
    const deviceRequestId = requestToWithdraw(authorisation, changed);
    work.emit(authorisationEvent(isFinal(changed.status) ? 'ended' : 'changed', changed, deviceRequestId));
    if (authorisation.details.hasNotifications === true) recordChange(ctx, work, statusChange(changed));
  }
  if (changed.status === 'failed') {
    const { subject } = changed;
    await subjectsOf(ctx, subject).failed(work, bankId, subject);
  }
  return changed;
}

/** What the third party learns of a change. */
function statusChange({ authorisationId, status, subject }: StoredAuthorisation): RecordedChange {
  const isOfCancellation = subject.kind === 'payment-cancellation';
  return {
    resource: notifiedResource(subject),
    change: { kind: 'scaStatus', status, authorisationId, isOfCancellation },
  };
}

/** Returns the request to a device that waits no more, and what the customer answered. */
function requestThatEnded(
  { details: { awaited: before } }: StoredAuthorisation,
  { details: { awaited }, failure, status }: StoredAuthorisation,
): Pick<Parameters<typeof updateRequestEnd>[1], 'answer' | 'requestId'> | undefined {
  if (before?.kind !== 'device') return undefined;
  const { requestId } = before;
  if (awaited?.kind === 'device' && awaited.requestId === requestId) return undefined;
  if (status === 'finalised' || status === 'unconfirmed') return { requestId, answer: 'approved' };
  return { requestId, answer: failure === 'declined' ? 'declined' : undefined };
}

/** Returns the request that a device still shows although the authorisation has ended. */
function requestToWithdraw(
  { details: { awaited } }: StoredAuthorisation,
  { failure }: StoredAuthorisation,
): string | undefined {
  const isAnswered = failure === undefined || failure === 'declined';
  return awaited?.kind === 'device' && !isAnswered ? awaited.requestId : undefined;
}

/** Writes the audit entry of a command that changed an authorisation; a command is audited once. */
export function auditChange(
  work: Work,
  before: StoredAuthorisation,
  changed: StoredAuthorisation,
  more: readonly AuditedChange[] = [],
): void {
  work.audit({
    aggregateKind: 'authorisation',
    aggregateId: changed.authorisationId,
    changes: [
      { field: 'status', before: before.status, after: changed.status },
      ...(changed.failure === undefined ? [] : [{ field: 'failure', after: changed.failure }]),
      ...exemptionChange(changed),
      ...(changed.userId === before.userId || changed.userId === undefined
        ? []
        : [{ field: 'user', after: changed.userId }]),
      ...(changed.wrongCodes === before.wrongCodes
        ? []
        : [{ field: 'wrong-codes', after: changed.wrongCodes }]),
      ...more,
    ],
  });
}

/** Returns why an authorisation needed no second factor, for its audit entry. */
export function exemptionChange({
  exemption,
}: StoredAuthorisation): readonly { readonly field: string; readonly after: string }[] {
  return exemption === undefined ? [] : [{ field: 'exemption', after: exemption }];
}
