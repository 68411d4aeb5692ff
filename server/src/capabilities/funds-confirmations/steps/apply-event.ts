import type { Temporal } from 'temporal-polyfill';
import { recordChange } from '#capabilities/tpp-notifications/index.ts';
import { followResource, type Phase } from '#capabilities/tpp-quotas/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type ConsentEvent, type ConsentStatus, isFinal, nextStatus } from '../domain/consent.ts';
import { isEndingKept } from '../domain/endings.ts';
import { consentChanged, consentEnded } from '../events.ts';
import { type ConsentHead, updateConsent } from '../store/consents.store.ts';

/** Members that change together with the state. */
export type HeadChange = Partial<
  Pick<ConsentHead, 'approvedAt' | 'expiresAt' | 'owner' | 'proxy' | 'userId' | 'withdrawnBy'>
>;

/**
 * Applies an event to a locked consent, saves and announces it: the only code that changes the state of a consent.
 * Returns undefined if the event changes nothing. The caller audits its command.
 */
export function applyEvent(
  { bankId, clock }: Pick<Context, 'bankId' | 'clock'>,
  work: Work,
  {
    at = clock.now(),
    change = {},
    event,
    head,
  }: {
    readonly head: ConsentHead;
    readonly event: ConsentEvent;
    readonly change?: HeadChange;
    /** When it happened, if it is recorded later. */
    readonly at?: Temporal.Instant;
  },
): ConsentHead | undefined {
  const status = nextStatus(head.status, event);
  if (status === undefined) return undefined;
  const after = { ...head, ...change, status, changedAt: at };
  updateConsent(work, bankId, { head: after, now: clock.now() });
  work.emit(consentChanged(after, event.kind));
  if (after.hasNotifications === true)
    recordChange({ bankId, clock }, work, {
      resource: { kind: 'funds-confirmation-consent', id: head.consentId },
      change: { kind: 'consentStatus', status, isLast: isFinal(status) || isFinal(head.status) },
    });
  followResource({ bankId, clock }, work, {
    id: head.consentId,
    before: phaseOf(head.status),
    after: phaseOf(status),
    expiresAt: after.expiresAt,
  });
  if (isFinal(status) && isEndingKept(event)) work.emit(consentEnded(after));
  return after;
}

/** How far the approval of a consent is. */
function phaseOf(status: ConsentStatus): Phase {
  if (status === 'received') return 'unsigned';
  if (status === 'partiallyAuthorised') return 'partly-signed';
  return status === 'valid' ? 'approved' : 'ended';
}

/** Audits a change of state. */
export function auditChange(work: Work, before: ConsentHead, after: ConsentHead): void {
  work.audit({
    aggregateKind: 'funds-consent',
    aggregateId: after.consentId,
    changes: [{ field: 'status', before: before.status, after: after.status }],
  });
}
