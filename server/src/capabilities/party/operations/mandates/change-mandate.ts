import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { completeTerms, type EnteredTerms } from '../../domain/mandates.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { loadParty } from '../../steps/load-party.ts';
import { auditedTerms, type MandateChange, reportMandate, writeMandate } from '../../steps/mandates.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { endMandates } from '../../store/mandates.store.ts';

export interface ChangeMandate extends MandateChange {
  /** The new terms; the old ones apply until the day before they begin. */
  readonly terms: EnteredTerms;
}

/** Replaces the terms of a mandate from a day on. */
export async function changeMandate(ctx: Context & PartyPorts, command: ChangeMandate): Promise<void> {
  const { principal, proxy } = command;
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, { partyNumber: principal });
    const { today } = ruleContextOf(ctx, principal);
    const terms = completeTerms(command.terms, today);
    const endedOn = terms.validFrom;
    const isEnded = await endMandates(work, { bankId, principal, proxy, endedOn, now: clock.now() });
    if (!isEnded) throw problems['mandate-not-found']();
    await writeMandate(ctx, work, { principal, proxy, terms });
    reportMandate(ctx, work, {
      event: 'mandateChanged',
      before,
      change: command,
      changes: auditedTerms(terms),
    });
  });
}
