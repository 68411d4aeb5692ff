import type { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { omitUndefined } from '#platform/kernel/members.ts';
import { defineEvent, eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { ApprovalSource } from './domain/approval.ts';
import { ownDataEvents } from './events/own-data-events.ts';
import type { RestrictionHead } from './store/restrictions.store.ts';

const source = '/api/v1';
const about = { source, aggregateKind: 'client', version: 1 } as const;

// Restrictions and fraud reports. The kind is named, because systems outside enforce some; why it was set is not.
const restrictionData = Type.Object({
  restrictionId: Type.String(),
  kind: Type.String(),
  setBy: Type.Enum(['client', 'bank']),
  /** Id, kind and setter in one text, for the ledger of what a restored backup must not undo. */
  reason: Type.String(),
  /** When the row was written. */
  at: Type.String(),
  /** When it ends by itself. */
  until: Type.Optional(Type.String()),
  /** Id of the restriction that continues it after a merge. */
  continuedBy: Type.Optional(Type.String()),
});

const defineApprovalEvent = eventFamily({
  source,
  aggregateKind: 'approval',
  data: Type.Object({
    /** What asks: an order of a third party, or a sign-in elsewhere. */
    source: Type.Optional(Type.String()),
    answer: Type.Optional(Type.String()),
  }),
});

const approvalEvents = {
  requested: defineApprovalEvent(
    'approval-requested',
    'A device of a customer is asked to approve something.',
  ),
  answered: defineApprovalEvent('approval-answered', 'A customer approved or refused on a device.'),
} as const;

/** Aggregate: a pairing; for codes and refused redemptions the code. */
const defineDeviceEvent = eventFamily({
  source,
  aggregateKind: 'device',
  data: Type.Object({
    'user-id': Type.Optional(Type.String()),
    'device-id': Type.Optional(Type.String()),
    /** Reason code. */
    reason: Type.Optional(Type.String()),
  }),
});

export const deviceEvents = {
  codeIssued: defineDeviceEvent('activation-code-issued', 'Activation code for a device issued.'),
  pairingStarted: defineDeviceEvent('device-pairing-started', 'Device paired; it awaits its confirmation.'),
  paired: defineDeviceEvent('device-paired', 'Pairing of a device confirmed by its first code.'),
  pairingFailed: defineDeviceEvent('device-pairing-failed', 'Redemption of an activation code refused.'),
  unpaired: defineDeviceEvent('device-unpaired', 'Device unpaired.'),
  blocked: defineDeviceEvent('device-blocked', 'Device blocked.'),
  unblocked: defineDeviceEvent('device-unblocked', 'Device unblocked.'),
};

const defineOfflineEvent = eventFamily({
  source,
  aggregateKind: 'client',
  data: Type.Object({ 'user-id': Type.Optional(Type.String()) }),
});

export const offlineEvents = {
  verified: defineOfflineEvent('offline-login-verified', 'Code of a device verified for an offline sign-in.'),
  refused: defineOfflineEvent('offline-login-refused', 'Code for an offline sign-in refused.'),
};

/** All events of this capability. */
export const events = {
  ...ownDataEvents,
  ...deviceEvents,
  offlineVerified: offlineEvents.verified,
  offlineRefused: offlineEvents.refused,
  approvalRequested: approvalEvents.requested,
  approvalAnswered: approvalEvents.answered,
  restrictionSet: defineEvent({
    ...about,
    name: 'restriction-set',
    data: restrictionData,
    summary: 'A restriction was set for a client, or lasts longer.',
  }),
  restrictionLifted: defineEvent({
    ...about,
    name: 'restriction-lifted',
    data: restrictionData,
    summary: 'A restriction of a client was lifted, or continues as that of the surviving client of a merge.',
  }),
  restrictionExpired: defineEvent({
    ...about,
    name: 'restriction-expired',
    data: restrictionData,
    summary: 'The time of a restriction is over.',
  }),
  fraudReported: defineEvent({
    ...about,
    name: 'suspected-fraud-reported',
    data: Type.Object({
      reportId: Type.String(),
      /** Payments were blocked and recent signatures recalled. */
      isBlocking: Type.Boolean(),
      /** Id of the report, for the ledger of what a restored backup must not undo. */
      reason: Type.String(),
      /** When it was reported. */
      at: Type.String(),
    }),
    summary: 'Suspected fraud was reported about a client.',
  }),
} as const;

export function restrictionEvent(
  event: 'restrictionSet' | 'restrictionLifted' | 'restrictionExpired',
  { clientNumber, expiresAt, kind, restrictionId, setBy }: RestrictionHead,
  at: Temporal.Instant,
  continuedBy?: string,
): NewEvent {
  return eventOf(
    events[event],
    clientNumber,
    omitUndefined({
      restrictionId,
      kind,
      setBy,
      reason: `${restrictionId} ${kind} ${setBy}`,
      at: at.toString(),
      until: expiresAt?.toString(),
      continuedBy,
    }),
  );
}

export function fraudReported(
  clientNumber: string,
  report: {
    readonly reportId: string;
    readonly isBlocking: boolean;
    readonly reportedAt: Temporal.Instant;
  },
): NewEvent {
  const { isBlocking, reportId, reportedAt } = report;
  return eventOf(events.fraudReported, clientNumber, {
    reportId,
    isBlocking,
    reason: reportId,
    at: reportedAt.toString(),
  });
}

export function approvalEvent(
  event: keyof typeof approvalEvents,
  approvalId: string,
  data: { readonly source?: ApprovalSource; readonly answer?: 'approved' | 'refused' },
): NewEvent {
  return eventOf(approvalEvents[event], approvalId, data);
}
