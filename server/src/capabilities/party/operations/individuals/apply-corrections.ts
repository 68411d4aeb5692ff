import { callerId } from '#platform/auth/caller.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Corrections, PartyTarget } from '../../domain/changes.ts';
import { correctIndividual, needsSecondApproval } from '../../domain/corrections.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { requireSensitive } from '../../steps/access.ts';
import { checkIdentification, refuseValue } from '../../steps/field-checks.ts';
import { type LoadedParty, loadParty } from '../../steps/load-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { saveParty } from '../../steps/save-party.ts';
import {
  deletePendingCorrections,
  deletePendingCorrectionsOf,
  insertPendingCorrection,
  listPendingCorrections,
} from '../../store/pending-corrections.store.ts';

/** Time the second employee has to approve. */
const approvalHours = 72;

export interface ApplyCorrections {
  readonly target: PartyTarget;
  readonly corrections: Corrections;
  /** Hash of the request body: the second request must be identical. */
  readonly payloadHash: Buffer;
}

/**
 * Corrects data that was recorded wrongly. The first request for another identification number or birth date is
 * rejected and stored; when another employee sends an identical request, the correction is applied.
 */
// GAP: both are to sign through the authorization interface, which asks employees for no proof; the second call approves. ADR-0028
export async function applyCorrections(ctx: Context & PartyPorts, command: ApplyCorrections): Promise<void> {
  const { corrections, target } = command;
  const { bankCountry, today } = ruleContextOf(ctx, target.partyNumber);
  const { birthDate, identification } = corrections;
  if (birthDate !== undefined && birthDate !== null && birthDate > today)
    refuseValue(['birth-date'], 'maximum');
  // No employee takes part when an application corrects data, so it must name the case in which one decided.
  if (ctx.caller.kind === 'application' && (corrections.caseId ?? '') === '')
    refuseValue(['case-id'], 'required');
  // A caller without access to birth dates could otherwise find one out by correcting it.
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

/** Returns whether another employee sent the same request before. If not, stores this one and rejects it for now. */
async function isApproved(
  ctx: Context & PartyPorts,
  work: Work,
  { before, command }: { readonly before: LoadedParty; readonly command: ApplyCorrections },
): Promise<boolean> {
  const { bankId, caller, clock, partyVault } = ctx;
  const { party, seal } = before;
  const now = clock.now();
  // Keyed hash: there are so few birth dates that an attacker with a copy of the table could try them all.
  const mark = partyVault.mark(bankId, 'party-correction', command.payloadHash.toString('hex'));
  const correctionKey = { bankId, partyNumber: party.partyNumber, payloadHash: Buffer.from(mark) };
  const pending = await listPendingCorrections(work, correctionKey, now);
  const requestedBy = callerId(caller);
  const isSecond = pending.some((earlier) => earlier.requestedBy !== requestedBy);
  if (isSecond && caller.kind === 'employee') {
    // Deletes all of them: the other requests were made before this correction and apply to data that has changed.
    deletePendingCorrectionsOf(work, bankId, party.partyNumber);
    return true;
  }
  const own = pending.find((earlier) => earlier.requestedBy === requestedBy);
  const correctionId = own?.correctionId ?? ruleContextOf(ctx, party.partyNumber).nextId();
  if (own === undefined && caller.kind === 'employee') {
    const expiresAt = now.add({ hours: approvalHours });
    // No valid request is pending. An expired one may still be stored and would conflict with the new one.
    deletePendingCorrections(work, correctionKey);
    insertPendingCorrection(work, { ...correctionKey, correctionId, requestedBy, now, expiresAt });
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
