import { composeDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { type Approval, statusAt } from '../../domain/approval.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { findAsked } from '../../store/approvals.store.ts';
import { findPushAddress } from '../../store/devices.store.ts';

/**
 * Sends a push message to the device that is asked, so that its app fetches the request. The message names neither what
 * is approved nor who asks. A device without an address shows the request when its app is opened.
 */
export async function wakeDevice(
  ctx: Context & ClientPorts,
  { aggregateId: approvalId }: DeliveredEvent,
): Promise<void> {
  const { bankId, clientVault, clock, db, identity } = ctx;
  const found = await findAsked(db, clientVault.approvals, { bankId, approvalId });
  if (found === undefined || statusAt(found.approval, clock.now()) !== 'open') return;
  const [push, user] = await Promise.all([
    findPushAddress(db, clientVault.devices, { bankId, ...found.asked }),
    identity.authorization.users.find(db, { bankId, name: found.asked.userId }),
  ]);
  if (push === undefined || user === undefined) return;
  const sending = { ...ctx, ...identity.authorization.correspondence };
  const composed = await composeDelivery(
    sending,
    messageOf(ctx, found.approval, {
      handle: push.handle,
      language: found.approval.content.language ?? user.language,
      customerNumber: user.customerNumber,
    }),
  );
  await runCommand(ctx, async (work) => {
    await queueDelivery(sending, work, composed);
    work.audit({
      aggregateKind: 'approval',
      aggregateId: approvalId,
      changes: [{ field: 'push', after: true }],
    });
  });
}

interface Target {
  readonly handle: string;
  readonly language: string | undefined;
  readonly customerNumber: string | undefined;
}

function messageOf(
  { bankId, identity }: Context & ClientPorts,
  { expiresAt }: Approval,
  { customerNumber, handle, language }: Target,
): Parameters<typeof composeDelivery>[1] {
  const { bankName } = identity.identityFacts.of(bankId);
  return {
    recipient: {
      kind: 'contact',
      contact: { kind: 'push', usage: 'primary', details: handle },
      customerNumber,
    },
    // As short-lived as a code: sent at once, not repeated, not in the mailbox, deleted when it expires.
    messageKind: 'one-time-password',
    medium: 'push',
    source: { kind: 'template', templateId: 'approval-requested', data: { bank: bankName } },
    priority: 'high',
    urgency: 'urgent',
    category: undefined,
    sourceChannel: undefined,
    batchId: undefined,
    expires: expiresAt,
    notBefore: undefined,
    notificationGroup: undefined,
    accountId: undefined,
    language,
  };
}
