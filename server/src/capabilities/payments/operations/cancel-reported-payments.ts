import { listExecutedResources } from '#capabilities/authorization/index.ts';
import { signatureRecallWindowHours } from '#capabilities/client/index.ts';
import type { CoreBank } from '#capabilities/core-banking/index.ts';
import { listUserIds } from '#capabilities/identity/index.ts';
import { listPartyNumbers } from '#capabilities/party/index.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { isFinal } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { recordCoreState } from '../steps/record-core-state.ts';
import { rejectPayment } from '../steps/release-payment.ts';
import { stopBulk } from '../store/bulk-payments.store.ts';
import { listReleasedIds } from '../store/due-payments.store.ts';
import { listHeads, type PaymentHead } from '../store/payments.store.ts';

type Ctx = Context & PaymentsPorts;

const listMax = 500;

/**
 * Cancels at the core what was released before fraud was reported and is not executed: payments of the client, and
 * payments that its users signed for others, approved within the window in which signatures are recalled. The core
 * decides whether it is too late. A core that is away fails the event, which is tried again.
 */
export async function cancelReportedPayments(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { bankId, cores, db } = ctx;
  const core = cores.find(bankId);
  if (event.data['isBlocking'] !== true || core === undefined) return;
  // Each payment is settled by a command of its own; the event is marked after the last one.
  const { inbox: _, ...apart } = ctx;
  const heads = await listHeads(db, { bankId, paymentIds: await listReported(ctx, event) });
  for (const head of heads)
    if (head.releasedAt !== undefined && !isFinal(head.status)) await stopPayment(apart, core, head);
}

async function listReported(
  ctx: Ctx,
  { aggregateId, data, occurredAt }: DeliveredEvent,
): Promise<readonly string[]> {
  const { bankId, clock, db } = ctx;
  const { at } = data;
  const reportedAt = parseTimestamp(typeof at === 'string' ? at : occurredAt) ?? clock.now();
  const since = reportedAt.subtract({ hours: signatureRecallWindowHours });
  const customerNumbers = await listPartyNumbers(db, { bankId, customerNumber: aggregateId });
  const userIds = await listUserIds(db, { bankId, customerNumbers });
  const [signed, signedBulks, owned] = await Promise.all([
    listExecutedResources(ctx, { userIds, resourceKind: 'payment', since }),
    listExecutedResources(ctx, { userIds, resourceKind: 'bulk-payment', since }),
    listReleasedIds(db, { bankId, owners: customerNumbers, since, listMax }),
  ]);
  return [...new Set([...[...signed, ...signedBulks].filter(isUuid), ...owned])];
}

async function stopPayment(
  ctx: Ctx,
  core: CoreBank,
  { owner = '', paymentId, service }: PaymentHead,
): Promise<void> {
  // The worker rejects what the core does not have, and cancels the rest there.
  if (service === 'bulk-payments') {
    const { bankId, clock, db } = ctx;
    return stopBulk(db, { bankId, paymentId, reason: 'DS0C', now: clock.now() });
  }
  const { status } = await core.cancel(paymentId, paymentId);
  if (status !== undefined) return recordCoreState(ctx, { ...status, paymentId });
  // The core never had it, and refuses it if it arrives later.
  await rejectPayment(ctx, { paymentId, owner, reason: 'DS0C' });
}
