import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type DecidedOutcome, proposalObstacle, screenedFactsOf } from '../../domain/screening.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { loadParty } from '../../steps/load-party.ts';
import { saveParty } from '../../steps/save-party.ts';
import { loadScreening, sealReason, sealScreenedFacts } from '../../steps/screening.ts';
import { updateProposal } from '../../store/screenings.store.ts';

export interface ProposeScreening {
  readonly partyNumber: string;
  readonly outcome: DecidedOutcome;
  readonly reason: string;
  /** Who proposes: the caller is a command, which acts for an employee. */
  readonly employeeId: string;
}

/** Proposes the outcome of an open screening. It has no effect before another employee confirms it. */
export async function proposeScreening(
  ctx: Context & PartyPorts,
  { employeeId, outcome, partyNumber, reason }: ProposeScreening,
): Promise<void> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, { partyNumber });
    const { party, seal } = before;
    const { screening } = await loadScreening(work, before);
    const obstacle = proposalObstacle(screening, now);
    if (obstacle !== undefined) throw problems[obstacle]();
    const sealedFacts = sealScreenedFacts(seal, screenedFactsOf(party));
    const sealedReason = sealReason(seal, reason);
    updateProposal(work, { bankId, partyNumber, outcome, sealedFacts, sealedReason, employeeId, now });
    const audited = {
      changes: [
        { field: 'screening', before: screening.kind, after: 'proposed' },
        { field: 'proposed-by', after: employeeId },
      ],
      sealed: { fact: 'screening', before: null, after: { outcome, reason } },
    };
    saveParty(ctx, work, { before, decision: { facts: party, events: [], audited } });
  });
}
