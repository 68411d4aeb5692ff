import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { applyReport, type DeliveryReport, type StatusChange } from '../../domain/delivery-report.ts';
import type { Lane } from '../../domain/literals.ts';
import { textFor } from '../../domain/message-text.ts';
import { deliveryLeaseSeconds } from '../../domain/policy.ts';
import type { Channel, SendResult } from '../../ports/channel.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { recordStatusChanges } from '../../steps/status-changes.ts';
import type { StoredCommunication } from '../../store/communication-rows.ts';
import { type ClaimedRow, claimDue, delayFollowers, hasDue } from '../../store/delivery-queue.store.ts';
import { listEnclosures } from '../../store/enclosures.read.ts';

/** A queue, its channel, and the worker that processes it. */
export interface DeliveryRun {
  readonly channel: Channel;
  readonly lane: Lane;
  /** Name of the worker; other workers detect by it that the worker is dead. */
  readonly owner: string;
  /** Number of messages claimed at once. */
  readonly count: number;
  /** How long to pause when the remote server is unreachable. */
  readonly pauseMs: number;
  /** Called before each batch: whether this worker still holds the lease on its messages. */
  readonly mayContinue: () => boolean;
}

/** Result of a run. */
export interface DeliveryRunResult {
  readonly claimed: number;
  /** Requeued, because the remote server was unreachable. */
  readonly unavailable: number;
}

interface SentMessage {
  readonly communication: StoredCommunication;
  readonly result: SendResult;
}

/**
 * Claims due messages of one queue, sends them and records the results. A worker that is killed in between leaves
 * leases behind; the next worker sends the same message again with the same id.
 */
export async function deliverDue(
  ctx: Context & CorrespondencePorts,
  run: DeliveryRun,
): Promise<DeliveryRunResult> {
  const claimed = await claim(ctx, run);
  let unavailable = 0;
  let recording: Promise<void> = Promise.resolve();
  const holdsLease = (): boolean => run.mayContinue() && isBeforeEndOf(claimed, ctx.clock.now());
  for (const batch of batchesOf(claimed)) {
    const sent = holdsLease() ? await sendAll(ctx, run.channel, batch) : notStarted(batch);
    unavailable += sent.filter(({ result }) => result.kind === 'unavailable').length;
    await recording;
    // Sends the next batch while this one is recorded; awaiting `recording` reports its failure.
    recording = recordAll(ctx, run, sent);
    recording.catch(() => undefined);
  }
  await recording;
  return { claimed: claimed.length, unavailable };
}

/** A batch takes as long as its slowest message may; after the end of the lease, another worker sends it. */
const leaseMarginSeconds = 90;

function isBeforeEndOf(claimed: readonly ClaimedRow[], now: Temporal.Instant): boolean {
  const until = claimed[0]?.communication.lease?.until;
  if (until === undefined) return true;
  return now.add({ seconds: leaseMarginSeconds }).epochMilliseconds < until.epochMilliseconds;
}

/** Requeued unchanged. */
function notStarted(batch: readonly ClaimedRow[]): readonly SentMessage[] {
  const result = { kind: 'unavailable', reason: 'not started' } as const;
  return batch.map(({ communication }) => ({ communication, result }));
}

/** The fewer messages are sent but not recorded, the fewer are sent twice when the worker is killed. */
const sendBatchSize = 40;

function batchesOf(claimed: readonly ClaimedRow[]): readonly (readonly ClaimedRow[])[] {
  const count = Math.ceil(claimed.length / sendBatchSize);
  return Array.from({ length: count }, (_, index) =>
    claimed.slice(index * sendBatchSize, (index + 1) * sendBatchSize),
  );
}

async function claim(ctx: Context & CorrespondencePorts, run: DeliveryRun): Promise<readonly ClaimedRow[]> {
  const { bankId, clock } = ctx;
  const { channel, count, lane, owner } = run;
  const queue = { bankId, medium: channel.medium, lane };
  if (!(await hasDue(ctx.db, queue, clock.now()))) return [];
  return runCommand(ctx, async (work) => {
    const now = clock.now();
    const until = now.add({ seconds: deliveryLeaseSeconds });
    const claimed = await claimDue(work, queue, { now, count, owner, until });
    work.audit(auditRecordOf(run, 'claimed', claimed.length));
    return claimed;
  });
}

