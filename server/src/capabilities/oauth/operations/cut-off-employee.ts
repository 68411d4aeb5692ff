import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { employeeAccountId } from '../domain/employee.ts';
import { employeeEvent } from '../events.ts';
import { findCutOff, insertCutOff } from '../store/cut-offs.store.ts';
import { endAccountSessions } from './end-account-sessions.ts';

export interface CutOffEmployee {
  readonly employeeId: string;
  readonly reason: string;
}

/**
 * Ends all sessions and tokens of an employee within seconds, including those of configured issuers, and refuses new
 * ones until reinstatement. Also applies to an employee who never signed in here. Repeating a cut-off also ends
 * sessions that an instance opened before it loaded the first cut-off.
 */
export async function cutOffEmployee(
  ctx: Context,
  { employeeId, reason }: CutOffEmployee,
): Promise<'cut-off' | 'cut-off-before'> {
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const before = await findCutOff(work, { bankId, employeeId });
    insertCutOff(work, { bankId, employeeId, now: clock.now() });
    endAccountSessions(ctx, work, { accountId: employeeAccountId(employeeId), exceptSignInAt: undefined });
    work.emit(employeeEvent('cutOff', employeeId));
    work.audit({
      aggregateKind: 'employee',
      aggregateId: employeeId,
      changes: [
        { field: 'access', before: before === undefined ? 'open' : 'cut-off', after: 'cut-off' },
        { field: 'reason', after: reason },
      ],
    });
    return before === undefined ? 'cut-off' : 'cut-off-before';
  });
}
