import { createPaymentBank, type Payer } from '../harness/payment-bank.ts';
import { controlFigure, racedProfile } from '../harness/payment-races.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { insertSealedParties, sealedPartyAt } from '../harness/sealed-parties.ts';
import { keysOf } from '../harness/sign-in-people.ts';
import { runSchedules, type ScheduleKind } from './restriction-schedules.ts';
import { judgeSchedules, plantFaults } from './restriction-verdict.ts';

/** Schedules of each kind. */
const schedulesWanted: Readonly<Record<Scale, number>> = { ci: 12, night: 150, full: 1_000 };
const controlSchedules = 4;
const centsPerPayer = 10_000n;
const kinds: readonly ScheduleKind[] = ['signing', 'execution'];

/**
 * Reports suspected fraud through the api while customers approve payments, and while the worker submits payments that
 * are approved: one payer and one report in each schedule, at a random moment. No recent signature survives a report, no
 * payment is released after it, and what was released before is cancelled at the core. Then repeats some schedules on a
 * database that forgets restrictions and recalls, which must be detected.
 */
export async function tortureRestrictions({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const each = schedulesWanted[scale];
  const count = (each + controlSchedules) * kinds.length;
  await using postgres = await startPostgres();
  await using bank = await createPaymentBank({ server: postgres.url, profile: racedProfile });
  const { instance } = bank;
  await insertSealedParties(instance.database, keysOf(instance), count);
  const numbers = Array.from({ length: count }, (_, index) => sealedPartyAt(index).partyNumber);
  const payers = [...(await bank.payers(count, centsPerPayer, numbers))];
  const take = (wanted: number): readonly Payer[] => payers.splice(0, wanted);
  await Promise.all([bank.api.start(), bank.worker.start()]);
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const schedules = await runSchedules(bank, { kind, payers: take(each), seed });
    figures.push(...(await judgeSchedules(bank, { kind, schedules })).figures);
  }
  await plantFaults(instance.database);
  const wrong: number[] = [];
  for (const kind of kinds) {
    const schedules = await runSchedules(bank, { kind, payers: take(controlSchedules), seed });
    wrong.push((await judgeSchedules(bank, { kind, schedules, isControl: true })).wrong);
  }
  return [...figures, controlFigure('schedules of signing and of execution', wrong)];
}
