import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { type Approval, type ApprovalStatus, statusAt } from '../../domain/approval.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { type AskedDevice, findApproval } from '../../store/approvals.store.ts';
import { callingDevice } from './calling-device.ts';

/** A request to the calling device, as it is now. */
export interface LoadedApproval {
  readonly approval: Approval;
  readonly status: ApprovalStatus;
  readonly device: AskedDevice;
}

/** Loads a request to the calling device. That of another device or customer does not exist. */
export async function loadApproval(ctx: Context & ClientPorts, approvalId: string): Promise<LoadedApproval> {
  const { bankId, clientVault, clock, db } = ctx;
  const device = callingDevice(ctx);
  const approval = await findApproval(db, clientVault.approvals, { bankId, approvalId, ...device });
  if (approval === undefined) throw standardProblems['not-found']();
  return { approval, status: statusAt(approval, clock.now()), device };
}
