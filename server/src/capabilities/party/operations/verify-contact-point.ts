import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { partyEvent } from '../events.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { changeParty } from './change-party.ts';
import type { ContactPointPlace } from './register-contact-point.ts';

/** Enters that a code sent to a contact point came back. Whoever sent the code calls this. */
export async function verifyContactPoint(
  ctx: Context & PartyPorts,
  { id: contactPointId, partyNumber }: ContactPointPlace,
): Promise<void> {
  return changeParty(ctx, { partyNumber }, (party) => {
    const { personal, sensitive } = party;
    if (!personal.contactPoints.some(({ id }) => id === contactPointId))
      throw standardProblems['not-found']();
    const contactPoints = personal.contactPoints.map((point) =>
      point.id === contactPointId ? { ...point, isVerified: true } : point,
    );
    return {
      facts: { personal: { ...personal, contactPoints }, sensitive },
      events: [partyEvent('contactPointVerified', party, contactPointId)],
    };
  });
}
