import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type DecidedOutcome, type Proposal, settleProposal } from '../domain/screening.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { problems } from '../problems.ts';
import { updateProposalEnded } from '../store/screenings.store.ts';
import type { LoadedParty } from './load-party.ts';
import { type AuditedBeside, saveParty } from './save-party.ts';
import { type LoadedScreening, loadScreening } from './screening.ts';

/** What another employee decides about a proposal. */
export interface SettleScreening {
  readonly partyNumber: string;
  /** The outcome that is proposed, as the employee read it. */
  readonly outcome: DecidedOutcome;
  readonly employeeId: string;
}

/** A proposal that may be confirmed or rejected. */
export interface SettledProposal extends LoadedScreening {
  readonly proposal: Proposal;
}

/**
 * Loads the proposal for an employee who may settle it. Ends a void one, and returns undefined: the command is refused
 * after it has recorded that.
 */
export async function loadProposal(
  ctx: Context & PartyPorts,
  work: Work,
  { before, settle }: { readonly before: LoadedParty; readonly settle: SettleScreening },
): Promise<SettledProposal | undefined> {
  const loaded = await loadScreening(work, before);
  const settled = settleProposal(loaded.screening, { ...settle, now: ctx.clock.now() });
  switch (settled.kind) {
    case 'refused':
      throw problems[settled.refusal]();
    case 'settled':
      return { ...loaded, proposal: settled.proposal };
    case 'void':
      endProposal(ctx, work, {
        before,
        audited: auditedSettlement('void', settle.employeeId, { ...loaded, proposal: settled.proposal }),
      });
      work.rejectAfterCommit(problems['screening-proposal-void']());
      return undefined;
  }
}

/** Ends a proposal without an outcome: the screening is open again. The trail keeps both employees and the reasons. */
export function endProposal(
  ctx: Context & PartyPorts,
  work: Work,
  { audited, before }: { readonly before: LoadedParty; readonly audited: AuditedBeside },
): void {
  updateProposalEnded(work, before.party);
  saveParty(ctx, work, { before, decision: { facts: before.party, events: [], audited } });
}

/** Returns the part of the audit entry that names both employees. Outcome and reasons are readable with the party's key. */
export function auditedSettlement(
  result: 'confirmed' | 'rejected' | 'void',
  employeeId: string,
  { proposal, reason }: SettledProposal,
  whyRejected?: string,
): AuditedBeside {
  const { outcome, proposedBy } = proposal;
  return {
    changes: [
      { field: 'screening', before: 'proposed', after: result },
      { field: 'proposed-by', after: proposedBy },
      { field: 'settled-by', after: employeeId },
    ],
    sealed: {
      fact: 'screening',
      before: { outcome, reason },
      after: whyRejected === undefined ? null : { reason: whyRejected },
    },
  };
}
