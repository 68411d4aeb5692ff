import { setTimeout } from 'node:timers/promises';
import type { MailServerMode } from '../../server/src/adapters/smtp/mail-server-mode.suite.ts';
import { createDeliveryHarness, type DeliveryHarness, noticeTo } from '../harness/delivery-harness.ts';
import { until } from '../harness/processes.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';

interface Size {
  readonly recipients: number;
  /** Duration of each outage. */
  readonly outageMs: number;
  /**
   * Modes of the mail server. The checks leave out deferral, because a deferred message is tried again only after a
   * minute.
   */
  readonly modes: readonly MailServerMode[];
}

const rejected = 'rejected\\.';
const outageModes: readonly MailServerMode[] = [
  { isDown: true },
  { delayMs: 300, reject: rejected },
  { cut: 'mid-data', reject: rejected },
  { cut: 'after-data', reject: rejected },
  { leaveAfter: 2, reject: rejected },
];
const sizes: Readonly<Record<Scale, Size>> = {
  ci: { recipients: 20, outageMs: 1_500, modes: outageModes },
  night: {
    recipients: 200,
    outageMs: 60_000,
    modes: [...outageModes, { isGreylisting: true, reject: rejected }],
  },
  full: {
    recipients: 200,
    outageMs: 60_000,
    modes: [...outageModes, { isGreylisting: true, reject: rejected }],
  },
};
const each = 3;
const timeoutMs = 900_000;

interface Sent {
  readonly communicationId: string;
  readonly to: string;
}

/**
 * Runs a mail server that is unreachable, slow, drops connections, defers and rejects, and an SMS gateway that is
 * unreachable. Each recipient must get all messages in order, and undeliverable messages must have the status failed.
 */
export async function tortureOutages(scale: Scale): Promise<readonly Figure[]> {
  const { modes, recipients, outageMs } = sizes[scale];
  await using harness = await createDeliveryHarness();
  const worker = await harness.startWorker();
  const show = progress('outages', modes.length);
  const mails: Sent[] = [];
  const texts: Sent[] = [];
  for (const [round, mode] of modes.entries()) {
    await harness.mail.setMode(mode);
    await harness.sms.setMode(round === 0 ? { isDown: true } : {});
    mails.push(...(await sendRound(harness, 'email', { round, recipients })));
    texts.push(...(await sendRound(harness, 'sms', { round, recipients })));
    await setTimeout(outageMs);
    show(round + 1);
  }
  await harness.mail.setMode({ reject: rejected });
  await until(() => isSettled(harness), 'the queues to empty', timeoutMs);
  worker.kill('SIGTERM');
  await worker.ended;
  return await evaluate(harness, mails, texts);
}

async function sendRound(
  harness: DeliveryHarness,
  medium: 'email' | 'sms',
  { recipients, round }: { readonly round: number; readonly recipients: number },
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (let message = 0; message < each; message += 1) {
    for (let serial = 0; serial < recipients; serial += 1) {
      const to = medium === 'sms' ? `+4915199${String(100_000 + serial)}` : mailTo(serial);
      const text = `round ${round}, message ${message}`;
      sent.push({ to, communicationId: await harness.initiate(noticeTo(medium, to, text)) });
    }
  }
  return sent;
}

/** Every tenth address is unknown to the server. */
function mailTo(serial: number): string {
  return serial % 10 === 9 ? `rejected.${serial}@example.org` : `reader.${serial}@example.org`;
}

async function isSettled({ instance }: DeliveryHarness): Promise<boolean> {
  const open = await instance.database.query(
    `select 1 from correspondence.communication where status in ('queued', 'sending') limit 1`,
  );
  return open.length === 0;
}

async function evaluate(
  harness: DeliveryHarness,
  mails: readonly Sent[],
  texts: readonly Sent[],
): Promise<readonly Figure[]> {
  const mailNames = (await harness.mail.journal()).map(({ messageId }) => messageId.replace(/^<|@.*$/g, ''));
  const arrived = [...mailNames, ...(await harness.sms.journal()).map(({ id }) => id)];
  const rows = await harness.instance.database.query<{ communication_id: string; status: string }>(
    'select communication_id, status from correspondence.communication',
  );
  const statuses = new Map(rows.map(({ communication_id: id, status }) => [id, status]));
  const isGood = ({ to }: Sent): boolean => !to.startsWith('rejected');
  const all = [...mails, ...texts];
  const there = new Set(arrived);
  const lost = all.filter((sent) => isGood(sent) && !there.has(sent.communicationId)).length;
  const untrue = all.filter(({ communicationId, ...sent }) => {
    const status = statuses.get(communicationId);
    return isGood({ communicationId, ...sent })
      ? status !== 'sent'
      : status !== 'failed' || there.has(communicationId);
  }).length;
  const outOfOrder = overtaken(all.filter(isGood), arrived);
  return [
    { name: 'outages: messages lost', figure: String(lost), goal: '0', isReached: lost === 0 },
    {
      name: 'outages: wrong statuses',
      figure: String(untrue),
      goal: '0',
      isReached: untrue === 0,
    },
    {
      name: 'outages: recipients with messages out of order',
      figure: String(outOfOrder),
      goal: '0',
      isReached: outOfOrder === 0,
    },
  ];
}

/** Counts messages that arrived out of order, by first arrival: a message that was sent again is the same message. */
function overtaken(sent: readonly Sent[], arrived: readonly string[]): number {
  const places = new Map<string, number>();
  for (const [place, id] of arrived.entries()) if (!places.has(id)) places.set(id, place);
  return [...Map.groupBy(sent, ({ to }) => to).values()].filter((messages) => {
    const order = messages.map(({ communicationId }) => places.get(communicationId) ?? -1);
    return order.some((place, index) => index > 0 && place < (order[index - 1] ?? -1));
  }).length;
}
