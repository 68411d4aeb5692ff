import { setTimeout } from 'node:timers/promises';
import { cpuSecondsOf } from '../harness/cpu.ts';
import { createDeliveryHarness, type DeliveryHarness, statementTo } from '../harness/delivery-harness.ts';
import type { Program } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';

const sizes = {
  long: { warm: 2_000, messages: 30_000 },
  short: { warm: 200, messages: 1_500 },
} as const;
const goalPerCore = 1_000;
const guardPerCore = 100;
const senders = 16;
const lookMs = 50;
const timeoutMs = 600_000;

interface Measured {
  readonly seconds: number;
  readonly workerSeconds: number;
  readonly receiverSeconds: number;
}

/**
 * Sends plain messages from the queue through one worker to a real mail server. Per core means per second of the
 * worker's own processor time; the output also shows the processor time of database and receiver.
 */
export async function benchDeliveries(isShort: boolean): Promise<readonly Figure[]> {
  const { messages, warm } = isShort ? sizes.short : sizes.long;
  await using harness = await createDeliveryHarness();
  await initiate(harness, { from: 0, count: warm });
  const worker = await harness.startWorker();
  await drained(harness);
  const holding = await hold(harness);
  const initiating = await initiate(harness, { from: warm, count: messages });
  await holding.release();
  const measured = await measure(harness, worker);
  worker.kill('SIGTERM');
  await worker.ended;
  const perCore = messages / measured.workerSeconds;
  console.log(
    table(
      ['deliveries', 'figure'],
      [
        ['initiated per second (16 side by side)', Math.round(messages / initiating)],
        ['delivered per second', Math.round(messages / measured.seconds)],
        ['worker: processor ms per message', ((1_000 * measured.workerSeconds) / messages).toFixed(3)],
        ['mail server: processor ms per message', ((1_000 * measured.receiverSeconds) / messages).toFixed(3)],
      ],
    ),
  );
  return [
    {
      name: 'messages per second of worker processor',
      figure: String(Math.round(perCore)),
      goal: `${goalPerCore}`,
      isReached: perCore >= goalPerCore,
      holdsGuard: perCore >= guardPerCore,
    },
  ];
}

async function initiate(
  harness: DeliveryHarness,
  { count, from }: { readonly from: number; readonly count: number },
): Promise<number> {
  const startedAt = performance.now();
  const show = progress('initiating', count);
  let serial = from;
  const send = async (): Promise<void> => {
    while (serial < from + count) {
      serial += 1;
      await harness.initiate(statementTo(serial));
      show(serial - from);
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  return (performance.now() - startedAt) / 1_000;
}

/** Prevents the worker from starting before all messages are queued, by a later due time. */
async function hold({ instance: { database } }: DeliveryHarness): Promise<{ release(): Promise<void> }> {
  await database.query(
    `create function correspondence.hold() returns trigger language plpgsql as
       $$ begin new.due_at := new.due_at + interval '1 hour'; return new; end $$`,
  );
  await database.query(
    `create trigger hold before insert on correspondence.communication
       for each row execute function correspondence.hold()`,
  );
  return {
    async release() {
      await database.query('drop trigger hold on correspondence.communication');
      await database.query(
        `update correspondence.communication set due_at = release_at where status = 'queued'`,
      );
    },
  };
}

async function measure(harness: DeliveryHarness, worker: Program): Promise<Measured> {
  const receiverBefore = await harness.mail.cpuMicroseconds();
  const workerBefore = cpuSecondsOf(worker.pid);
  const startedAt = performance.now();
  await drained(harness);
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    workerSeconds: cpuSecondsOf(worker.pid) - workerBefore,
    receiverSeconds: ((await harness.mail.cpuMicroseconds()) - receiverBefore) / 1_000_000,
  };
}

async function drained({ instance: { database } }: DeliveryHarness): Promise<void> {
  const givenUpAt = performance.now() + timeoutMs;
  while (performance.now() < givenUpAt) {
    const open = await database.query(
      `select 1 from correspondence.communication where status in ('queued', 'sending') limit 1`,
    );
    if (open.length === 0) return;
    await setTimeout(lookMs);
  }
  throw new Error('the queue does not become empty');
}
