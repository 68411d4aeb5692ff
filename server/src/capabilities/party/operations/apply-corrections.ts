import { callerId } from '#platform/auth/caller.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Corrections, PartyTarget } from '../domain/changes.ts';
import { correctIndividual, needsSecondApproval } from '../domain/corrections.ts';
import { partyEvent } from '../events.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { problems } from '../problems.ts';
import { checkIdentification } from '../steps/check-identification.ts';
import { type LoadedParty, loadParty } from '../steps/load-party.ts';
import { refuseValue } from '../steps/refuse-value.ts';
import { requireSensitive } from '../steps/require-sensitive.ts';
import { ruleContextOf } from '../steps/rule-context-of.ts';
import { saveParty } from '../steps/save-party.ts';
import {
  deletePendingCorrections,
  deletePendingCorrectionsOf,
  insertPendingCorrection,
  listPendingCorrections,
} from '../store/pending-corrections.store.ts';

/** How long the second employee may take. */
const approvalHours = 72;

export interface ApplyCorrections {
  readonly target: PartyTarget;
  readonly corrections: Corrections;
  /** Of the exact words asked for: the second one must ask for the same. */
  readonly payloadDigest: Buffer;
}

/**
 * Puts right what was recorded wrongly. Whoever is the first to ask for another identification number or birth date is
 * refused, and that is remembered; another employee who asks for exactly the same has it applied.
 */
// GAP: both are to sign through the authorization interface; until it exists the second call is the second signature. ADR-0028
export async function applyCorrections(ctx: Context & PartyPorts, command: ApplyCorrections): Promise<void> {
  const { corrections, target } = command;
  const { bankCountry, today } = ruleContextOf(ctx, target.partyNumber);
  const { birthDate, identification } = corrections;
  if (birthDate !== undefined && birthDate !== null && birthDate > today)
    refuseValue(['birth-date'], 'maximum');
  // Nobody is asked when a program corrects, so it must name the case in which somebody was.
  if (ctx.caller.kind === 'application' && (corrections.caseId ?? '') === '')
    refuseValue(['case-id'], 'required');
  // Whoever may not see a birth date could find it out by correcting it.
  if (birthDate !== undefined || identification !== undefined) requireSensitive(ctx.caller);
  return runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, target);
    const { party } = before;
    if (party.kind !== 'individual') throw problems['party-kind-mismatch']();
    checkIdentification(identification, { bankCountry, kind: party.kind });
    const corrected = correctIndividual(party, corrections, { bankCountry });
    if (corrected.kind === 'refused') throw problems[corrected.refusal]();
    if (needsSecondApproval(party, corrected.facts) && !(await isApproved(ctx, work, { before, command })))
      return;
    const events = [partyEvent('individualCorrected', party)];
    const revision = { cause: 'correction', effective: today } as const;
    saveParty(ctx, work, { before, decision: { facts: corrected.facts, revision, events } });
  });
}

/** Whether another employee asked for the same before; if not, this one is remembered and refused for now. */
async function isApproved(
  ctx: Context & PartyPorts,
  work: Work,
  { before, command }: { readonly before: LoadedParty; readonly command: ApplyCorrections },
): Promise<boolean> {
  const { bankId, caller, clock, partyVault } = ctx;
  const { party, seal } = before;
  const now = clock.now();
  // Keyed: there are so few birth dates that whoever has the table alone could try them all.
  const mark = partyVault.mark(bankId, 'party-correction', command.payloadDigest.toString('hex'));
  const asked = { bankId, partyNumber: party.partyNumber, payloadDigest: Buffer.from(mark) };
  const pending = await listPendingCorrections(work, asked, now);
  const requestedBy = callerId(caller);
  const isSecond = pending.some((earlier) => earlier.requestedBy !== requestedBy);
  if (isSecond && caller.kind === 'employee') {
    // All of them: what was asked for before the party was corrected is not what anybody agreed to.
    deletePendingCorrectionsOf(work, bankId, party.partyNumber);
    return true;
  }
  const own = pending.find((earlier) => earlier.requestedBy === requestedBy);
  const correctionId = own?.correctionId ?? ruleContextOf(ctx, party.partyNumber).nextId();
  if (own === undefined && caller.kind === 'employee') {
    const expiresAt = now.add({ hours: approvalHours });
    // Nobody waits, so whatever is still there has run out and would be in the way of the new one.
    deletePendingCorrections(work, asked);
    insertPendingCorrection(work, { ...asked, correctionId, requestedBy, now, expiresAt });
  }
  const problem = 'second-approval-required';
  work.audit({
    aggregateKind: 'party',
    aggregateId: party.partyNumber,
    changes: [],
    problem,
    sealed: seal.seal({ table: 'audit_entry', column: 'record', row: '' }, { correctionId }),
  });
  work.rejectAfterCommit(
    problems[problem]({ details: { 'resource-id': correctionId, 'resource-kind': 'party-correction' } }),
  );
  return false;
}
