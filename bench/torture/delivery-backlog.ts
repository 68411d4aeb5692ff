import { setTimeout } from 'node:timers/promises';
import {
  claimDue,
  delayFollowers,
} from '../../server/src/capabilities/correspondence/store/delivery-queue.store.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { openBufferMeter, type StatementCost } from '../../server/src/platform/testing/buffers.ts';
import {
  createDeliveryHarness,
  type DeliveryHarness,
  initiateStatements,
} from '../harness/delivery-harness.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import { codeFigures, codeLimitMs, codeTimes, sendCode, timed } from './delivery-run.ts';
import { type SentCode, verifyCodes } from './delivery-verdict.ts';

interface Size {
  readonly messages: number;
  readonly codes: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { messages: 2_000, codes: 20 },
  night: { messages: 70_000, codes: 300 },
  full: { messages: 70_000, codes: 300 },
};

const bankId = '01';
const buffersMax = 5_000;
const takingMsMax = 200;
const codeEveryMs = 100;
/** Slow enough that the queue is still long when the last code is sent. */
const mailDelayMs = 500;

/**
 * Builds a long queue with statistics from the time when it was empty, and a slow mail server. Claiming and deferring
 * messages must stay cheap, and codes must overtake the queue.
 */
export async function tortureBacklog(scale: Scale): Promise<readonly Figure[]> {
  const { codes, messages } = sizes[scale];
  await using harness = await createDeliveryHarness();
  await forbidStatistics(harness);
  await initiateStatements(harness, messages);
  const { defer, take } = await measure(harness);
  await harness.mail.setMode({ delayMs: mailDelayMs });
  const worker = await harness.startWorker();
  const sent = await sendCodes(harness, codes);
  const left = await waiting(harness);
  await setTimeout(codeLimitMs);
  worker.kill('SIGTERM');
  await worker.ended;
  const verdict = await verifyCodes(harness, sent);
  console.log(
    table(
      ['backlog', 'figure'],
      [
        ['waiting before the first code, after the last', `${messages}, ${left}`],
        ['claiming 50: pages, ms', `${take.buffers}, ${take.milliseconds.toFixed(1)}`],
        ['deferring 3: pages, ms', `${defer.buffers}, ${defer.milliseconds.toFixed(1)}`],
        codeTimes(verdict),
      ],
    ),
  );
  return [
    pages(`claiming 50 of ${messages} without statistics`, take),
    timed('time to claim 50', take.milliseconds, takingMsMax),
    pages(`deferring 3 of ${messages} without statistics`, defer),
    ...codeFigures(verdict, ' meanwhile'),
  ];
}

function pages(name: string, { buffers }: StatementCost): Figure {
  return {
    name,
    figure: `${buffers} pages`,
    goal: `< ${buffersMax} pages`,
    isReached: buffers < buffersMax,
  };
}

/** Collects the statistics of the planner now, while the queue is empty. */
async function forbidStatistics({ instance: { database } }: DeliveryHarness): Promise<void> {
  for (const name of ['communication', 'open_communication'])
    await database.query(`alter table correspondence.${name} set (autovacuum_enabled = false)`);
  await database.query('analyze');
}

async function measure({
  instance: { database },
}: DeliveryHarness): Promise<{ readonly take: StatementCost; readonly defer: StatementCost }> {
  await using meter = await openBufferMeter(database.appUrl, bankId);
  const now = systemClock.now();
  const lease = { now, count: 50, owner: 'worker:measured', until: now.add({ minutes: 5 }) };
  const take = await meter.costOf('force_generic_plan', (db) =>
    claimDue(db, { bankId, medium: 'email', lane: 'bulk' }, lease),
  );
  const rows = await database.query<{ communication_id: string }>(
    `select communication_id from correspondence.open_communication limit 3`,
  );
  const ids = rows.map(({ communication_id: id }) => id);
  const defer = await meter.costOf('force_generic_plan', (db) => delayFollowers(db, bankId, ids));
  return { take, defer };
}

async function sendCodes(harness: DeliveryHarness, codes: number): Promise<readonly SentCode[]> {
  const show = progress('codes', codes);
  const sent: Promise<SentCode>[] = [];
  for (let serial = 0; serial < codes; serial += 1) {
    sent.push(sendCode(harness, serial));
    await setTimeout(codeEveryMs);
    show(serial + 1);
  }
  return Promise.all(sent);
}

async function waiting({ instance: { database } }: DeliveryHarness): Promise<number> {
  const [row] = await database.query<{ many: number }>(
    `select count(*)::int as many from correspondence.open_communication`,
  );
  return row?.many ?? 0;
}
