import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { tortureOracle } from './signing-oracle.ts';
import { tortureSchedules } from './signing-schedules.ts';

const sizes: Readonly<Record<Scale, { readonly scenarios: number; readonly schedules: number }>> = {
  ci: { scenarios: 3_000, schedules: 60 },
  night: { scenarios: 20_000, schedules: 1_000 },
  full: { scenarios: 100_000, schedules: 5_000 },
};

/**
 * Tests who may sign and what is complete: the rules against a naive implementation, and the operations in random
 * order.
 */
export async function tortureSigning({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const { scenarios, schedules } = sizes[scale];
  const oracle = tortureOracle(scenarios, seed);
  return [...oracle, ...(await tortureSchedules(schedules, seed))];
}
