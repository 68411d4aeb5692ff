import type { Context } from '#platform/work/context.ts';
import { type Ending, isNewerThan, newestEndings, type RestoreStep } from '#platform/work/ending-ledger.ts';
import { findClient } from '../store/clients.store.ts';
import { findCutOff } from '../store/cut-offs.store.ts';
import { cutOffEmployee } from './cut-off-employee.ts';
import { disableClient } from './disable-client.ts';
import { reinstateEmployee } from './reinstate-employee.ts';

const reason = 'backup restored';

/** Compares clients and employees of a restored database with the ledger, and returns the steps to replay. */
export async function replayOauthEndings(
  ctx: Context,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const staff = newestOf(ctx, endings, ['employee-cut-off', 'employee-reinstated']);
  const switched = newestOf(ctx, endings, ['client-disabled', 'client-enabled']);
  const rotated = newestOf(ctx, endings, ['client-keys-rotated']);
  const steps = await Promise.all([
    ...staff.map((ending) => employeeStep(ctx, ending)),
    ...[...rotated, ...switched].map((ending) => clientStep(ctx, ending)),
  ]);
  // A client that was disabled after its keys changed is disabled once.
  const bySubject = new Map(steps.filter((step) => step !== undefined).map((step) => [step.subject, step]));
  return [...bySubject.values()];
}

function newestOf(
  { bankId }: Context,
  endings: readonly Ending[],
  events: readonly string[],
): readonly Ending[] {
  return newestEndings(endings, { bankId, events });
}

async function employeeStep(
  ctx: Context,
  { event, subject: employeeId }: Ending,
): Promise<RestoreStep | undefined> {
  const isCutOff = (await findCutOff(ctx.db, { bankId: ctx.bankId, employeeId })) !== undefined;
  if (isCutOff === (event === 'employee-cut-off')) return undefined;
  return isCutOff
    ? {
        what: 'employees reinstated again',
        subject: employeeId,
        apply: () => reinstateEmployee(ctx, { employeeId, reason }),
      }
    : {
        what: 'employees cut off again',
        subject: employeeId,
        apply: () => cutOffEmployee(ctx, { employeeId, reason }),
      };
}

/**
 * A client that was disabled is disabled again. A client whose keys changed has its old keys back, which may be stolen:
 * it stays disabled until an operator adds the new keys. A client that was enabled stays as it is in the backup.
 */
async function clientStep(ctx: Context, ending: Ending): Promise<RestoreStep | undefined> {
  const { event, subject: clientId } = ending;
  const client = await findClient(ctx.db, ctx.bankId, clientId);
  if (client?.state !== 'active' || event === 'client-enabled' || !isNewerThan(ending, client.modifiedAt))
    return undefined;
  return {
    what: event === 'client-disabled' ? 'clients disabled again' : 'clients with older keys disabled',
    subject: clientId,
    apply: () => disableClient(ctx, clientId),
  };
}
