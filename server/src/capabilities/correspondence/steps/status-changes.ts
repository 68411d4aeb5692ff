import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { DeliveryStatus } from '../domain/literals.ts';
import { communicationEvent } from '../events.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { type CommunicationUpdate, updateCommunications } from '../store/communications.store.ts';
import { sendByNextMedium } from './send-by-next-medium.ts';

/** Status changes of communications, and whether their message is sent by another medium. */
export interface StatusChanges {
  readonly statusChanges: readonly (CommunicationUpdate & {
    readonly communication: StoredCommunication;
    readonly usesNextMedium: boolean;
  })[];
  /** Changes only those whose lease this worker still holds. */
  readonly holder?: string;
}

type EventDetails = Parameters<typeof communicationEvent>[0];

const eventsByStatus: Readonly<Partial<Record<DeliveryStatus, EventDetails>>> = {
  sending: 'sendingStarted',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
};

/**
 * Records status changes, emits events, and sends failed messages by the next medium; used for gateways and Portico's
 * own worker.
 */
export async function recordStatusChanges(
  ctx: Context & CorrespondencePorts,
  work: Work,
  { holder, statusChanges: changes }: StatusChanges,
): Promise<void> {
  const { bankId, clock } = ctx;
  const scope = { bankId, now: clock.now(), ...(holder === undefined ? {} : { holder }) };
  const updated = await updateCommunications(work, scope, changes);
  for (const { communication, usesNextMedium } of changes) {
    const status = updated.get(communication.communicationId);
    const event = status === undefined ? undefined : eventsByStatus[status];
    if (status === undefined) continue;
    if (event !== undefined) work.emit(communicationEvent(event, communication));
    if (usesNextMedium) await sendByNextMedium(ctx, work, communication);
  }
}
