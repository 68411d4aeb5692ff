import { composeDelivery, type InitiateDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { type NoticeWord, noticeOf } from '../../domain/restrictions/notice.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';

type Ctx = Context & ClientPorts;

/** Notifies a client that a restriction was set or ended, or that suspected fraud was reported about it. */
export async function notifyClient(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { identity } = ctx;
  const what = noticeOf(event);
  if (what === undefined) return;
  const sending = { ...ctx, ...identity.authorization.correspondence };
  const composed = await composeDelivery(sending, messageOf(ctx, event, what)).catch(unwanted);
  await runCommand(ctx, async (work) => {
    if (composed !== undefined) await queueDelivery(sending, work, composed);
    work.audit({
      aggregateKind: 'client',
      aggregateId: event.aggregateId,
      changes: [{ field: 'notice', after: composed !== undefined }],
    });
  });
}

const unreachable: ReadonlySet<string> = new Set([
  'no-contact-for-medium',
  'recipient-deceased',
  'recipient-not-found',
  'recipient-opted-out',
]);

/** Clients who cannot be reached or who have died get none. */
function unwanted(error: unknown): undefined {
  if (error instanceof Problem && unreachable.has(error.literal)) return undefined;
  throw error;
}

function messageOf(
  { bankId, identity }: Ctx,
  { aggregateId: customerNumber, occurredAt }: DeliveredEvent,
  what: NoticeWord,
): InitiateDelivery {
  const { bankName, timeZone } = identity.identityFacts.of(bankId);
  return {
    recipient: { kind: 'customer', customerNumber },
    messageKind: 'security-notice',
    medium: undefined,
    source: {
      kind: 'template',
      templateId: 'restriction-changed',
      data: { bank: bankName, what, at: occurredAt, 'time-zone': timeZone },
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
  };
}
