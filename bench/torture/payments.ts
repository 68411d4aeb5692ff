import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { killWhilePaying } from './payment-kills.ts';

/** Kills of the api, of the worker and of PostgreSQL, in turn. */
const kills: Readonly<Record<Scale, number>> = { ci: 3, night: 30, full: 60 };

/** Attacks payments: processes are killed while third parties initiate payments and customers approve them. */
export async function torturePayments({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  return killWhilePaying(kills[scale], seed);
}
