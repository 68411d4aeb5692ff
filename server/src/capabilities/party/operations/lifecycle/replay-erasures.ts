import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ErasureLedger } from '../../ports/erasure-ledger.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { eraseParty } from './erase-party.ts';

/** The result of a replay. */
export interface ReplayResult {
  readonly erased: number;
  /** Erased in the backup already, or registered after it was taken. */
  readonly nothingToDo: number;
  /** Parties that have a legal hold in the backup: an operator must decide. Absent when there are none. */
  readonly onLegalHold?: readonly string[];
}

/** Erases again the parties in the ledger, after a backup from before their erasure was restored. */
export async function replayErasures(
  ctx: Context & PartyPorts & { readonly erasureLedger: ErasureLedger },
): Promise<ReplayResult> {
  const entries = (await ctx.erasureLedger.list()).filter(({ bankId }) => bankId === ctx.bankId);
  const lastErased = new Map(entries.map(({ erasedAt, partyNumber }) => [partyNumber, erasedAt]));
  const onLegalHold: string[] = [];
  let erased = 0;
  for (const [partyNumber, registeredBefore] of lastErased) {
    const outcome = await replay(ctx, { partyNumber, registeredBefore });
    if (outcome === 'erased') erased += 1;
    if (outcome === 'on-legal-hold') onLegalHold.push(partyNumber);
  }
  const nothingToDo = lastErased.size - erased - onLegalHold.length;
  return { erased, nothingToDo, ...(onLegalHold.length === 0 ? {} : { onLegalHold }) };
}

async function replay(
  ctx: Parameters<typeof eraseParty>[0],
  erasure: Parameters<typeof eraseParty>[1],
): Promise<'erased' | 'erased-before' | 'on-legal-hold'> {
  // The ledger has the entry already.
  const erasureLedger = { ...ctx.erasureLedger, append: async () => undefined };
  try {
    return await eraseParty({ ...ctx, erasureLedger }, erasure);
    // A backup taken before the party was registered has nothing to erase, and a legal hold must not stop the others.
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.literal === standardProblems['not-found'].literal) return 'erased-before';
    if (error.literal === standardProblems.conflict.literal) return 'on-legal-hold';
    throw error;
  }
}
