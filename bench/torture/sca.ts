import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { createApprovalApp } from './sca-approvals.ts';
import { changeWhileSigning } from './sca-changes.ts';
import { confirmAtOnce } from './sca-confirmations.ts';
import { guessOneCode } from './sca-guesses.ts';
import { killWhileSigning } from './sca-kills.ts';
import { measureUnknownCustomers } from './sca-timing.ts';

interface Size {
  readonly guesses: number;
  readonly changes: number;
  readonly confirmations: number;
  readonly kills: number;
  /** Pairs of a known and an unknown customer: none in the checks, where a busy machine hides even the control. */
  readonly pairs: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { guesses: 500, changes: 100, confirmations: 5, kills: 2, pairs: 0 },
  night: { guesses: 10_000, changes: 1_000, confirmations: 100, kills: 20, pairs: 500 },
  full: { guesses: 10_000, changes: 5_000, confirmations: 100, kills: 20, pairs: 1_000 },
};

/**
 * Attacks approvals of customers: guesses at a code, changes of what is approved while it is approved, parallel uses of
 * one confirmation, a process that is killed between the code and the signature, and response times.
 */
export async function tortureSca({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const { changes, confirmations, guesses, kills, pairs } = sizes[scale];
  await using app = await createApprovalApp();
  return [
    ...(pairs === 0 ? [] : await measureUnknownCustomers(app, pairs, seed)),
    ...(await guessOneCode(app, guesses)),
    ...(await changeWhileSigning(app, changes, seed)),
    ...(await confirmAtOnce(app, confirmations)),
    ...(await killWhileSigning(kills, seed)),
  ];
}
