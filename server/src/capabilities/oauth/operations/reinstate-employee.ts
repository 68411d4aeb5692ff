import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { employeeAccountId } from '../domain/employee.ts';
import { employeeEvent } from '../events.ts';
import { deleteCutOff, findCutOff } from '../store/cut-offs.store.ts';
import type { CutOffEmployee } from './cut-off-employee.ts';
import { endAccountSessions } from './end-account-sessions.ts';

/** Allows an employee to sign in again. Earlier sessions and tokens stay ended. */
export async function reinstateEmployee(
  ctx: Context,
  { employeeId, reason }: CutOffEmployee,
): Promise<'reinstated' | 'not-cut-off'> {
  const { bankId } = ctx;
  if ((await findCutOff(ctx.db, { bankId, employeeId })) === undefined) return 'not-cut-off';
  await runCommand(ctx, async (work) => {
    deleteCutOff(work, { bankId, employeeId });
    // The revocation of the cut-off is purged after twelve hours, but tokens of configured issuers can live longer.
    endAccountSessions(ctx, work, { accountId: employeeAccountId(employeeId), exceptSignInAt: undefined });
    work.emit(employeeEvent('reinstated', employeeId));
    work.audit({
      aggregateKind: 'employee',
      aggregateId: employeeId,
      changes: [
        { field: 'access', before: 'cut-off', after: 'open' },
        { field: 'reason', after: reason },
      ],
    });
  });
  return 'reinstated';
}
