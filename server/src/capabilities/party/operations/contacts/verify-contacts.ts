import type { Context } from '#platform/work/context.ts';
import { addressKey } from '../../domain/contact-points.ts';
import type { ContactPoint } from '../../domain/facts.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { changeParty } from '../../steps/change-party.ts';

/** An address or number whose owner returned a code. */
export interface ProvenContact {
  readonly method: 'email' | 'mobile';
  readonly value: string;
}

/**
 * Marks as verified every contact point of the party whose address is among the proven contacts; others stay as they
 * are. The caller has checked the codes, and that the party itself received them.
 */
export async function verifyContacts(
  ctx: Context & PartyPorts,
  { contacts, partyNumber }: { readonly partyNumber: string; readonly contacts: readonly ProvenContact[] },
): Promise<void> {
  const proven = new Set(contacts.map(keyOf));
  return changeParty(ctx, { partyNumber }, (party) => {
    const { personal, sensitive } = party;
    const isNews = ({ address, isVerified, method }: ContactPoint): boolean =>
      !isVerified && proven.has(`${method} ${addressKey(address)}`);
    const contactPoints = personal.contactPoints.map((point) =>
      isNews(point) ? { ...point, isVerified: true } : point,
    );
    return {
      facts: { personal: { ...personal, contactPoints }, sensitive },
      events: personal.contactPoints
        .filter(isNews)
        .map(({ id }) => partyEvent('contactPointVerified', party, id)),
    };
  });
}

function keyOf({ method, value }: ProvenContact): string {
  return `${method} ${addressKey(method === 'email' ? { kind: 'email', value } : { kind: 'phone', number: value })}`;
}
