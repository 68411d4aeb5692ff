import {
  type ComposedDelivery,
  composeDelivery,
  type InitiateDelivery,
  queueDelivery,
} from '#capabilities/correspondence/index.ts';
import { type CustomerContacts, getCustomerContacts, listPartyNumbers } from '#capabilities/party/index.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { type NoticeText, noticeFor } from '../../domain/notices.ts';
import type { RecoveryContact } from '../../domain/recovery.ts';
import type { ContactKind, User } from '../../domain/user.ts';
import { type AccountContact, messageTo, messageToCustomer } from '../../engine/messages/account-message.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findEndedContact } from '../../store/recoveries.store.ts';
import { findUser, findUsersOfCustomers } from '../../store/users.store.ts';

type Ctx = Context & IdentityPorts;
type Envelope = ReturnType<typeof messageTo>;

/**
 * Notifies a user of a change to the account, so that the user can report an unauthorized one. ASVS 6.3.7. Where an
 * address or a number was replaced, the old one is notified as well: the new one may belong to an attacker. The event is
 * about the user, unless another capability names the user of its own aggregate.
 */
export async function notifyUser(
  ctx: Ctx,
  event: DeliveredEvent,
  userId: string = event.aggregateId,
): Promise<void> {
  const { authorization, bankId, db, identityFacts } = ctx;
  const { bankName, timeZone } = identityFacts.of(bankId);
  const notice = noticeFor(event, { bankName, timeZone });
  const user = await findUser(db, ctx, userId);
  if (notice === undefined || user === undefined) return;
  const envelopes = await envelopesFor(ctx, { user, event, notice });
  const sending = { ...ctx, ...authorization.correspondence };
  const composed: ComposedDelivery[] = [];
  for (const envelope of envelopes)
    composed.push(await composeDelivery(sending, { ...envelope, ...toMessage(notice) }));
  await runCommand(ctx, async (work) => {
    for (const message of composed) await queueDelivery(sending, work, message);
    work.audit({
      aggregateKind: 'user',
      aggregateId: user.userId,
      changes: [{ field: 'notices', after: envelopes.length }],
    });
  });
}

function toMessage({ data, templateId }: NoticeText): Pick<InitiateDelivery, 'messageKind' | 'source'> {
  return { messageKind: 'security-notice', source: { kind: 'template', templateId, data } };
}

interface Noticed {
  readonly user: User;
  readonly event: DeliveredEvent;
  readonly notice: NoticeText;
}

async function envelopesFor(ctx: Ctx, noticed: Noticed): Promise<readonly Envelope[]> {
  const { authorization, db } = ctx;
  const { notice, user } = noticed;
  const { customerNumber, profile } = user;
  const { party } = authorization.correspondence;
  const reach = customerNumber && (await getCustomerContacts({ ...ctx, ...party }, db, customerNumber));
  // The dead are not notified: staff contact the estate. Neither are erased parties, whose users are erased as well.
  if (customerNumber !== undefined && (!reach || reach.isDeceased)) return [];
  if (notice.reach === 'party') return reach ? partyEnvelopes(ctx, user, reach) : [];
  const subject = { customerNumber, language: profile.language };
  const former = await formerContacts(ctx, noticed);
  const direct = contactsOf(user).map((contact) => messageTo(contact, subject));
  const old = former.map((contact) => messageTo(contact, subject));
  if (!reach) return [...direct, ...old];
  const { partyNumber } = reach;
  return notice.reach === 'all'
    ? [...direct, ...old, messageToCustomer(partyNumber, 'mailbox')]
    : [messageToCustomer(partyNumber), ...old];
}

const channelsOfMethods: Readonly<Record<string, AccountContact['channel']>> = {
  email: 'email',
  mobile: 'sms',
  postal: 'letter',
};

/**
 * Returns every contact point of the party that accepts messages, its mailbox, and the verified contacts of its other
 * users. SPEC 8.3.1
 */
async function partyEnvelopes(
  ctx: Ctx,
  { userId }: User,
  { language, partyNumber, points }: CustomerContacts,
): Promise<readonly Envelope[]> {
  // A user of a merged party has the old number until identity handles the merge event.
  const numbers = await listPartyNumbers(ctx.db, { bankId: ctx.bankId, customerNumber: partyNumber });
  const users = await findUsersOfCustomers(ctx.db, ctx, numbers);
  const ofPoints = points.flatMap(({ details, method }) => {
    const channel = channelsOfMethods[method];
    return channel === undefined ? [] : [{ channel, details, language }];
  });
  const ofUsers = users
    .filter((other) => other.userId !== userId)
    .flatMap((other) =>
      contactsOf(other).map((contact) => ({ ...contact, language: other.profile.language ?? language })),
    );
  // Removes duplicates of contact points and user contacts.
  const contacts = new Map(
    [...ofUsers, ...ofPoints].map((contact) => [
      `${contact.channel} ${contact.details.toLowerCase()}`,
      contact,
    ]),
  );
  return [
    ...[...contacts.values()].map((contact) =>
      messageTo(contact, { ...contact, customerNumber: partyNumber }),
    ),
    messageToCustomer(partyNumber, 'mailbox'),
  ];
}

/** Returns verified contacts only; an unverified one may belong to another person. */
function contactsOf({ profile: { email, phone } }: User): readonly RecoveryContact[] {
  return [
    ...(email === undefined ? [] : [{ channel: 'email', details: email } as const]),
    ...(phone === undefined ? [] : [{ channel: 'sms', details: phone } as const]),
  ];
}

async function formerContacts(
  { bankId, db, identityVault }: Ctx,
  { event, notice, user: { userId } }: Noticed,
): Promise<readonly RecoveryContact[]> {
  const endedAt = parseTimestamp(event.occurredAt);
  if (notice.replaced === undefined || endedAt === undefined) return [];
  const kind: ContactKind = notice.replaced;
  const ended = await findEndedContact(db, { bankId, userId, kind, endedAt });
  if (ended === undefined) return [];
  const context = { bankId, table: 'former_contact', rowId: ended.formerContactId } as const;
  const details = identityVault.openText(context, ended.sealed);
  return [{ channel: kind === 'email' ? 'email' : 'sms', details }];
}
