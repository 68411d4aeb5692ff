import { composeDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { isStale, mayRecover, type RecoveryContact, recoveryContact } from '../../domain/recovery.ts';
import type { User } from '../../domain/user.ts';
import { messageTo } from '../../engine/messages/account-message.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { sendTemporaryPassword } from '../../steps/recovery.ts';
import { findUser } from '../../store/users.store.ts';
import { sendActivation } from '../registration/send-activation.ts';

/** Processes a requested recovery. Does nothing for unknown users and for users who may not recover. */
export async function processRecovery(
  ctx: Context & IdentityPorts,
  { data, occurredAt }: DeliveredEvent,
): Promise<void> {
  const { clock, db } = ctx;
  const now = clock.now();
  const requestedAt = parseTimestamp(occurredAt);
  const user = await findUser(db, ctx, String(data['subject']));
  if (user === undefined || !mayRecover(user) || requestedAt === undefined || isStale(requestedAt, now))
    return;
  const requested = data['channel'] === 'sms' || data['channel'] === 'email' ? data['channel'] : undefined;
  const contact = recoveryContact(user, requested, now);
  if (data['kind'] === 'username') return contact && remindUsername(ctx, user, contact);
  // A user whom the bank registered and who has not activated the account has no verified contact.
  if (contact === undefined) return sendActivation(ctx, user.userId);
  await sendTemporaryPassword(ctx, {
    userId: user.userId,
    recipientOf(current) {
      const currentContact = recoveryContact(current, requested, now);
      return currentContact && { contact: currentContact, channel: currentContact.channel };
    },
  });
}

async function remindUsername(
  ctx: Context & IdentityPorts,
  { customerNumber, profile, userId, username }: User,
  contact: RecoveryContact,
): Promise<void> {
  const { authorization, bankId, identityFacts } = ctx;
  const data = { bank: identityFacts.of(bankId).bankName, username };
  const sending = { ...ctx, ...authorization.correspondence };
  const composed = await composeDelivery(sending, {
    ...messageTo(contact, { customerNumber, language: profile.language }),
    messageKind: 'security-notice',
    source: { kind: 'template', templateId: 'username-reminder', data },
  });
  await runCommand(ctx, async (work) => {
    await queueDelivery(sending, work, composed);
    work.emit(userEvent('usernameRecovery', userId, { reason: contact.channel }));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'username-reminder', after: contact.channel }],
    });
  });
}
