import { coreAge } from '#capabilities/core-banking/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Check } from './health-checks.ts';

/** The worker reads each core every few seconds; a longer silence is not one lost answer. */
const lateAfterSeconds = 30;

const lost = 'payments wait, balances and entries cannot be read; everything else works.';

/** One check for each connected core: how long ago it answered, and what is affected while it does not. */
export function coreChecks(
  { cores }: Pick<Config, 'cores'>,
  { clock, database }: { readonly database: Database; readonly clock: Clock },
): readonly Check[] {
  return Object.keys(cores).map((bankId) => ({
    name: `core-${bankId}`,
    isVital: false,
    failedEffect: `Unknown whether the core of bank ${bankId} answers.`,
    async run() {
      const age = await coreAge(database, bankId, clock.now());
      if (age === undefined) {
        return { state: 'warn', effect: `The core of bank ${bankId} has not answered yet: ${lost}` };
      }
      return age > lateAfterSeconds
        ? { state: 'warn', effect: `The core of bank ${bankId} last answered ${age} s ago: ${lost}` }
        : { state: 'pass', effect: `The core of bank ${bankId} answers; last time ${age} s ago.` };
    },
  }));
}
