import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { applyReport, type DeliveryReport, type StatusChange } from '../domain/delivery-report.ts';
import type { Lane } from '../domain/literals.ts';
import { textFor } from '../domain/message-text.ts';
import { deliveryLeaseSeconds } from '../domain/policy.ts';
import type { Channel, SendResult } from '../ports/channel.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { recordMoves } from '../steps/record-moves.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { claimDue, delayFollowers, hasDue, type TakenRow } from '../store/delivery-queue.store.ts';
import { readEnclosures } from '../store/enclosures.read.ts';

/** What is to be delivered, through what, and in whose name. */
export interface DeliveryRun {
  readonly channel: Channel;
  readonly lane: Lane;
  /** Who takes the messages; whoever is gone is seen by this name. */
  readonly owner: string;
  /** How many are taken at once. */
  readonly count: number;
  /** How long to leave the far side alone when nobody is there. */
  readonly pauseMs: number;
  /** Asked before each portion: whether the messages are still this worker's to hand over. */
  readonly mayGoOn: () => boolean;
}

/** How a run went. */
export interface DeliveryRunResult {
  readonly taken: number;
  /** Given back, because nobody was there to take them. */
  readonly unavailable: number;
}

interface Handed {
  readonly communication: StoredCommunication;
  readonly handover: SendResult;
}

/**
 * Takes what is due from one queue, hands it over, and records what became of it. Killed in between it leaves leases
 * behind, and whoever takes over hands the same message over once more under the same name.
 */
export async function deliverDue(
  ctx: Context & CorrespondencePorts,
  run: DeliveryRun,
): Promise<DeliveryRunResult> {
  const taken = await take(ctx, run);
  let unavailable = 0;
  let recording: Promise<void> = Promise.resolve();
  const isOurs = (): boolean => run.mayGoOn() && isBeforeEndOf(taken, ctx.clock.now());
  for (const portion of portionsOf(taken)) {
    const handed = isOurs() ? await handAll(ctx, run.channel, portion) : notBegun(portion);
    unavailable += handed.filter(({ handover }) => handover.kind === 'unavailable').length;
    await recording;
    // While these are entered the next ones are handed over; whoever waits for `recording` hears of its failure.
    recording = recordAll(ctx, run, handed);
    recording.catch(() => undefined);
  }
  await recording;
  return { taken: taken.length, unavailable };
}

/** A portion takes as long as its slowest message may; after the end of the lease somebody else hands it over. */
const leaseMarginSeconds = 90;

function isBeforeEndOf(taken: readonly TakenRow[], now: Temporal.Instant): boolean {
  const until = taken[0]?.communication.lease?.until;
  if (until === undefined) return true;
  return now.add({ seconds: leaseMarginSeconds }).epochMilliseconds < until.epochMilliseconds;
}

/** Given back as they were taken. */
function notBegun(portion: readonly TakenRow[]): readonly Handed[] {
  const handover = { kind: 'unavailable', reason: 'not begun' } as const;
  return portion.map(({ communication }) => ({ communication, handover }));
}

/** The fewer are handed over and not yet entered, the fewer go twice when the worker is killed. */
const portionSize = 40;

function portionsOf(taken: readonly TakenRow[]): readonly (readonly TakenRow[])[] {
  const count = Math.ceil(taken.length / portionSize);
  return Array.from({ length: count }, (_, place) =>
    taken.slice(place * portionSize, (place + 1) * portionSize),
  );
}

async function take(ctx: Context & CorrespondencePorts, run: DeliveryRun): Promise<readonly TakenRow[]> {
  const { bankId, clock } = ctx;
  const { channel, count, lane, owner } = run;
  const queue = { bankId, medium: channel.medium, lane };
  if (!(await hasDue(ctx.db, queue, clock.now()))) return [];
  return runCommand(ctx, async (work) => {
    const now = clock.now();
    const until = now.add({ seconds: deliveryLeaseSeconds });
    const taken = await claimDue(work, queue, { now, count, owner, until });
    work.audit(noteOf(run, 'taken', taken.length));
    return taken;
  });
}

