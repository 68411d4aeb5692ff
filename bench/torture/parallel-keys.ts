import { plannerToken, planWindow, type WindowResponse } from '../harness/maintenance-client.ts';
import { progress } from '../harness/report.ts';
import { type CommitHarness, isServed } from './commit-harness.ts';
import type { LedgerEntry } from './commit-ledger.ts';

export interface ParallelVerdict {
  readonly rounds: number;
  /** Rounds in which all callers got the same response. */
  readonly good: number;
  readonly refusedReuses: number;
  /** Entries for the comparison with the database. */
  readonly entries: readonly LedgerEntry[];
}

const callsAtOnce = 50;
const attemptsMax = 40;
const pauseMs = 50;
const bankId = '01';

/** Sends one key from fifty callers in parallel; every second round while connections are cut. */
export async function tortureParallelKeys(harness: CommitHarness, rounds: number): Promise<ParallelVerdict> {
  const entries: LedgerEntry[] = [];
  const show = progress('parallel keys', rounds);
  let good = 0;
  let refusedReuses = 0;
  for (let round = 0; round < rounds && isServed(harness); round += 1) {
    const entry = { key: keyOf(round), bankId, message: `torture parallel-${round}`, responses: [] };
    entries.push(entry);
    harness.plan.isOn = round % 2 === 1;
    const responses = await Promise.all(
      Array.from({ length: callsAtOnce }, (_, nth) => repeatUntilResponse(harness, round, nth)),
    );
    harness.plan.isOn = false;
    entries[round]?.responses.push(...responses);
    if (hasOneResponse(responses)) good += 1;
    if (await isReuseRefused(harness, round)) refusedReuses += 1;
    show(round + 1);
  }
  return { rounds, good, refusedReuses, entries };
}

/** Repeats a request with the same key while it is refused by load shedding or gets no response. */
async function repeatUntilResponse(
  harness: CommitHarness,
  round: number,
  nth: number,
): Promise<WindowResponse> {
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

function hasOneResponse(responses: readonly WindowResponse[]): boolean {
  const distinct = new Set(responses.map(({ status, text, location }) => `${status} ${location} ${text}`));
  return distinct.size === 1 && responses[0]?.status === 201;
}

async function isReuseRefused({ instance, ports }: CommitHarness, round: number): Promise<boolean> {
  const token = await plannerToken(instance.mint, `parallel-${round}`, bankId);
  const response = await planWindow({
    port: ports[round % ports.length] ?? 0,
    token,
    key: keyOf(round),
    message: 'another message',
  });
  return response?.status === 422 && response.text.includes('idempotency-key-reused');
}

function keyOf(round: number): string {
  return `parallel-calls-${round}`.padEnd(16, '-');
}
