import { setTimeout as wait } from 'node:timers/promises';
import { chanceFrom } from '../harness/chance.ts';
import type { ConsentBank } from '../harness/consent-bank.ts';
import { progress } from '../harness/report.ts';
import type { ConsentVerdict } from './consent-counts.ts';

/** Readers of each process. */
const readersEach = 3;
/** Longest time for which the readers read before the withdrawal. */
const withdrawsWithinMs = 30;
/** Reads of every reader that begin after the answer to the withdrawal. */
const readsAfter = 2;

interface Tally {
  /** Reads that were answered and began before the answer to the withdrawal. */
  before: number;
  /** Reads that began after it, and were refused. */
  refused: number;
  /** Reads that began after it, and were answered. */
  late: number;
  /** Responses that are neither, and withdrawals that failed. */
  readonly unexpected: string[];
}

/**
 * Ends each consent through one process while readers read through both. No read that begins after the answer to the
 * withdrawal has arrived may be answered.
 */
export async function readWhileWithdrawing(
  consents: ConsentBank,
  consentIds: readonly string[],
  seed: number,
): Promise<ConsentVerdict> {
  const chance = chanceFrom(seed);
  const tally: Tally = { before: 0, refused: 0, late: 0, unexpected: [] };
  const show = progress('withdrawals', consentIds.length);
  for (const [index, consentId] of consentIds.entries()) {
    const withdrawAfterMs = chance.integer(0, withdrawsWithinMs);
    await race(consents, { consentId, withdrawAfterMs, turn: index }, tally);
    show(index + 1);
  }
  const { before, late, refused, unexpected } = tally;
  for (const line of unexpected.slice(0, 5)) console.log(line);
  return {
    wrong: late + unexpected.length,
    figures: [
      {
        name: `reads that began after the answer to one of ${consentIds.length} withdrawals, and were answered; other unexpected responses`,
        figure: `${late}; ${unexpected.length}`,
        goal: '0; 0',
        isReached: late === 0 && unexpected.length === 0,
      },
      {
        name: 'of these races, reads answered that began before it; refused that began after it',
        figure: `${before}; ${refused}`,
        goal: 'each more than 0',
        isReached: before > 0 && refused > 0,
      },
    ],
  };
}

interface Race {
  readonly consentId: string;
  readonly withdrawAfterMs: number;
  readonly turn: number;
}

async function race(
  { apis }: ConsentBank,
  { consentId, turn, withdrawAfterMs }: Race,
  tally: Tally,
): Promise<void> {
  let isWithdrawn = false;
  const read = async (api: ConsentBank['apis'][number]): Promise<void> => {
    for (let after = 0; after < readsAfter; ) {
      const isLate = isWithdrawn;
      const { status } = await api.send({
        method: 'GET',
        path: '/v1/accounts',
        headers: { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.7' },
      });
      record(tally, isLate, status);
      if (isLate) after += 1;
    }
  };
  const reading = Promise.all(apis.flatMap((api) => Array.from({ length: readersEach }, () => read(api))));
  await wait(withdrawAfterMs);
  const api = apis[turn % 2 === 0 ? 0 : 1];
  const { status } = await api.send({ method: 'DELETE', path: `/v1/consents/${consentId}` });
  isWithdrawn = true;
  if (status !== 204) tally.unexpected.push(`withdrawal: ${status}`);
  await reading;
}

/** A consent that the third party has ended is answered as an expired one. */
const refusal = 401;

function record(tally: Tally, isLate: boolean, status: number): void {
  if (status === 200 && isLate) tally.late += 1;
  else if (status === 200) tally.before += 1;
  else if (status !== refusal) tally.unexpected.push(`read: ${status}`);
  else if (isLate) tally.refused += 1;
}
