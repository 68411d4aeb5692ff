import type { Context } from '#platform/work/context.ts';
import { type Approval, type ApprovalStatus, statusAt } from '../../domain/approval.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { callingDevice } from '../../steps/approvals/calling-device.ts';
import { listOpenApprovals } from '../../store/approvals.store.ts';

/** A request as the device shows it. */
export interface ShownApproval extends Approval {
  readonly status: ApprovalStatus;
}

/** Lists what waits for an answer on the calling device, the newest first. */
export async function listApprovals(ctx: Context & ClientPorts): Promise<readonly ShownApproval[]> {
  const { bankId, clientVault, clock, db } = ctx;
  const now = clock.now();
  const open = await listOpenApprovals(db, clientVault.approvals, { bankId, ...callingDevice(ctx), now });
  return open.map((approval) => ({ ...approval, status: statusAt(approval, now) }));
}
