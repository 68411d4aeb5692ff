import { createConsentBank } from '../harness/consent-bank.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { countAtOnce } from './consent-counts.ts';
import { cutWhileReading } from './consent-cuts.ts';
import { plantFaults } from './consent-faults.ts';
import { approveTwoAtOnce } from './consent-replacements.ts';
import { readWhileWithdrawing } from './consent-withdrawals.ts';

/** Races of each kind. The parallel reads of one consent are a hundred at every size. */
const racesWanted: Readonly<Record<Scale, number>> = { ci: 10, night: 300, full: 1_000 };
const controlRaces = 3;
const readersCount = 6;

/**
 * Attacks consents through two api processes: more reads without the customer than the consent allows, two new recurring
 * consents that are approved at the same time, reads while the consent is withdrawn, and reads while connections to
 * PostgreSQL are cut. Then repeats the races on a database with planted faults, each of which must be detected.
 */
export async function tortureConsents({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const races = racesWanted[scale];
  await using postgres = await startPostgres();
  await using consents = await createConsentBank({ server: postgres.url });
  const [counted, ...holders] = await consents.holders(races + 1, 'holder');
  const readers = await consents.holders(readersCount, 'reader');
  const [plantedCount, ...planted] = await consents.holders(controlRaces + 1, 'planted');
  if (counted === undefined || plantedCount === undefined) throw new Error('customers expected');
  await consents.start();
  const count = await countAtOnce(consents, counted);
  const replaced = await approveTwoAtOnce(consents, holders);
  const withdrawn = await readWhileWithdrawing(consents, replaced.valid, seed);
  const cut = await cutWhileReading(consents, readers, { postgres, scale, seed });

  await plantFaults(consents.bank.instance.database);
  const wrongCount = await countAtOnce(consents, plantedCount);
  const wrongReplaced = await approveTwoAtOnce(consents, planted);
  const wrongWithdrawn = await readWhileWithdrawing(consents, wrongReplaced.valid, seed);
  const controls = [wrongCount.wrong, wrongReplaced.wrong, wrongWithdrawn.wrong];
  return [
    ...count.figures,
    ...replaced.figures,
    ...withdrawn.figures,
    ...cut.figures,
    {
      name: 'control with planted faults: counts, replacements and withdrawals that were found wrong',
      figure: controls.join('; '),
      goal: 'each more than 0',
      isReached: controls.every((wrong) => wrong > 0),
    },
  ];
}
