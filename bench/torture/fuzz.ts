import type { Figure } from '../harness/report.ts';
import type { TortureOptions } from '../harness/scale.ts';
import { fuzzParty } from './fuzz-party.ts';
import { fuzzXs2a } from './fuzz-xs2a.ts';

const runs: Readonly<Record<string, (options: TortureOptions) => Promise<readonly Figure[]>>> = {
  party: fuzzParty,
  xs2a: fuzzXs2a,
};

/** `npm run torture -- fuzz party` or `xs2a`: every response is declared in the contract, and none is a 5xx. */
export async function tortureFuzz(options: TortureOptions): Promise<readonly Figure[]> {
  const chosen = runs[process.argv[3] ?? ''];
  if (chosen === undefined) throw new Error('usage: npm run torture -- fuzz party|xs2a');
  return chosen(options);
}
