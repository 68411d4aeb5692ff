import assert from 'node:assert/strict';
import type { Context } from '#platform/work/context.ts';
import type { NewContactPoint, PartyTarget } from '../../domain/changes.ts';
import { addContactPoint } from '../../domain/contact-points.ts';
import { hasOpenProduct } from '../../domain/customer-status.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';

/** Identifies the new contact point. */
export interface ContactPointTarget {
  readonly partyNumber: string;
  readonly id: string;
}

export async function registerContactPoint(
  ctx: Context & PartyPorts,
  { point, target }: { readonly target: PartyTarget; readonly point: NewContactPoint },
): Promise<ContactPointTarget> {
  const { partyNumber } = target;
  const context = ruleContextOf(ctx, partyNumber);
  return changeParty<ContactPointTarget>(ctx, target, (party) => {
    const { personal, sensitive } = party;
    const contacted = addContactPoint(personal.contactPoints, point, {
      ...context,
      hasOpenProduct: hasOpenProduct(personal.customer),
    });
    if (contacted.kind === 'refused') throw problems[contacted.refusal]();
    assert(contacted.kind === 'done', 'the contract validates the period of a new contact point');
    return {
      facts: { personal: { ...personal, contactPoints: contacted.points }, sensitive },
      events: [partyEvent('contactPointRegistered', party, contacted.id)],
      result: { partyNumber, id: contacted.id },
    };
  });
}
