import { percentile } from './http-load.ts';
import type { Figure } from './report.ts';

interface LatencyLimits {
  readonly goalMs: number;
  readonly guardMs: number;
}

/** Returns the 95th percentile of times as a figure. */
export function latencyFigure(
  name: string,
  times: readonly number[],
  { goalMs, guardMs }: LatencyLimits,
): Figure {
  const p95 = percentile(times, 0.95);
  return {
    name,
    figure: `${p95.toFixed(1)} ms`,
    goal: `< ${goalMs} ms`,
    isReached: p95 < goalMs,
    holdsGuard: p95 < guardMs,
  };
}
