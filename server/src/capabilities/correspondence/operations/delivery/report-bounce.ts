import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { applyReport, type DeliveryReport } from '../../domain/delivery-report.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { recordStatusChanges } from '../../steps/status-changes.ts';
import { findCommunication, lockCommunications } from '../../store/communications.store.ts';

/** A report of a mail server about a message it accepted earlier. */
export interface Bounce {
  readonly communicationId: string;
  readonly outcome: 'failed-hard' | 'failed-soft' | 'delivered' | 'delayed';
  readonly code: string;
}

/** Records a late report; a repeated one changes nothing. A message is known to one bank only. */
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
    // Any sender who knows an id can forge such a mail: it is trusted only for messages sent by mail.
    const isMail = communication?.medium === 'email' && communication.status !== 'queued';
    const applied = isMail ? applyReport(communication, report, clock.now()) : undefined;
    const statusChanges = isMail && applied?.kind === 'moved' ? [{ communication, ...applied }] : [];
    await recordStatusChanges(ctx, work, { statusChanges });
    work.audit({
      aggregateKind: 'communication',
      aggregateId: communicationId,
      changes: [{ field: 'bounce', after: statusChanges.length === 0 ? 'ignored' : outcome }],
    });
  });
  return 'entered';
}

/** A delay does not change the status of a message. */
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
