import { lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { optOutEnded } from '../events.ts';
import { problems } from '../problems.ts';
import { deleteOptOut } from '../store/payee-opt-outs.store.ts';

interface OptIn {
  readonly customerNumber: string;
  /** Undefined after a restore. */
  readonly employeeId: string | undefined;
}

/** Records that a firm opts in again: the payees of all its payments are verified from now on. SPEC xs2a-2026 2.5 */
export async function endPayeeOptOut(ctx: Context, { customerNumber, employeeId }: OptIn): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const standing = await lockStanding(work, { bankId, customerNumber });
    const { partyNumber } = standing ?? { partyNumber: customerNumber };
    if (!(await deleteOptOut(work, { bankId, customerNumber: partyNumber })))
      throw problems['opt-out-unknown']();
    work.emit(optOutEnded(partyNumber));
    work.audit({
      aggregateKind: 'customer',
      aggregateId: partyNumber,
      changes: [
        { field: 'payee-opt-out', before: true, after: false },
        { field: 'employee', after: employeeId ?? null },
      ],
    });
  });
}
