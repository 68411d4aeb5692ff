import { type CustomerContacts, getCustomerContacts } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { InitiateDelivery } from '../domain/initiation.ts';
import type { ContactMedium } from '../domain/literals.ts';
import type { Address, Recipient } from '../domain/medium-choice.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';

/** Whom a message is for. */
export interface FoundRecipient extends Recipient {
  readonly customerNumber: string | undefined;
  readonly language: string | undefined;
}

const mediaOfMethods: Readonly<Partial<Record<CustomerContacts['points'][number]['method'], ContactMedium>>> =
  {
    email: 'email',
    mobile: 'sms',
    postal: 'letter',
  };

/** Everything needed to choose how somebody is written to. A bare address is one address and no wishes. */
export async function findRecipient(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  recipient: InitiateDelivery['recipient'],
): Promise<FoundRecipient> {
  if (recipient.kind === 'contact') {
    const { details, kind, usage } = recipient.contact;
    const only = { medium: kind, usage, details, optOuts: [] };
    // Nobody is known behind a bare address, so nobody can have wished for advertising.
    return {
      customerNumber: recipient.customerNumber,
      language: undefined,
      addresses: [only],
      optIns: [],
      optOuts: [],
    };
  }
  const { customerNumber } = recipient;
  const reach = await getCustomerContacts({ ...ctx, ...ctx.party }, db, customerNumber);
  if (reach === undefined) throw problems['recipient-not-found']();
  if (reach.isDeceased) throw problems['recipient-deceased']();
  const { language, optIns, optOuts, partyNumber } = reach;
  const devices = await ctx.pushAddresses.of(ctx.bankId, partyNumber);
  return {
    customerNumber: partyNumber,
    language,
    optIns,
    optOuts,
    addresses: [
      ...reach.points.flatMap(addressOf),
      ...devices.map((details): Address => ({ medium: 'push', usage: 'primary', details, optOuts: [] })),
      { medium: 'mailbox', usage: 'primary', details: partyNumber, optOuts: [] },
    ],
  };
}

function addressOf(point: CustomerContacts['points'][number]): readonly Address[] {
  const medium = mediaOfMethods[point.method];
  if (medium === undefined) return [];
  return [{ medium, usage: point.usage, details: point.details, optOuts: point.optOuts }];
}
