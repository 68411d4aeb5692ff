import type { Figure } from '../harness/report.ts';
import type { TortureOptions } from '../harness/scale.ts';
import { tortureKills } from './work-kills.ts';
import { tortureOutages } from './work-outages.ts';

/** G1, R12: every event is processed once and in order, even when workers are killed or dependencies fail. */
export async function tortureWork(options: TortureOptions): Promise<readonly Figure[]> {
  // Two separate installations: in one, workers are killed; in the other, dependencies stop.
  const [kills, outages] = await Promise.all([tortureKills(options), tortureOutages(options.scale)]);
  return [...kills, ...outages];
}
