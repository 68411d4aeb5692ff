import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Day } from '../../domain/facts.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { loadParty } from '../../steps/load-party.ts';
import { type MandateChange, reportMandate } from '../../steps/mandates.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { endMandates } from '../../store/mandates.store.ts';

export interface EndMandate extends MandateChange {
  /** The first day without the mandate; absent: today, which means at once. */
  readonly endedOn?: Day | undefined;
}

/** Ends the mandate of a proxy. Signatures that were given under it and not executed yet lose their effect. */
export async function endMandate(ctx: Context & PartyPorts, command: EndMandate): Promise<void> {
  const { principal, proxy } = command;
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, { partyNumber: principal });
    const { today } = ruleContextOf(ctx, principal);
    const endedOn = command.endedOn ?? today;
    // The past stays as it was recorded: third parties may have relied on it.
    if (endedOn < today) throw problems['mandate-terms-invalid']();
    const isEnded = await endMandates(work, { bankId, principal, proxy, endedOn, now: clock.now() });
    if (!isEnded) throw problems['mandate-not-found']();
    reportMandate(ctx, work, {
      event: 'mandateEnded',
      before,
      change: command,
      changes: [{ field: 'mandate-ended-on', after: endedOn }],
    });
  });
}
