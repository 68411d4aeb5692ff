import { plannerToken, planWindow, type WindowResponse } from '../harness/maintenance-client.ts';
import { progress } from '../harness/report.ts';
import { type CommitHarness, isServed } from './commit-harness.ts';
import type { LedgerEntry } from './commit-ledger.ts';

export interface ParallelVerdict {
  readonly rounds: number;
  /** Rounds in which all callers heard the same. */
  readonly good: number;
  readonly refusedReuses: number;
  /** For the comparison with what is stored. */
  readonly entries: readonly LedgerEntry[];
}

const callsAtOnce = 50;
const attemptsMax = 40;
const pauseMs = 50;
const bankId = '01';

/** Fifty callers with one key at the same moment, every second round while connections are being cut. */
export async function tortureParallelKeys(harness: CommitHarness, rounds: number): Promise<ParallelVerdict> {
  const entries: LedgerEntry[] = [];
  const show = progress('parallel keys', rounds);
  let good = 0;
  let refusedReuses = 0;
  for (let round = 0; round < rounds && isServed(harness); round += 1) {
    const entry = { key: keyOf(round), bankId, message: `torture parallel-${round}`, answers: [] };
    entries.push(entry);
    harness.plan.isOn = round % 2 === 1;
    const answers = await Promise.all(
      Array.from({ length: callsAtOnce }, (_, nth) => askUntilAnswered(harness, round, nth)),
    );
    harness.plan.isOn = false;
    entries[round]?.answers.push(...answers);
    if (isOneAnswer(answers)) good += 1;
    if (await isReuseRefused(harness, round)) refusedReuses += 1;
    show(round + 1);
  }
  return { rounds, good, refusedReuses, entries };
}

/** A caller that is turned away at the door, or hears nothing, asks again with the same key. */
async function askUntilAnswered(harness: CommitHarness, round: number, nth: number): Promise<WindowResponse> {
  const { instance, ports } = harness;
  const token = await plannerToken(instance.mint, `parallel-${round}`, bankId);
  let last: WindowResponse | undefined;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const port = ports[(nth + attempt) % ports.length] ?? 0;
    last = await planWindow({
      port,
      token,
      key: keyOf(round),
      message: `torture parallel-${round}`,
    });
    if (last !== undefined && last.status !== 503) return last;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (1 + (nth % 4))));
  }
  return last ?? { status: 0, text: '', location: undefined, retryAfterSeconds: undefined };
}

function isOneAnswer(answers: readonly WindowResponse[]): boolean {
  const told = new Set(answers.map(({ status, text, location }) => `${status} ${location} ${text}`));
  return told.size === 1 && answers[0]?.status === 201;
}

async function isReuseRefused({ instance, ports }: CommitHarness, round: number): Promise<boolean> {
  const token = await plannerToken(instance.mint, `parallel-${round}`, bankId);
  const answer = await planWindow({
    port: ports[round % ports.length] ?? 0,
    token,
    key: keyOf(round),
    message: 'another wish',
  });
  return answer?.status === 422 && answer.text.includes('idempotency-key-reused');
}

function keyOf(round: number): string {
  return `parallel-calls-${round}`.padEnd(16, '-');
}
