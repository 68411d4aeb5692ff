import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { DeliveryStatus } from '../domain/literals.ts';
import { communicationEvent } from '../events.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { type CommunicationMove, moveCommunications } from '../store/communications.store.ts';
import { sendByNextMedium } from './send-by-next-medium.ts';

/** Where communications have been moved to, and whether their message goes on by another medium. */
export interface RecordedMoves {
  readonly moves: readonly (CommunicationMove & {
    readonly communication: StoredCommunication;
    readonly goesOn: boolean;
  })[];
  /** Only those that this one still holds are moved. */
  readonly holder?: string;
}

type EventDetails = Parameters<typeof communicationEvent>[0];

const tellings: Readonly<Partial<Record<DeliveryStatus, EventDetails>>> = {
  sending: 'sendingStarted',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
};

/** Enters moves, tells of them, and sends on what failed; the same for gateways and for our own worker. */
export async function recordMoves(
  ctx: Context & CorrespondencePorts,
  work: Work,
  { holder, moves }: RecordedMoves,
): Promise<void> {
  const { bankId, clock } = ctx;
  const scope = { bankId, now: clock.now(), ...(holder === undefined ? {} : { holder }) };
  const done = await moveCommunications(work, scope, moves);
  for (const { communication, goesOn } of moves) {
    const status = done.get(communication.communicationId);
    const told = status === undefined ? undefined : tellings[status];
    if (status === undefined) continue;
    if (told !== undefined) work.emit(communicationEvent(told, communication));
    if (goesOn) await sendByNextMedium(ctx, work, communication);
  }
}