/** As many at once as the channel bears; each next one begins when one has ended. */
async function handAll(
  ctx: Context & CorrespondencePorts,
  channel: Channel,
  taken: readonly TakenRow[],
): Promise<readonly Handed[]> {
  const handed: Handed[] = [];
  const waiting = taken.values();
  const hand = async (): Promise<void> => {
    for (const row of waiting) {
      const { communication } = row;
      handed.push({ communication, handover: await handOne(ctx, channel, row) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(channel.capacity, taken.length) }, hand));
  return handed;
}

async function handOne(
  ctx: Context & CorrespondencePorts,
  channel: Channel,
  { communication, hasAttachments, sealedContent }: TakenRow,
): Promise<SendResult> {
  const { bankId, correspondenceVault: vault, log } = ctx;
  const { communicationId, contentId, createdAt, expiresAt, medium, sealedContact } = communication;
  if (sealedContent === undefined) return { kind: 'refused', reason: 'content forgotten' };
  // Whoever sweeps will say that it expired.
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
      enclosures: hasAttachments ? await readEnclosures(ctx.db, vault, { bankId, contentId }) : [],
      language: content.language,
      created: createdAt,
      expires: expiresAt,
    });
    // A channel does not throw for what the far side does; whatever this is, the message is not lost for it.
  } catch (error) {
    log.error({ jobKind: 'deliveries', error }, 'a message could not be handed over');
    return { kind: 'deferred', reason: 'internal' };
  }
}

/** What cannot be entered together is entered one by one, so that one that never can takes no other along. */
async function recordAll(
  ctx: Context & CorrespondencePorts,
  run: DeliveryRun,
  handed: readonly Handed[],
): Promise<void> {
  try {
    await record(ctx, run, handed);
  } catch (error) {
    ctx.log.warn({ jobKind: 'deliveries', error }, 'handovers are entered one by one');
    for (const one of handed)
      await record(ctx, run, [one]).catch((reason: unknown) => lostTrack(ctx, reason));
  }
}

function lostTrack({ log }: Context, error: unknown): void {
  log.error({ jobKind: 'deliveries', error }, 'a handover could not be entered and will be repeated');
}

async function record(
  ctx: Context & CorrespondencePorts,
  run: DeliveryRun,
  handed: readonly Handed[],
): Promise<void> {
  return runCommand(ctx, async (work) => {
    const now = ctx.clock.now();
    const moves = handed.flatMap(({ communication, handover }) => {
      const after = movedBy(communication, handover, { run, now });
      return after === undefined ? [] : [{ communication, ...after }];
    });
    await recordMoves(ctx, work, { moves, holder: run.owner });
    waitTogether(ctx, work, moves);
    work.audit(noteOf(run, 'handed-over', moves.length));
  });
}

/** Whoever waits behind one that was deferred waits as long. */
function waitTogether(
  { bankId }: Context,
  work: Work,
  moves: readonly { readonly communication: StoredCommunication; readonly after: StatusChange }[],
): void {
  const waiting = moves.filter(({ after }) => after.status === 'queued');
  delayFollowers(
    work,
    bankId,
    waiting.map(({ communication }) => communication.communicationId),
  );
}

function movedBy(
  communication: StoredCommunication,
  handover: SendResult,
  { now, run }: { readonly run: DeliveryRun; readonly now: StoredCommunication['dueAt'] },
): { readonly after: StatusChange; readonly goesOn: boolean } | undefined {
  if (handover.kind === 'unavailable') {
    const { retryCount, sentAt } = communication;
    const dueAt = now.add({ milliseconds: run.pauseMs });
    const { reason } = handover;
    return {
      goesOn: false,
      after: { status: 'queued', dueAt, sentAt, retryCount, lease: undefined, reason, reference: undefined },
    };
  }
  const move = applyReport(communication, reportOf(handover, run.owner), now);
  return move.kind === 'moved' ? move : undefined;
}

function reportOf(handover: Exclude<SendResult, { kind: 'unavailable' }>, reporter: string): DeliveryReport {
  const common = { reporter, occurredAt: undefined, reason: undefined, reference: undefined, isHard: false };
  if (handover.kind === 'taken')
    return {
      ...common,
      status: handover.isDelivered ? 'delivered' : 'sent',
      reference: handover.reference,
    };
  return { ...common, status: 'failed', reason: handover.reason, isHard: handover.kind === 'refused' };
}

function noteOf(
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
