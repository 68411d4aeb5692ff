import type { AuditDetails } from '#platform/work/audit.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Approval } from '../../domain/approval.ts';
import { approvalEvent } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { type AskedDevice, insertApproval } from '../../store/approvals.store.ts';

/** A request for a device, and the device that is asked. */
export interface RequestApproval {
  readonly approval: Omit<Approval, 'createdAt' | 'state'>;
  /** Undefined for a customer without a device: the same work is done, and no device sees it. */
  readonly asked: AskedDevice | undefined;
  /** Returns in the same transaction whether the device may be asked now. */
  readonly reserve?: (work: Work) => Promise<boolean>;
}

/** Saves a request for a device. The worker wakes the device; the response must not tell whether there is one. */
export async function requestApproval(
  ctx: Context & Pick<ClientPorts, 'clientVault'>,
  { approval, asked, reserve }: RequestApproval,
): Promise<void> {
  const { bankId, clientVault, clock } = ctx;
  const { approvalId, source } = approval;
  await runCommand(ctx, async (work) => {
    const isReserved = reserve === undefined || (await reserve(work));
    if (!isReserved) return work.audit(noted(approvalId, 'not-asked'));
    insertApproval(work, clientVault.approvals, {
      bankId,
      asked,
      approval: { ...approval, createdAt: clock.now() },
    });
    work.emit(approvalEvent('requested', approvalId, { source }));
    return work.audit(noted(approvalId, 'open'));
  });
}

function noted(aggregateId: string, state: string): AuditDetails {
  return { aggregateKind: 'approval', aggregateId, changes: [{ field: 'state', after: state }] };
}
