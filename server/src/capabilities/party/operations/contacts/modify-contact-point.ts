import { mayBeMobile } from '#platform/kernel/phone-number.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ContactPointChange, PartyTarget } from '../../domain/changes.ts';
import { type ContactPointResult, changeContactPoint } from '../../domain/contact-points.ts';
import { hasOpenProduct } from '../../domain/customer-status.ts';
import type { ContactPoint } from '../../domain/facts.ts';
import { clearedFields } from '../../domain/mandatory-fields.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import { refuseValue } from '../../steps/field-checks.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import type { ContactPointTarget } from './register-contact-point.ts';

export interface ModifyContactPoint {
  readonly target: PartyTarget;
  readonly contactPointId: string;
  readonly change: ContactPointChange;
}

/** Changes a contact point. Its id stays the same, and the previous version stays in the history. */
export async function modifyContactPoint(
  ctx: Context & PartyPorts,
  { change, contactPointId, target }: ModifyContactPoint,
): Promise<ContactPointTarget> {
  const { bankId, contactUse } = ctx;
  const { partyNumber } = target;
  const context = ruleContextOf(ctx, partyNumber);
  // Checked before the transaction: while the party row is locked, the command waits only for the database.
  const isInUse =
    change.address !== undefined && (await contactUse.isInUse({ bankId, partyNumber, contactPointId }));
  return changeParty<ContactPointTarget>(ctx, target, (party) => {
    const { personal, sensitive } = party;
    const current = personal.contactPoints.find(({ id }) => id === contactPointId);
    if (current === undefined) throw standardProblems['not-found']();
    if (change.method !== undefined && change.method !== current.method) refuseValue(['method'], 'mismatch');
    checkAddress(change, current);
    const contacted = changeContactPoint(personal.contactPoints, current, {
      change,
      context: { ...context, hasOpenProduct: hasOpenProduct(personal.customer) },
    });
    if (contacted.kind !== 'done') throw problemOf(contacted);
    const hadOtherAddress = contacted.points.some(({ id, isVerified }) => id === current.id && !isVerified);
    if (isInUse && current.isVerified && hadOtherAddress) throw problems['contact-point-in-use']();
    const facts = { personal: { ...personal, contactPoints: contacted.points }, sensitive };
    if (clearedFields(party, facts).length > 0) throw problems['mandatory-field-cleared']();
    return {
      facts,
      events: [partyEvent('contactPointModified', party, contactPointId)],
      result: { partyNumber, id: contactPointId },
    };
  });
}

/** Checks that the new address suits the method, which cannot change. */
function checkAddress({ address }: ContactPointChange, current: ContactPoint): void {
  if (address === undefined) return;
  if (address.kind !== current.address.kind) refuseValue(['address', 'kind'], 'mismatch');
  if (current.method === 'mobile' && address.kind === 'phone' && !mayBeMobile(address.number))
    refuseValue(['address', 'number'], 'format');
}

function problemOf(contacted: Exclude<ContactPointResult, { kind: 'done' }>): Error {
  switch (contacted.kind) {
    case 'endless':
      return refuseValue(['valid-until'], 'required');
    case 'reversed':
      return refuseValue(['valid-until'], 'minimum');
    case 'refused':
      return problems[contacted.refusal]();
  }
}
