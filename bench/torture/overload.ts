import { closedLoop, type LoadResult, openLoop, percentile } from '../harness/http-load.ts';
import { createInstance } from '../harness/instance.ts';
import { planRequests } from '../harness/plan-requests.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';

interface Size {
  readonly capacitySeconds: number;
  readonly overloadSeconds: number;
  readonly turns: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { capacitySeconds: 3, overloadSeconds: 4, turns: 3 },
  night: { capacitySeconds: 10, overloadSeconds: 60, turns: 5 },
  full: { capacitySeconds: 20, overloadSeconds: 300, turns: 6 },
};

const factor = 3;
const busyConnections = 32;
const overloadConnections = 512;
const goodputGoal = 0.9;
const acceptedP99GoalMs = 1_000;
const goodputGuard = 0.2;
const acceptedP99GuardMs = 10_000;
const employees = 2_000;

/** Sends three times the capacity at fixed times; measures how many requests are served in time. */
export async function tortureOverload({ scale }: TortureOptions): Promise<readonly Figure[]> {
  const size = sizes[scale];
  await using instance = await createInstance({ env: { PORTICO_LOG_LEVEL: 'warn' } });
  const port = await freePort();
  const api = startProgram({
    args: ['server/src/main.ts', 'api'],
    env: { ...instance.env, PORTICO_HTTP_LISTEN: `127.0.0.1:${port}` },
  });
  try {
    await until(() => isReady(port), 'api');
    const nextRequest = await planRequests(instance.mint, employees);
    await closedLoop({ port, connections: busyConnections, seconds: 3, nextRequest });
    const show = progress('overload', size.turns * 2);
    const rates: { capacity: number; offered: number; goodput: number }[] = [];
    const overloads: LoadResult[] = [];
    for (let turn = 0; turn < size.turns; turn += 1) {
      const calm = await closedLoop({
        port,
        connections: busyConnections,
        seconds: size.capacitySeconds,
        nextRequest,
      });
      const capacity = goodIn(calm) / calm.seconds;
      show(turn * 2 + 1, `capacity ${Math.round(capacity)}/s`);
      const perSecond = capacity * factor;
      const storm = await openLoop({
        port,
        connections: overloadConnections,
        seconds: size.overloadSeconds,
        perSecond,
        nextRequest,
      });
      overloads.push(storm);
      rates.push({ capacity, offered: perSecond, goodput: goodIn(storm) / storm.seconds });
      show(turn * 2 + 2, `goodput ${Math.round(goodIn(storm) / storm.seconds)}/s`);
    }
    return conclusion(rates, overloads);
  } finally {
    api.kill('SIGTERM');
    await api.ended;
  }
}

/** Returns requests per second that were served in time. */
function goodIn({ samples }: LoadResult): number {
  return samples.filter(({ status, latencyMs }) => status === 201 && latencyMs <= acceptedP99GoalMs).length;
}

function conclusion(
  rates: readonly { capacity: number; offered: number; goodput: number }[],
  overloads: readonly LoadResult[],
): readonly Figure[] {
  const rows = rates.map(({ capacity, offered, goodput }, turn) => {
    const { samples, broken } = overloads[turn] ?? { samples: [], broken: 0 };
    const served = samples.filter(({ status }) => status === 201).map(({ latencyMs }) => latencyMs);
    const shed = samples.filter(({ status }) => status === 503).map(({ latencyMs }) => latencyMs);
    const other = samples.length - served.length - shed.length;
    return [
      `round ${turn + 1}`,
      ...[capacity, offered, goodput].map(Math.round),
      `${Math.round((goodput / capacity) * 100)} %`,
      Math.round(percentile(served, 0.99)),
      Math.round(percentile(shed, 0.5)),
      broken + other,
    ];
  });
  console.log(
    table(
      [
        'overload 3x',
        'capacity/s',
        'offered/s',
        'goodput/s',
        'of capacity',
        'served p99 ms',
        'shed p50 ms',
        'broken',
      ],
      rows,
    ),
  );
  const shares = rates
    .map(({ capacity, goodput }) => goodput / capacity)
    .toSorted((one, other) => one - other);
  const share = shares[Math.floor(shares.length / 2)] ?? 0;
  const p99 = percentile(
    overloads.flatMap(({ samples }) =>
      samples.filter(({ status }) => status === 201).map(({ latencyMs }) => latencyMs),
    ),
    0.99,
  );
  const broken = overloads.reduce((sum, result) => sum + result.broken, 0);
  return [
    {
      name: 'overload, goodput at 3x',
      figure: `${Math.round(share * 100)} % of capacity`,
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
      name: 'overload, requests without response',
      figure: String(broken),
      goal: '0',
      isReached: broken === 0,
    },
  ];
}
