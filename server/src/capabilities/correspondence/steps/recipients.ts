import {
  type CustomerContacts,
  contactPointUri,
  getCustomerContacts,
  lockStanding,
  preferenceUri,
} from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ContactConsent } from '../domain/content.ts';
import type { InitiateDelivery } from '../domain/initiation.ts';
import type { ContactMedium } from '../domain/literals.ts';
import type { Address, Recipient } from '../domain/medium-choice.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';

/** The recipient of a message. */
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

/** Everything needed to choose a medium. A bare address has one address and no consents. */
export async function findRecipient(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  recipient: InitiateDelivery['recipient'],
): Promise<FoundRecipient> {
  if (recipient.kind === 'contact') {
    const { details, kind, usage } = recipient.contact;
    const only = { medium: kind, usage, details, optOuts: [] };
    // The owner of a bare address is unknown, so there is no opt-in for advertising.
    return {
      customerNumber: recipient.customerNumber,
      language: undefined,
      addresses: [only],
      optIns: [],
      optOuts: [],
    };
  }
  const { customerNumber } = recipient;
  const contacts = await getCustomerContacts({ ...ctx, ...ctx.party }, db, customerNumber);
  if (contacts === undefined) throw problems['recipient-not-found']();
  if (contacts.isDeceased) throw problems['recipient-deceased']();
  const { language, optIns, optOuts, partyNumber } = contacts;
  const devices = await ctx.pushAddresses.of(ctx.bankId, partyNumber);
  return {
    customerNumber: partyNumber,
    language,
    optIns,
    optOuts,
    preference: {
      ...(language === undefined ? {} : { language }),
      optIns: consentsOf(optIns),
      optOuts: consentsOf(optOuts),
      uri: preferenceUri(partyNumber),
    },
    addresses: [
      ...contacts.points.flatMap((point) => addressOf(partyNumber, point)),
      ...devices.map((details): Address => ({ medium: 'push', usage: 'primary', details, optOuts: [] })),
      { medium: 'mailbox', usage: 'primary', details: partyNumber, optOuts: [] },
    ],
  };
}

function consentsOf(entries: CustomerContacts['optIns']): readonly ContactConsent[] {
  return entries.map(({ medium, purpose }) => (medium === undefined ? { purpose } : { purpose, medium }));
}

function addressOf(partyNumber: string, point: CustomerContacts['points'][number]): readonly Address[] {
  const medium = mediaOfMethods[point.method];
  if (medium === undefined) return [];
  const { details, id, usage } = point;
  return [
    { medium, usage, details, optOuts: consentsOf(point.optOuts), uri: contactPointUri(partyNumber, id) },
  ];
}

/**
 * Locks the recipient right before a message is queued: a message queued while the customer is merged or erased would
 * stay behind. Throws if the customer was erased meanwhile, and returns the surviving number after a merge.
 */
export async function lockRecipient(
  { bankId }: Context,
  work: Work,
  recipient: FoundRecipient,
): Promise<FoundRecipient> {
  const { customerNumber } = recipient;
  if (customerNumber === undefined) return recipient;
  const standing = await lockStanding(work, { bankId, customerNumber });
  if (standing?.state === 'erased') throw problems['recipient-not-found']();
  return standing === undefined ? recipient : { ...recipient, customerNumber: standing.partyNumber };
}

type Method = CustomerContacts['points'][number]['method'];

/** The contact points that a medium needs; the mailbox needs none, and party does not know devices. */
const methods: Readonly<Partial<Record<ContactMedium, Method>>> = {
  email: 'email',
  sms: 'mobile',
  letter: 'postal',
};

/** Throws if a customer turns on a medium without an address. */
export async function requireContacts(
  ctx: Context & CorrespondencePorts,
  customerNumber: string,
  media: ReadonlySet<ContactMedium>,
): Promise<void> {
  const required = [...media].map((medium) => methods[medium]).filter((method) => method !== undefined);
  const contacts =
    required.length === 0
      ? undefined
      : await getCustomerContacts({ ...ctx, ...ctx.party }, ctx.db, customerNumber);
  const known = new Set(contacts?.points.map(({ method }) => method));
  if (!required.every((method) => known.has(method))) throw problems['no-contact-for-medium']();
  if (!media.has('push')) return;
  const devices = await ctx.pushAddresses.of(ctx.bankId, customerNumber);
  if (devices.length === 0) throw problems['no-contact-for-medium']();
}
