import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { cpuSecondsOf } from '../harness/cpu.ts';
import { codeTo, type DeliveryHarness } from '../harness/delivery-harness.ts';
import type { Program } from '../harness/processes.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import type { CodeVerdict, MailVerdict, SentCode } from './delivery-verdict.ts';

/** A statement run with codes in between, and kills. */
export interface RunSize {
  readonly messages: number;
  readonly codes: number;
  readonly kills: number;
}

export const runSizes: Readonly<Record<Scale, RunSize>> = {
  ci: { messages: 3_000, codes: 30, kills: 2 },
  night: { messages: 100_000, codes: 300, kills: 10 },
  full: { messages: 100_000, codes: 300, kills: 10 },
};

const workers = 2;
const lookMs = 20;
export const codeLimitMs = 2_000;
/** Factor for the checks, where another process may slow the machine. */
const guardFactor = 3;
/** Minimum number of messages per second; below it the run counts as stalled. */
const slowestPerSecond = 20;
const patienceMsMin = 120_000;

/** Figures of the messages and codes of a run. */
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
    ...codeFigures(codes),
  ];
}

/** Figures of codes; `when` says what went on meanwhile. */
export function codeFigures(codes: CodeVerdict, when = ''): readonly Figure[] {
  return [
    { name: `codes lost${when}`, figure: String(codes.lost), goal: '0', isReached: codes.lost === 0 },
    timed(`code sent to the gateway${when}, p99`, codes.p99Ms, codeLimitMs),
  ];
}

/** Returns the row of a table about codes. */
export function codeTimes({ longestMs, medianMs, p99Ms }: CodeVerdict): readonly [string, string] {
  return ['code: median, p99, longest (ms)', [medianMs, p99Ms, longestMs].map(Math.round).join(', ')];
}

/** Returns the figure of a time that has a limit. */
export function timed(name: string, milliseconds: number, max: number): Figure {
  return {
    name,
    figure: `${Math.round(milliseconds)} ms`,
    goal: `< ${max} ms`,
    isReached: milliseconds < max,
    holdsGuard: milliseconds < max * guardFactor,
  };
}

/** Workers of a run, one of which can be killed and replaced. */
export interface Workers {
  killOne(): Promise<void>;
  /** Processor time of all workers of the run. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts the workers of a run. */
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
export interface Arrivals {
  /** Waits until this share of the run has arrived. */
  reached(share: number): Promise<void>;
}

/** Counts what the mail server got. */
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

/** What the moments of a run depend on. */
export interface Course {
  readonly arrivals: Arrivals;
  readonly random: () => number;
}

/** Sends codes at random moments of the run. */
export async function sendCodes(
  harness: DeliveryHarness,
  { arrivals, codes, random }: Course & Pick<RunSize, 'codes'>,
): Promise<readonly SentCode[]> {
  const moments = Array.from({ length: codes }, () => 0.02 + random() * 0.93).toSorted(
    (one, other) => one - other,
  );
  const sent: Promise<SentCode>[] = [];
  for (const [serial, moment] of moments.entries()) {
    await arrivals.reached(moment);
    sent.push(sendCode(harness, serial));
  }
  return Promise.all(sent);
}

/** Sends one code. */
export async function sendCode(harness: DeliveryHarness, serial: number): Promise<SentCode> {
  const askedAtMs = Date.now();
  return { communicationId: await harness.initiate(codeTo(serial)), askedAtMs };
}

/** Waits until no message is queued or being sent. */
export async function settled(
  { instance }: DeliveryHarness,
  { messages }: Pick<RunSize, 'messages'>,
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
