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
 * Ends every session and token of a member of staff within seconds, those of configured issuers included, and refuses
 * new ones until they are reinstated. Somebody who never signed in here can be cut off as well. A repeated cut-off
 * ends once more what was opened meanwhile by an instance that had not heard of the first.
 */
export async function cutOffEmployee(
  ctx: Context,
  { employeeId, reason }: CutOffEmployee,
): Promise<'cut-off' | 'cut-off-before'> {
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const before = await findCutOff(work, { bankId, employeeId });
    insertCutOff(work, { bankId, employeeId, now: clock.now() });
    endAccountSessions(ctx, work, { accountId: employeeAccountId(employeeId), keptSignInAt: undefined });
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
