import { composeDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { isStale, mayRecover, type RecoveryContact, recoveryContact } from '../domain/recovery.ts';
import type { User } from '../domain/user.ts';
import { messageTo } from '../engine/messages/account-message.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { sendTemporaryPassword } from '../steps/send-temporary-password.ts';
import { findUser } from '../store/users.store.ts';
import { sendActivation } from './send-activation.ts';

/** Does what somebody asked for who forgot something. For nobody, and for whom the bank has stopped, there is nothing to do. */
export async function processRecovery(
  ctx: Context & IdentityPorts,
  { data, occurredAt }: DeliveredEvent,
): Promise<void> {
  const { clock, db } = ctx;
  const now = clock.now();
  const askedAt = parseTimestamp(occurredAt);
  const user = await findUser(db, ctx, String(data['subject']));
  if (user === undefined || !mayRecover(user) || askedAt === undefined || isStale(askedAt, now)) return;
  const wanted = data['channel'] === 'sms' || data['channel'] === 'email' ? data['channel'] : undefined;
  const contact = recoveryContact(user, wanted, now);
  if (data['wish'] === 'username') return contact && remindUsername(ctx, user, contact);
  // Somebody who was registered by the bank and has not begun yet has proven nothing.
  if (contact === undefined) return sendActivation(ctx, user.userId);
  await sendTemporaryPassword(ctx, {
    userId: user.userId,
    wayTo(held) {
      const current = recoveryContact(held, wanted, now);
      return current && { contact: current, channel: current.channel };
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
    said: { kind: 'template', templateId: 'username-reminder', data },
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
