import type { Figure } from '../harness/report.ts';
import type { TortureOptions } from '../torture.ts';
import { tortureKills } from './work-kills.ts';
import { tortureOutages } from './work-outages.ts';

/** G1, R12: what was decided is worked off once and in order, whoever dies or goes away meanwhile. */
export async function tortureWork(options: TortureOptions): Promise<readonly Figure[]> {
  // Two installations of their own: one spends its time being killed, the other waiting for what is away.
  const [kills, outages] = await Promise.all([tortureKills(options), tortureOutages(options.scale)]);
  return [...kills, ...outages];
}
