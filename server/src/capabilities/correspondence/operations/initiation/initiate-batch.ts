import { compareText } from '#platform/kernel/compare-text.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { InitiateDelivery } from '../../domain/initiation.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { problems } from '../../problems.ts';
import { type AttachmentBudget, createAttachmentBudget } from '../../steps/attachment-budget.ts';
import { type ComposedDelivery, composeDelivery } from './compose-delivery.ts';
import { queueDelivery } from './queue-delivery.ts';

interface Rejected {
  readonly kind: 'rejected';
  readonly problem: Problem;
}

/** A message of a batch, or why it cannot be read. */
export type BatchItem = { readonly kind: 'request'; readonly request: InitiateDelivery } | Rejected;

export interface BatchRequest {
  readonly batchId: string;
  readonly items: readonly BatchItem[];
}

export type ItemResult = { readonly kind: 'accepted'; readonly communicationId: string } | Rejected;

/** Results in the order of the request. */
export interface BatchResult {
  readonly batchId: string;
  readonly items: readonly ItemResult[];
}

type ComposedItem = { readonly kind: 'composed'; readonly composed: ComposedDelivery } | Rejected;

/** How many messages of one request are composed at a time: the requests of other callers run in between. */
const composedAtOnceMax = 8;

/**
 * Schedules many messages in one transaction. A message that is rejected does not stop the others; a failure that may
 * pass, such as a busy renderer, ends the request, so that a repeat with the same key sends every message once.
 */
export async function initiateBatch(
  ctx: Context & CorrespondencePorts,
  { batchId, items }: BatchRequest,
): Promise<BatchResult> {
  const composed = await prepareCommand(ctx, () => composeItems(ctx, items));
  return runCommand(ctx, async (work) => {
    const results = await queueItems(ctx, work, composed);
    const acceptedCount = results.filter(({ kind }) => kind === 'accepted').length;
    work.audit({
      aggregateKind: 'communication-batch',
      aggregateId: batchId,
      changes: [
        { field: 'accepted-count', after: acceptedCount },
        { field: 'rejected-count', after: results.length - acceptedCount },
      ],
    });
    return { batchId, items: results };
  });
}

async function composeItems(
  ctx: Context & CorrespondencePorts,
  items: readonly BatchItem[],
): Promise<readonly ComposedItem[]> {
  const composed: ComposedItem[] = [];
  // Everything that is attached stays in memory until the request is saved.
  const budget = createAttachmentBudget();
  for (let start = 0; start < items.length; start += composedAtOnceMax) {
    const portion = items.slice(start, start + composedAtOnceMax);
    composed.push(...(await Promise.all(portion.map((item) => composeItem(ctx, item, budget)))));
    if (budget.isExceeded()) throw problems['attachment-rejected']({ details: { limit: 'batch' } });
  }
  return composed;
}

async function composeItem(
  ctx: Context & CorrespondencePorts,
  item: BatchItem,
  budget: AttachmentBudget,
): Promise<ComposedItem> {
  if (item.kind === 'rejected') return item;
  return orRejected(async () => ({
    kind: 'composed',
    composed: await composeDelivery(ctx, item.request, budget),
  }));
}

/**
 * Queues the messages in the order of their recipients, so that concurrent batches lock them in one order, and returns
 * the results in the order of the request.
 */
async function queueItems(
  ctx: Context & CorrespondencePorts,
  work: Work,
  items: readonly ComposedItem[],
): Promise<readonly ItemResult[]> {
  const results = new Map<ComposedItem, ItemResult>();
  for (const item of items.toSorted((one, other) => compareText(recipientOf(one), recipientOf(other))))
    results.set(item, await queueItem(ctx, work, item));
  return items.flatMap((item) => results.get(item) ?? []);
}

function recipientOf(item: ComposedItem): string {
  return item.kind === 'rejected' ? '' : (item.composed.recipient.customerNumber ?? '');
}

/** A message is rejected before its first write. */
async function queueItem(
  ctx: Context & CorrespondencePorts,
  work: Work,
  item: ComposedItem,
): Promise<ItemResult> {
  if (item.kind === 'rejected') return item;
  return orRejected(async () => {
    const { communicationId } = await queueDelivery(ctx, work, item.composed);
    return { kind: 'accepted', communicationId };
  });
}

async function orRejected<Result>(run: () => Promise<Result>): Promise<Result | Rejected> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Problem && isAboutItem(error)) return { kind: 'rejected', problem: error };
    throw error;
  }
}

/** All other problems, such as an unavailable dependency, are about the request. */
function isAboutItem({ entry }: Problem): boolean {
  return entry.kind === 'refused' || entry.kind === 'invalid';
}
