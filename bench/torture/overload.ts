import { closedLoop, type LoadResult, newConnections, openLoop, percentile } from '../harness/http-load.ts';
import { createInstance } from '../harness/instance.ts';
import { planRequests } from '../harness/plan-requests.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { torturePriorities } from './overload-priorities.ts';

interface Size {
  readonly capacitySeconds: number;
  readonly overloadSeconds: number;
  readonly turns: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { capacitySeconds: 2, overloadSeconds: 4, turns: 3 },
  night: { capacitySeconds: 10, overloadSeconds: 60, turns: 7 },
  full: { capacitySeconds: 20, overloadSeconds: 120, turns: 7 },
};

const factor = 3;
const busyConnections = 32;
const overloadConnections = 512;
const goodputGoal = 0.9;
const acceptedP99GoalMs = 1_000;
const goodputGuard = 0.2;
const acceptedP99GuardMs = 10_000;
const employees = 2_000;
/** Clients that come during a storm, and connect. */
const newPerSecond = 50;

/** Sends three times the capacity at fixed times; measures how many requests are served in time, and which are refused. */
export async function tortureOverload(options: TortureOptions): Promise<readonly Figure[]> {
  return [...(await tortureCommands(options)), ...(await torturePriorities(options))];
}

/** One storm, with the capacity measured before and after it, because capacity varies during a run. */
interface Turn {
  readonly before: number;
  readonly after: number;
  readonly storm: LoadResult;
  /** Of clients that connect during the storm. */
  readonly newcomers: LoadResult;
}

async function tortureCommands({ scale }: TortureOptions): Promise<readonly Figure[]> {
  const { capacitySeconds, overloadSeconds, turns: count } = sizes[scale];
  await using instance = await createInstance({ env: { PORTICO_LOG_LEVEL: 'warn' } });
  const port = await freePort();
  const api = startProgram({
    args: ['server/src/main.ts', 'api'],
    env: { ...instance.env, PORTICO_HTTP_LISTEN: `127.0.0.1:${port}` },
  });
  try {
    await until(() => isReady(port), 'api');
    const nextRequest = await planRequests(instance.mint, employees);
    const calm = async (seconds: number): Promise<number> => {
      const load = await closedLoop({ port, connections: busyConnections, seconds, nextRequest });
      return goodIn(load) / load.seconds;
    };
    await calm(3);
    const show = progress('overload', count);
    const turns: Turn[] = [];
    let before = await calm(capacitySeconds);
    while (turns.length < count) {
      const perSecond = before * factor;
      const load = { port, seconds: overloadSeconds, nextRequest };
      const [storm, newcomers] = await Promise.all([
        openLoop({ ...load, connections: overloadConnections, perSecond }),
        newConnections({ ...load, perSecond: newPerSecond }),
      ]);
      const after = await calm(capacitySeconds);
      turns.push({ before, after, storm, newcomers });
      show(turns.length, `capacity ${Math.round(before)}/s, goodput ${Math.round(goodputOf(storm))}/s`);
      before = after;
    }
    return conclusion(turns);
  } finally {
    api.kill('SIGTERM');
    await api.ended;
  }
}

function goodIn({ samples }: LoadResult): number {
  return samples.filter(({ status, latencyMs }) => status === 201 && latencyMs <= acceptedP99GoalMs).length;
}

/** Returns requests per second that were served in time. */
function goodputOf(storm: LoadResult): number {
  return goodIn(storm) / storm.seconds;
}

function capacityOf({ after, before }: Turn): number {
  return (before + after) / 2;
}

function latencies({ samples }: LoadResult, wanted: number): readonly number[] {
  return samples.filter(({ status }) => status === wanted).map(({ latencyMs }) => latencyMs);
}

function p99Of({ samples }: LoadResult): number {
  return percentile(
    samples.map(({ latencyMs }) => latencyMs),
    0.99,
  );
}

function conclusion(turns: readonly Turn[]): readonly Figure[] {
  console.log(
    table(
      [
        'overload 3x',
        'capacity before',
        'after',
        'goodput/s',
        'of capacity',
        'served p99 ms',
        'shed p50 ms',
        'new p99 ms',
        'broken',
      ],
      turns.map((turn, index) => {
        const { after, before, newcomers, storm } = turn;
        const [served, shed] = [latencies(storm, 201), latencies(storm, 503)];
        return [
          `round ${index + 1}`,
          ...[before, after, goodputOf(storm)].map(Math.round),
          `${Math.round((goodputOf(storm) / capacityOf(turn)) * 100)} %`,
          Math.round(percentile(served, 0.99)),
          Math.round(percentile(shed, 0.5)),
          Math.round(p99Of(newcomers)),
          storm.broken + storm.samples.length - served.length - shed.length,
        ];
      }),
    ),
  );
  const share = percentile(
    turns.map((turn) => goodputOf(turn.storm) / capacityOf(turn)),
    0.5,
  );
  const p99 = percentile(
    turns.flatMap(({ storm }) => latencies(storm, 201)),
    0.99,
  );
  const newcomersP99 = Math.max(...turns.map(({ newcomers }) => p99Of(newcomers)));
  const broken = turns.reduce((sum, { newcomers, storm }) => sum + storm.broken + newcomers.broken, 0);
  return [
    {
      name: 'overload, goodput at 3x, of the capacity before and after',
      figure: `${Math.round(share * 100)} %, median of ${turns.length}`,
      goal: '≥ 90 %',
      isReached: share >= goodputGoal,
      holdsGuard: share >= goodputGuard,
    },
    {
      name: 'overload, served p99',
      figure: `${Math.round(p99)} ms`,
      goal: '≤ 1000 ms',
      isReached: p99 <= acceptedP99GoalMs,
      holdsGuard: p99 <= acceptedP99GuardMs,
    },
    {
      name: 'overload, response to new connections, p99 of the worst storm',
      figure: `${Math.round(newcomersP99)} ms`,
      goal: '≤ 1000 ms',
      isReached: newcomersP99 <= acceptedP99GoalMs,
      holdsGuard: newcomersP99 <= acceptedP99GuardMs,
    },
    {
      name: 'overload, requests without response',
      figure: String(broken),
      goal: '0',
      isReached: broken === 0,
    },
  ];
}
