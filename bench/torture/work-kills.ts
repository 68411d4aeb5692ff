import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { startNats } from '../../server/src/platform/testing/nats-server.ts';
import { commandContext } from '../harness/command-context.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type Scale } from '../harness/scale.ts';
import { type StreamVerdict, verifyStream } from './event-stream.ts';
import {
  createEffectTable,
  type EffectVerdict,
  isWorkDone,
  publishedIds,
  takeStep,
  verifyEffects,
} from './work-effects.ts';
import { startWorkerProgram, streamName } from './worker-program.ts';

interface Size {
  readonly events: number;
  readonly kills: number;
  /** Maximum lifetime of a worker after its start. */
  readonly lifeMsMax: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { events: 5_000, kills: 20, lifeMsMax: 600 },
  night: { events: 50_000, kills: 100, lifeMsMax: 3_000 },
  full: { events: 200_000, kills: 500, lifeMsMax: 3_000 },
};
const workers = 2;
const aggregates = 200;
const banks = ['01', '02'] as const;
const producers = 8;
const lifeMsMin = 50;
/** Number of kills by which the production of events may be ahead. */
const killsAhead = 2;
const aheadPauseMs = 20;
/** Enough for a disk with a hundred syncs per second. */
const catchUpMsPerEvent = 10;
const catchUpMsMin = 60_000;

export interface KillOptions {
  readonly scale: Scale;
  readonly seed: number;
}

interface Produced {
  readonly seconds: number;
  readonly failed: number;
}

/** Kills workers without warning, repeatedly, while events are emitted. */
export async function tortureKills({ scale, seed }: KillOptions): Promise<readonly Figure[]> {
  const { events, kills, lifeMsMax } = sizes[scale];
  await using nats = await startNats();
  await using instance = await createInstance({
    env: { PORTICO_NATS_SERVERS: nats.url, PORTICO_NATS_STREAM: streamName },
  });
  await createEffectTable(instance.database);
  const random = randomFrom(seed);
  const pace = { killed: 0, kills };
  const producing = produce(instance, events, pace);
  await killWorkers(instance, pace, () => lifeMsMin + random() * (lifeMsMax - lifeMsMin));
  const produced = await producing;
  const underFire = (await verifyEffects(instance.database)).effects;
  const catchUpStartedAt = performance.now();
  await using _last = await startWorkers(instance, workers);
  await until(() => isWorkDone(instance.database), 'catching up', catchUpMsMax(events));
  const catchUpSeconds = (performance.now() - catchUpStartedAt) / 1_000;
  const effects = await verifyEffects(instance.database);
  const stream = await verifyStream(nats.url, streamName, await publishedIds(instance.database));
  return figures({ effects, stream, produced, underFire, catchUpSeconds, kills, events });
}

function catchUpMsMax(events: number): number {
  return Math.max(catchUpMsMin, events * catchUpMsPerEvent);
}

/** Progress of the kills; the production of events keeps pace, so that workers are always busy. */
interface Pace {
  killed: number;
  readonly kills: number;
}

function isAhead(share: number, { killed, kills }: Pace): boolean {
  return share > (killed + killsAhead) / kills;
}

/**
 * Emits events: half of the aggregates get their steps one after the other, the other half several in parallel. The
 * database decides their order, but all consumers must see the same one.
 */
async function produce({ database }: Instance, events: number, pace: Pace): Promise<Produced> {
  const show = progress('events', events);
  const startedAt = performance.now();
  const contexts = banks.map((bankId) =>
    commandContext({ database: database.app, bankId, clock: systemClock, operationId: 'Torture_Step' }),
  );
  let next = 0;
  let failed = 0;
  const drive = async (producer: number): Promise<void> => {
    while (next < events) {
      if (isAhead(next / events, pace)) {
        await new Promise((resolve) => setTimeout(resolve, aheadPauseMs));
        continue;
      }
      const nth = next;
      next += 1;
      const isShared = nth % 2 === 0;
      const aggregate = isShared
        ? `shared-${Math.floor(nth / 40) % (aggregates / 2)}`
        : `own-${producer}-${nth % (aggregates / 2 / producers)}`;
      const context = contexts[nth % contexts.length];
      if (context === undefined) throw new Error('no bank');
      await takeStep(context, aggregate, nth).catch(() => {
        failed += 1;
      });
      show(next);
    }
  };
  await Promise.all(Array.from({ length: producers }, (_, producer) => drive(producer)));
  return { seconds: (performance.now() - startedAt) / 1_000, failed };
}

async function killWorkers(instance: Instance, pace: Pace, lifeMs: () => number): Promise<void> {
  const { kills } = pace;
  const show = progress('kills', kills);
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < kills) {
      begun += 1;
      const worker = await startWorkerProgram(instance);
      await new Promise((resolve) => setTimeout(resolve, lifeMs()));
      worker.kill('SIGKILL');
      await worker.ended;
      pace.killed += 1;
      show(pace.killed);
    }
  };
  await Promise.all(Array.from({ length: workers }, lane));
}

async function startWorkers(instance: Instance, count: number): Promise<AsyncDisposable> {
  const programs = await Promise.all(Array.from({ length: count }, () => startWorkerProgram(instance)));
  return {
    async [Symbol.asyncDispose]() {
      for (const program of programs) program.kill('SIGKILL');
      await Promise.all(programs.map(({ ended }) => ended));
    },
  };
}

function figures(found: {
  readonly effects: EffectVerdict;
  readonly stream: StreamVerdict;
  readonly produced: Produced;
  /** Effects during the kills. */
  readonly underFire: number;
  readonly catchUpSeconds: number;
  readonly kills: number;
  readonly events: number;
}): readonly Figure[] {
  const { effects, stream, produced, underFire, catchUpSeconds, kills, events } = found;
  console.log(
    `\n${table(
      ['what', 'count'],
      [
        ...Object.entries(effects),
        ...Object.entries(stream).map(([name, count]) => [`stream ${name}`, count] as const),
        ['events emitted per second', Math.round(events / produced.seconds)],
        ['effects between the kills', underFire],
        ['seconds to catch up', catchUpSeconds.toFixed(1)],
      ],
    )}\n`,
  );
  const isComplete = effects.events === events && produced.failed === 0;
  const isOnce = effects.missing === 0 && effects.twice === 0 && effects.effects === effects.events;
  const isStreamed = stream.missing === 0 && stream.twice === 0 && stream.messages === effects.events;
  return [
    {
      name: `effects exactly once, workers killed ${kills} times`,
      figure: `${effects.events} events, ${effects.missing} missing, ${effects.twice} twice`,
      goal: `${events} events, 0 missing, 0 twice`,
      isReached: isComplete && isOnce,
    },
    {
      name: 'effects of one aggregate in order, numbers without gaps',
      figure: `${effects.outOfOrder} out of order, ${effects.gaps} aggregates with gaps`,
      goal: '0, 0',
      isReached: effects.outOfOrder === 0 && effects.gaps === 0,
    },
    {
      name: 'reactions parked',
      figure: String(effects.deadLetters),
      goal: '0',
      isReached: effects.deadLetters === 0,
    },
    {
      name: 'events in the stream exactly once and in order',
      figure: `${stream.missing} missing, ${stream.twice} twice, ${stream.outOfOrder} out of order`,
      goal: '0, 0, 0',
      isReached: isStreamed && stream.outOfOrder === 0,
    },
    {
      name: 'catching up after the last kill',
      figure: `${catchUpSeconds.toFixed(1)} s`,
      goal: `≤ ${catchUpMsMax(events) / 1_000} s`,
      isReached: true,
    },
  ];
}
