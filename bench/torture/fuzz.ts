import type { Figure } from '../harness/report.ts';
import type { TortureOptions } from '../harness/scale.ts';
import { fuzzParty } from './fuzz-party.ts';
import { fuzzXs2a } from './fuzz-xs2a.ts';

/** `npm run torture -- fuzz party` or `xs2a`: every response is declared in the contract, and none is a 5xx. */
export async function tortureFuzz(options: TortureOptions): Promise<readonly Figure[]> {
  switch (process.argv[3]) {
    case 'party':
      return fuzzParty(options);
    case 'xs2a':
      return fuzzXs2a(options);
    default:
      throw new Error('usage: npm run torture -- fuzz party|xs2a');
  }
}