/** Sends up to the channel's capacity at once; the next one starts when one has ended. */
async function sendAll(
  ctx: Context & CorrespondencePorts,
  channel: Channel,
  claimed: readonly ClaimedRow[],
): Promise<readonly SentMessage[]> {
  const sent: SentMessage[] = [];
  const waiting = claimed.values();
  const sendNext = async (): Promise<void> => {
    for (const row of waiting) {
      const { communication } = row;
      sent.push({ communication, result: await sendOne(ctx, channel, row) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(channel.capacity, claimed.length) }, sendNext));
  return sent;
}

async function sendOne(
  ctx: Context & CorrespondencePorts,
  channel: Channel,
  { communication, hasAttachments, sealedContent }: ClaimedRow,
): Promise<SendResult> {
  const { bankId, correspondenceVault: vault, log } = ctx;
  const { communicationId, contentId, createdAt, expiresAt, medium, sealedContact } = communication;
  if (sealedContent === undefined) return { kind: 'refused', reason: 'content purged' };
  // The sweep will expire it.
  if (expiresAt.epochMilliseconds <= ctx.clock.now().epochMilliseconds)
    return { kind: 'unavailable', reason: 'expired' };
  try {
    const content = vault.openContent(bankId, contentId, sealedContent);
    const { html, text, title } = textFor(medium, content);
    return await channel.send({
      bankId,
      communicationId,
      to: vault.openContact(bankId, communicationId, sealedContact).details,
      title,
      text,
      html,
      enclosures: hasAttachments ? await listEnclosures(ctx.db, vault, { bankId, contentId }) : [],
      language: content.language,
      created: createdAt,
      expires: expiresAt,
    });
    // A channel does not throw for failures of the remote server; this is an internal error, and the message is
    // requeued.
  } catch (error) {
    log.error({ jobKind: 'deliveries', error }, 'failed to send a message');
    return { kind: 'deferred', reason: 'internal' };
  }
}

/** Records results one by one if they cannot be recorded together, so that one bad result does not block the others. */
async function recordAll(
  ctx: Context & CorrespondencePorts,
  run: DeliveryRun,
  sent: readonly SentMessage[],
): Promise<void> {
  try {
    await record(ctx, run, sent);
  } catch (error) {
    ctx.log.warn({ jobKind: 'deliveries', error }, 'recording delivery results one by one');
    for (const one of sent) await record(ctx, run, [one]).catch((reason: unknown) => logFailure(ctx, reason));
  }
}

function logFailure({ log }: Context, error: unknown): void {
  log.error({ jobKind: 'deliveries', error }, 'failed to record delivery result');
}

async function record(
  ctx: Context & CorrespondencePorts,
  run: DeliveryRun,
  sent: readonly SentMessage[],
): Promise<void> {
  return runCommand(ctx, async (work) => {
    const now = ctx.clock.now();
    const statusChanges = sent.flatMap(({ communication, result }) => {
      const after = changeOf(communication, result, { run, now });
      return after === undefined ? [] : [{ communication, ...after }];
    });
    await recordStatusChanges(ctx, work, { statusChanges, holder: run.owner });
    deferFollowers(ctx, work, statusChanges);
    work.audit(auditRecordOf(run, 'sent', statusChanges.length));
  });
}

/** Messages behind a deferred one to the same recipient are deferred as long. */
function deferFollowers(
  { bankId }: Context,
  work: Work,
  statusChanges: readonly { readonly communication: StoredCommunication; readonly after: StatusChange }[],
): void {
  const waiting = statusChanges.filter(({ after }) => after.status === 'queued');
  delayFollowers(
    work,
    bankId,
    waiting.map(({ communication }) => communication.communicationId),
  );
}

function changeOf(
  communication: StoredCommunication,
  result: SendResult,
  { now, run }: { readonly run: DeliveryRun; readonly now: StoredCommunication['dueAt'] },
): { readonly after: StatusChange; readonly usesNextMedium: boolean } | undefined {
  if (result.kind === 'unavailable') {
    const { retryCount, sentAt } = communication;
    const dueAt = now.add({ milliseconds: run.pauseMs });
    const { reason } = result;
    return {
      usesNextMedium: false,
      after: { status: 'queued', dueAt, sentAt, retryCount, lease: undefined, reason, reference: undefined },
    };
  }
  const applied = applyReport(communication, reportOf(result, run.owner), now);
  return applied.kind === 'moved' ? applied : undefined;
}

function reportOf(result: Exclude<SendResult, { kind: 'unavailable' }>, reporter: string): DeliveryReport {
  const common = { reporter, occurredAt: undefined, reason: undefined, reference: undefined, isHard: false };
  if (result.kind === 'accepted')
    return {
      ...common,
      status: result.isDelivered ? 'delivered' : 'sent',
      reference: result.reference,
    };
  return { ...common, status: 'failed', reason: result.reason, isHard: result.kind === 'refused' };
}

function auditRecordOf(
  { channel, lane, owner }: DeliveryRun,
  field: string,
  count: number,
): Parameters<Work['audit']>[0] {
  return {
    aggregateKind: 'delivery-queue',
    aggregateId: `${channel.medium} ${lane}`,
    changes: [
      { field, after: count },
      { field: 'owner', after: owner },
    ],
  };
}
