import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { loadParty } from '../../steps/load-party.ts';
import {
  auditedSettlement,
  endProposal,
  loadProposal,
  type SettleScreening,
} from '../../steps/settle-screening.ts';

/** Rejects a proposed outcome, by another employee than the one who proposed it. The screening is open again. */
export async function rejectScreening(
  ctx: Context & PartyPorts,
  settle: SettleScreening & { readonly reason: string },
): Promise<void> {
  return runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, settle);
    const settled = await loadProposal(ctx, work, { before, settle });
    if (settled === undefined) return;
    const audited = auditedSettlement('rejected', settle.employeeId, settled, settle.reason);
    endProposal(ctx, work, { before, audited });
  });
}
