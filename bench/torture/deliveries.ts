import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { cpuSecondsOf } from '../harness/cpu.ts';
import {
  codeTo,
  createDeliveryHarness,
  type DeliveryHarness,
  initiateStatements,
} from '../harness/delivery-harness.ts';
import type { Program } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type Scale, type TortureOptions } from '../harness/scale.ts';
import { tortureBacklog } from './delivery-backlog.ts';
import { tortureOutages } from './delivery-outages.ts';
import {
  type CodeVerdict,
  type MailVerdict,
  type SentCode,
  verifyCodes,
  verifyMails,
} from './delivery-verdict.ts';

interface Size {
  readonly messages: number;
  readonly codes: number;
  readonly kills: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { messages: 3_000, codes: 30, kills: 2 },
  night: { messages: 100_000, codes: 300, kills: 10 },
  full: { messages: 100_000, codes: 300, kills: 10 },
};

const workers = 2;
const lookMs = 20;
const codeLimitMs = 2_000;
/** Limit for the checks, where another process may slow the machine. */
const codeGuardMs = 6_000;
/** Minimum number of messages per second; below it the run counts as stalled. */
const slowestPerSecond = 20;
const patienceMsMin = 120_000;

/**
 * Sends a statement run through a real mail server, with codes at random times, and kills workers without warning.
 * The receivers count: no message may be missing or arrive as two, and no code may wait.
 */
