import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { completeTerms, type EnteredTerms, isValidFrom } from '../../domain/mandates.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { loadParty } from '../../steps/load-party.ts';
import { auditedTerms, type MandateChange, reportMandate, writeMandate } from '../../steps/mandates.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { listMandatedProxies } from '../../store/proxies.read.ts';

export interface GrantMandate extends MandateChange {
  readonly terms: EnteredTerms;
}

/** Grants a party the right to act for another one. One mandate at a time: who may do what must not need adding up. */
export async function grantMandate(ctx: Context & PartyPorts, command: GrantMandate): Promise<void> {
  const { principal, proxy } = command;
  const { bankId } = ctx;
  return runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, { partyNumber: principal });
    const { today } = ruleContextOf(ctx, principal);
    const mandates = await listMandatedProxies(work, { bankId, partyNumber: principal });
    const isGranted = mandates.some(
      ({ partyNumber, validFrom, validUntil }) =>
        partyNumber === proxy &&
        isValidFrom({ validFrom: validFrom.toString(), validUntil: validUntil?.toString() }, today),
    );
    if (isGranted) throw problems['mandate-already-granted']();
    const terms = completeTerms(command.terms, today);
    await writeMandate(ctx, work, { principal, proxy, terms });
    reportMandate(ctx, work, {
      event: 'mandateGranted',
      before,
      change: command,
      changes: auditedTerms(terms),
    });
  });
}
