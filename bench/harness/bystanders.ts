import type { LoadResult } from './http-load.ts';
import { openLoop, percentile } from './http-load.ts';
import type { Figure } from './report.ts';

/** Honest clients whose requests are due at fixed times during an attack. */
export interface BystanderOptions {
  readonly port: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly nextRequest: () => string;
}

const connections = 64;
const servedGoal = 0.99;
/** Without protection 99 of 100 requests are refused during an attack. */
const servedGuard = 0.75;
const p99GoalMs = 1_000;
const p99GuardMs = 15_000;

/** Sends the requests of bystanders and measures each from its due time. */
export function runBystanders(options: BystanderOptions): Promise<LoadResult> {
  return openLoop({ ...options, connections });
}

/** Returns the share of served requests, and their 99th percentile. */
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

/** Counts bystanders that were refused for lack of capacity. */
export function refusedFigure(scenario: string, { samples }: LoadResult): Figure {
  const refused = samples.filter(({ status }) => status === 503).length;
  return {
    name: `${scenario}, bystanders with status 503`,
    figure: `${refused} of ${samples.length}`,
    goal: '0',
    isReached: refused === 0,
    holdsGuard: refused <= samples.length * (1 - servedGuard),
  };
}
