import type { LoadResult } from './http-load.ts';
import { openLoop, percentile } from './http-load.ts';
import type { Figure } from './report.ts';

/** Honest clients whose requests are due at fixed times while an attack goes on. */
export interface BystanderOptions {
  readonly port: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly nextRequest: () => string;
}

const connections = 64;
const servedGoal = 0.99;
/** Unprotected, an attack leaves next to nobody served: 99 of 100 were refused. */
const servedGuard = 0.75;
const p99GoalMs = 1_000;
const p99GuardMs = 15_000;

/** Sends the requests of bystanders and measures each from the moment it was due. */
export function runBystanders(options: BystanderOptions): Promise<LoadResult> {
  return openLoop({ ...options, connections });
}

/** Share of requests that were served, and the time that 99 of 100 of them took. */
export function bystanderFigures(scenario: string, { broken, samples }: LoadResult): readonly Figure[] {
  const good = samples.filter(({ status }) => status >= 200 && status < 300);
  const share = good.length / Math.max(1, samples.length + broken);
  const p99 = percentile(
    good.map(({ latencyMs }) => latencyMs),
    0.99,
  );
  return [
    {
      name: `${scenario}, bystanders served`,
      figure: `${(share * 100).toFixed(1)} % of ${samples.length + broken}`,
      goal: '≥ 99 %',
      isReached: share >= servedGoal,
      holdsGuard: share >= servedGuard,
    },
    {
      name: `${scenario}, bystanders p99`,
      figure: `${Math.round(p99)} ms`,
      goal: '< 1000 ms',
      isReached: p99 < p99GoalMs,
      holdsGuard: p99 < p99GuardMs,
    },
  ];
}

/** Bystanders that were refused because the process had no capacity left. */
export function refusedFigure(scenario: string, { samples }: LoadResult): Figure {
  const refused = samples.filter(({ status }) => status === 503).length;
  return {
    name: `${scenario}, bystanders answered 503`,
    figure: `${refused} of ${samples.length}`,
    goal: '0',
    isReached: refused === 0,
    holdsGuard: refused <= samples.length * (1 - servedGuard),
  };
}
