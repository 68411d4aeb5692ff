import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { applyReport, type DeliveryReport } from '../domain/delivery-report.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { recordMoves } from '../steps/record-moves.ts';
import { findCommunication, lockCommunications } from '../store/communications.store.ts';

/** What a mail server said about a message some time after it had taken it. */
export interface Bounce {
  readonly communicationId: string;
  readonly outcome: 'failed-hard' | 'failed-soft' | 'delivered' | 'delayed';
  readonly code: string;
}

/** Enters a late report; one that comes for the second time changes nothing. Not every bank knows every message. */
export async function reportBounce(
  ctx: Context & CorrespondencePorts,
  bounce: Bounce,
): Promise<'entered' | 'unknown'> {
  const { communicationId, outcome } = bounce;
  const { bankId, clock, db } = ctx;
  if ((await findCommunication(db, bankId, communicationId)) === undefined) return 'unknown';
  const report = reportOf(bounce);
  if (report === undefined) return 'entered';
  await runCommand(ctx, async (work) => {
    const communication = (await lockCommunications(work, bankId, [communicationId])).get(communicationId);
    // Whoever knows an id can write such a mail: it is believed of what left by mail, and of nothing else.
    const isMail = communication?.medium === 'email' && communication.status !== 'queued';
    const move = isMail ? applyReport(communication, report, clock.now()) : undefined;
    const moves = isMail && move?.kind === 'moved' ? [{ communication, ...move }] : [];
    await recordMoves(ctx, work, { moves });
    work.audit({
      aggregateKind: 'communication',
      aggregateId: communicationId,
      changes: [{ field: 'bounce', after: moves.length === 0 ? 'ignored' : outcome }],
    });
  });
  return 'entered';
}

/** That it takes longer changes nothing about where a message is. */
function reportOf({ code, outcome }: Bounce): DeliveryReport | undefined {
  if (outcome === 'delayed') return undefined;
  return {
    status: outcome === 'delivered' ? 'delivered' : 'failed',
    reporter: 'mail-server',
    reason: `smtp ${code}`,
    isHard: outcome === 'failed-hard',
    occurredAt: undefined,
    reference: undefined,
  };
}
