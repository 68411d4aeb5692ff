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
import { problems } from '../problems.ts';
import { cancelAtCore } from '../steps/cancel-at-core.ts';
import { rejectPayment } from '../steps/release-payment.ts';
import { stopBulk } from '../steps/stop-bulk.ts';
import { listReleasedIds } from '../store/due-payments.store.ts';
import { listHeads, type PaymentHead } from '../store/payments.store.ts';

type Ctx = Context & PaymentsPorts;

/** Payments that are listed at a time. */
const pageMax = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Cancels at the core what was released before fraud was reported and is not executed: every payment of the client,
 * because the block that comes with the report would have held it; and payments that its users signed for others within
 * the window in which signatures are recalled. The core decides whether it is too late. A core that is away fails the
 * event, which is tried again.
 */
export async function cancelReportedPayments(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { bankId, cores, db } = ctx;
  const core = cores.find(bankId);
  if (event.data['isBlocking'] !== true || core === undefined) return;
  // Each payment is settled by a command of its own; the event is marked after the last one.
  const { inbox: _, ...apart } = ctx;
  const customerNumbers = await listPartyNumbers(db, { bankId, customerNumber: event.aggregateId });
  await stopAll(apart, core, await listSigned(ctx, event, customerNumbers));
  for await (const owned of pagesOfReleased(ctx, customerNumbers)) await stopAll(apart, core, owned);
}

/** Lists payments of any owner that the users of the client signed within the window. */
async function listSigned(
  ctx: Ctx,
  { data, occurredAt }: DeliveredEvent,
  customerNumbers: readonly string[],
): Promise<readonly string[]> {
  const { bankId, clock, db } = ctx;
  const { at } = data;
  const reportedAt = parseTimestamp(typeof at === 'string' ? at : occurredAt) ?? clock.now();
  const since = reportedAt.subtract({ hours: signatureRecallWindowHours });
  const userIds = await listUserIds(db, { bankId, customerNumbers });
  const signed = await Promise.all(
    signedKinds.map((resourceKind) => listExecutedResources(ctx, { userIds, resourceKind, since })),
  );
  return signed.flat().filter(isUuid);
}

const signedKinds = ['payment', 'bulk-payment', 'periodic-payment'] as const;

async function* pagesOfReleased(
  { bankId, db }: Ctx,
  owners: readonly string[],
): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const page: readonly string[] = await listReleasedIds(db, { bankId, owners, after, listMax: pageMax });
    yield page;
    after = page.length < pageMax ? undefined : page.at(-1);
  }
}

async function stopAll(ctx: Ctx, core: CoreBank, paymentIds: readonly string[]): Promise<void> {
  const heads = await listHeads(ctx.db, { bankId: ctx.bankId, paymentIds });
  for (const head of heads)
    if (head.releasedAt !== undefined && !isFinal(head.status)) await stopPayment(ctx, core, head);
}

async function stopPayment(
  ctx: Ctx,
  core: CoreBank,
  { owner = '', paymentId, service }: PaymentHead,
): Promise<void> {
  // The worker rejects what the core does not have, and cancels the rest there.
  if (service === 'bulk-payments') return stopBulk(ctx, { paymentId, reason: 'DS0C' });
  // The core never has a standing order; its executions are not made any more.
  if (service === 'periodic-payments')
    return rejectPayment(ctx, { paymentId, owner, service, reason: 'DS0C' });
  const answer = await cancelAtCore(ctx, core, paymentId);
  if (answer === 'away') throw problems['core-away']();
  if (answer === 'held-back') await rejectPayment(ctx, { paymentId, owner, reason: 'DS0C' });
}