export async function tortureDeliveries({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  return [
    ...(await tortureRun({ scale, seed })),
    ...(await tortureBacklog(scale)),
    ...(await tortureOutages(scale)),
  ];
}

async function tortureRun({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const size = sizes[scale];
  await using harness = await createDeliveryHarness();
  const initiating = await initiateStatements(harness, size.messages);
  const pool = await startCrew(harness);
  const startedAt = performance.now();
  const random = randomFrom(seed);
  const arrivals = countArrivals(harness, size.messages);
  const [codes] = await Promise.all([
    sendCodes(harness, { arrivals, codes: size.codes, random }),
    killWorkers(pool, { arrivals, kills: size.kills, random }),
    watch(arrivals, size.messages),
  ]);
  await settled(harness, size);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuSeconds = pool.cpuSeconds();
  await pool.stop();
  const mails = await verifyMails(harness, initiating.ids);
  const verdict = await verifyCodes(harness, codes);
  console.log(
    table(
      ['deliveries', 'figure'],
      [
        ['initiated per second (16 side by side)', Math.round(size.messages / initiating.seconds)],
        ['delivered per second', Math.round(size.messages / seconds)],
        ['worker processor ms per message', ((cpuSeconds * 1_000) / size.messages).toFixed(2)],
        ['delivered per second of worker processor', Math.round(size.messages / cpuSeconds)],
        ['workers killed', size.kills],
        ['sent again as the same message', mails.repeated],
        [
          'code: median, p99, longest (ms)',
          [verdict.medianMs, verdict.p99Ms, verdict.longestMs].map(Math.round).join(', '),
        ],
      ],
    ),
  );
  return deliveryFigures(mails, verdict);
}

export function deliveryFigures(mails: MailVerdict, codes: CodeVerdict): readonly Figure[] {
  return [
    { name: 'messages lost', figure: String(mails.lost), goal: '0', isReached: mails.lost === 0 },
    {
      name: 'messages that arrived as two',
      figure: String(mails.doubled),
      goal: '0',
      isReached: mails.doubled === 0,
    },
    {
      name: 'wrong statuses',
      figure: String(mails.untrue),
      goal: '0',
      isReached: mails.untrue === 0,
    },
    { name: 'codes lost', figure: String(codes.lost), goal: '0', isReached: codes.lost === 0 },
    {
      name: 'code sent to the gateway, p99',
      figure: `${Math.round(codes.p99Ms)} ms`,
      goal: `< ${codeLimitMs} ms`,
      isReached: codes.p99Ms < codeLimitMs,
      holdsGuard: codes.p99Ms < codeGuardMs,
    },
  ];
}

/** Workers of a run, one of which can be killed and replaced. */
export interface Workers {
  killOne(): Promise<void>;
  /** Processor time of all workers of the run. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

export async function startCrew(harness: DeliveryHarness): Promise<Workers> {
  const living: Program[] = await Promise.all(Array.from({ length: workers }, () => harness.startWorker()));
  let spentSeconds = 0;
  return {
    async killOne() {
      const victim = living.shift();
      if (victim === undefined) return;
      spentSeconds += cpuSecondsOf(victim.pid);
      victim.kill('SIGKILL');
      await victim.ended;
      living.push(await harness.startWorker());
    },
    cpuSeconds: () => living.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), spentSeconds),
    async stop() {
      for (const worker of living) worker.kill('SIGTERM');
      await Promise.all(living.map(({ ended }) => ended));
    },
  };
}

/** Share of the run that has arrived, by the receiver's journal; a query would load the database. */
interface Arrivals {
  /** Waits until this share of the run has arrived. */
  reached(share: number): Promise<void>;
}

export function countArrivals({ mail }: DeliveryHarness, messages: number): Arrivals {
  const chunk = Buffer.alloc(1_048_576);
  let read = 0;
  let lines = 0;
  const count = async (): Promise<number> => {
    const file = await open(mail.journalPath, 'r').catch(() => undefined);
    if (file === undefined) return lines;
    try {
      for (;;) {
        const { bytesRead } = await file.read(chunk, 0, chunk.length, read);
        if (bytesRead === 0) return lines;
        read += bytesRead;
        lines += linesIn(chunk.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  };
  // Concurrent waits share one read of the journal, so that no message is counted twice.
  let counting: Promise<number> | undefined;
  const counted = (): Promise<number> => {
    counting ??= count().finally(() => {
      counting = undefined;
    });
    return counting;
  };
  return {
    async reached(share) {
      const givenUpAt = performance.now() + timeoutMs(messages);
      while ((await counted()) < share * messages && performance.now() < givenUpAt) await setTimeout(lookMs);
    },
  };
}

const newline = 10;

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (const byte of bytes) if (byte === newline) lines += 1;
  return lines;
}

function timeoutMs(messages: number): number {
  return Math.max(patienceMsMin, (messages / slowestPerSecond) * 1_000);
}

interface Course {
  readonly arrivals: Arrivals;
  readonly random: () => number;
}

export async function sendCodes(
  harness: DeliveryHarness,
  { arrivals, codes, random }: Course & Pick<Size, 'codes'>,
): Promise<readonly SentCode[]> {
  const moments = Array.from({ length: codes }, () => 0.02 + random() * 0.93).toSorted(
    (one, other) => one - other,
  );
  const sent: Promise<SentCode>[] = [];
  for (const [serial, moment] of moments.entries()) {
    await arrivals.reached(moment);
    const askedAtMs = Date.now();
    sent.push(harness.initiate(codeTo(serial)).then((communicationId) => ({ communicationId, askedAtMs })));
  }
  return Promise.all(sent);
}

async function killWorkers(
  pool: Workers,
  { arrivals, kills, random }: Course & Pick<Size, 'kills'>,
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await arrivals.reached(((kill + random()) / kills) * 0.9);
    await pool.killOne();
  }
}

async function watch(arrivals: Arrivals, messages: number): Promise<void> {
  const show = progress('delivering', messages);
  for (let tenth = 1; tenth <= 9; tenth += 1) {
    await arrivals.reached(tenth / 10);
    show((tenth * messages) / 10);
  }
}

/** Waits until no message is queued or being sent. */
export async function settled(
  { instance }: DeliveryHarness,
  { messages }: Pick<Size, 'messages'>,
): Promise<void> {
  const givenUpAt = performance.now() + timeoutMs(messages);
  while (performance.now() < givenUpAt) {
    const open = await instance.database.query(
      `select 1 from correspondence.communication where status in ('queued', 'sending') limit 1`,
    );
    if (open.length === 0) return;
    await setTimeout(lookMs * 5);
  }
  throw new Error('the run does not end');
}
