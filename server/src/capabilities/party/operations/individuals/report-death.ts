import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { DeathReport, PartyTarget } from '../../domain/changes.ts';
import { reportDeath as reportedDeath } from '../../domain/death.ts';
import type { Party } from '../../domain/party.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import { checkContent, refuseValue } from '../../steps/field-checks.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { endEmployments } from '../../store/related-parties.store.ts';

/** Records the death of a person. Other capabilities close accounts, users and devices when they receive the event. */
export async function reportDeath(
  ctx: Context & PartyPorts,
  { report, target }: { readonly target: PartyTarget; readonly report: DeathReport },
): Promise<void> {
  const { today } = ruleContextOf(ctx, target.partyNumber);
  if (report.date > today) refuseValue(['date-of-death'], 'maximum');
  checkContent(ctx, report.contentUrl);
  return changeParty(ctx, { ...target, kind: 'individual', deceased: 'allowed' }, (party, work) => {
    const { personal, sensitive } = party;
    const reported = reportedDeath({ personal, sensitive }, report, today);
    switch (reported.kind) {
      case 'refused':
        throw problems[reported.refusal]();
      case 'known':
        return { facts: { personal, sensitive }, events: [] };
      case 'reported':
        return { facts: reported.facts, events: [partyEvent('deathReported', party)] };
      case 'confirmed':
        endEmploymentsAt(ctx, work, party, report.date);
        return { facts: reported.facts, events: [partyEvent('deathConfirmed', party)] };
    }
  });
}

/** Work ends with the life. Kinship and ownership stay: the estate needs them. */
function endEmploymentsAt(
  { bankId, clock }: Context,
  work: Work,
  { partyNumber }: Party,
  date: string,
): void {
  const endedOn = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
  endEmployments(work, { bankId, partyNumber, endedOn, now: clock.now() });
}
