import { initiateDelivery } from '#capabilities/correspondence/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';

/** Notifies customers of a lockout, by every medium that they are warned by. RTS art. 4(4), ASVS 6.3.7 */
export async function notifyLockout(ctx: Context & AuthorizationPorts, event: DeliveredEvent): Promise<void> {
  const { authorizationFacts, bankId, correspondence, db, users } = ctx;
  const userId = event.aggregateId;
  const user = await users.find(db, { bankId, name: userId });
  const { bankName } = authorizationFacts.of(bankId);
  const { timeZone } = correspondence.correspondenceFacts.of(bankId);
  const { 'is-last-warning': isLastWarning, until } = event.data;
  if (user?.customerNumber === undefined) return nothingToSay(ctx, userId);
  await initiateDelivery(
    { ...ctx, ...correspondence },
    {
      recipient: { kind: 'customer', customerNumber: user.customerNumber },
      messageKind: 'security-notice',
      medium: undefined,
      source: {
        kind: 'template',
        templateId: 'codes-blocked',
        data: {
          bank: bankName,
          ...(typeof until === 'string' ? { until, 'time-zone': timeZone } : {}),
          'is-last-warning': isLastWarning === true,
        },
      },
      priority: 'high',
      urgency: 'urgent',
      category: undefined,
      sourceChannel: undefined,
      batchId: undefined,
      expires: undefined,
      notBefore: undefined,
      notificationGroup: undefined,
      accountId: undefined,
    },
  );
}

/** An agent has no mailbox here; the directory of the bank notifies them. */
async function nothingToSay(ctx: Context, userId: string): Promise<void> {
  await runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [{ field: 'notice', after: false }] });
  });
}
