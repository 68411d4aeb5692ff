import { createDeliveryHarness, initiateStatements } from '../harness/delivery-harness.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type TortureOptions } from '../harness/scale.ts';
import { tortureBacklog } from './delivery-backlog.ts';
import { tortureOutages } from './delivery-outages.ts';
import {
  type Arrivals,
  type Course,
  codeTimes,
  countArrivals,
  deliveryFigures,
  type RunSize,
  runSizes,
  sendCodes,
  settled,
  startCrew,
  type Workers,
} from './delivery-run.ts';
import { verifyCodes, verifyMails } from './delivery-verdict.ts';

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
  const size = runSizes[scale];
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
        codeTimes(verdict),
      ],
    ),
  );
  return deliveryFigures(mails, verdict);
}

async function killWorkers(
  pool: Workers,
  { arrivals, kills, random }: Course & Pick<RunSize, 'kills'>,
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
