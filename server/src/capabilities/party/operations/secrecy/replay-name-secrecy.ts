import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { type Ending, newestEndings, type RestoreStep } from '#platform/work/ending-ledger.ts';
import { partyEndings } from '../../domain/endings.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { findNameSecrecy } from './find-name-secrecy.ts';
import { setNameSecrecy } from './set-name-secrecy.ts';

/** Makes names secret again that became secret after the backup. */
export async function replayNameSecrecy(
  ctx: Context & PartyPorts,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const steps: RestoreStep[] = [];
  for (const { event, subject } of newestEndings(endings, { bankId: ctx.bankId, events: partyEndings })) {
    if (event !== 'party-name-disclosure-ended' || !(await isDisclosed(ctx, subject))) continue;
    const apply = (): Promise<void> => setNameSecrecy(ctx, { partyNumber: subject, employeeId: 'restore' });
    steps.push({ what: 'names made secret again', subject, apply });
  }
  return steps;
}

/** Names of parties that are erased, merged or not in the backup are not disclosed. */
async function isDisclosed(ctx: Context & PartyPorts, partyNumber: string): Promise<boolean> {
  try {
    return (await findNameSecrecy(ctx, partyNumber)) === undefined;
  } catch (error) {
    if (error instanceof Problem && ['gone', 'not-found'].includes(error.literal)) return false;
    throw error;
  }
}
