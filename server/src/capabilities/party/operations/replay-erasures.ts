import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ErasureLedger } from '../ports/erasure-ledger.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { eraseParty } from './erase-party.ts';

/** How a replay went. */
export interface Replayed {
  readonly erased: number;
  /** Erased in the backup already, or registered after it was taken. */
  readonly nothingToDo: number;
  /** Whom the backup still holds by law: somebody has to look. Absent when there is nobody. */
  readonly held?: readonly string[];
}

/** Erases again who had been erased when a backup was restored from before. */
export async function replayErasures(
  ctx: Context & PartyPorts & { readonly erasureLedger: ErasureLedger },
): Promise<Replayed> {
  const entries = (await ctx.erasureLedger.list()).filter(({ bankId }) => bankId === ctx.bankId);
  const lastErased = new Map(entries.map(({ erasedAt, partyNumber }) => [partyNumber, erasedAt]));
  const held: string[] = [];
  let erased = 0;
  for (const [partyNumber, registeredBefore] of lastErased) {
    const outcome = await replay(ctx, { partyNumber, registeredBefore });
    if (outcome === 'erased') erased += 1;
    if (outcome === 'held') held.push(partyNumber);
  }
  const nothingToDo = lastErased.size - erased - held.length;
  return { erased, nothingToDo, ...(held.length === 0 ? {} : { held }) };
}

async function replay(
  ctx: Parameters<typeof eraseParty>[0],
  erasure: Parameters<typeof eraseParty>[1],
): Promise<'erased' | 'erased-before' | 'held'> {
  // The ledger has it already.
  const erasureLedger = { ...ctx.erasureLedger, append: async () => undefined };
  try {
    return await eraseParty({ ...ctx, erasureLedger }, erasure);
    // A backup from before the party was registered has nothing to erase; one that is held must not keep the others.
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.literal === standardProblems['not-found'].literal) return 'erased-before';
    if (error.literal === standardProblems.conflict.literal) return 'held';
    throw error;
  }
}
