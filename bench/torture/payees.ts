import { writeFile } from 'node:fs/promises';
import { createConsentBank } from '../harness/consent-bank.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { comparePairs, matchingPage } from './payee-names.ts';
import { probeAtOnce } from './payee-probes.ts';
import { compareAnswerTimes } from './payee-times.ts';

interface Size {
  readonly pairs: number;
  /** Accounts that 50 clients probe at once. */
  readonly accounts: number;
  /** Pairs of answers whose times are compared; none beside other steps of a gate. */
  readonly timed: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { pairs: 10_000, accounts: 1, timed: 0 },
  night: { pairs: 10_000, accounts: 10, timed: 300 },
  full: { pairs: 10_000, accounts: 50, timed: 1_000 },
};

/** The page has the same numbers whenever it is written. */
const pageSeed = 20_261_118;

/**
 * `npm run torture -- payees`: names are compared as a person would, 50 clients of two processes do not pass the limits,
 * and the time of an answer does not tell which accounts exist. Writes docs/payee-matching.md.
 */
export async function torturePayees({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const { accounts, pairs, timed } = sizes[scale];
  const page = comparePairs(pairs, pageSeed);
  await writeFile(new URL('../../docs/payee-matching.md', import.meta.url), matchingPage(page));
  const other = comparePairs(pairs, seed);
  await using bank = await createConsentBank();
  await bank.start();
  return [
    ...page.figures,
    ...other.figures,
    ...(await probeAtOnce(bank, accounts)),
    ...(timed === 0 ? [] : await compareAnswerTimes(timed, seed)),
  ];
}
