import { createPaymentBank } from '../harness/payment-bank.ts';
import { controlFigure, racedProfile } from '../harness/payment-races.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { type CancellationKind, runCancellations } from './cancellation-schedules.ts';
import { judgeCancellations, plantFault } from './cancellation-verdict.ts';

/** Schedules of each kind. */
const schedulesWanted: Readonly<Record<Scale, number>> = { ci: 8, night: 150, full: 1_000 };
const controlSchedules = 4;
const centsPerPayer = 10_000n;
const kinds: readonly CancellationKind[] = ['at once', 'approved'];

/**
 * Cancels dated payments through the api in the moment in which the worker executes them: at once, or by the approval of
 * the payer. Each payment is cancelled or executed, never both and never neither, and the response says which. Then
 * repeats some schedules on a database that forgets cancellations, which must be detected.
 */
export async function tortureCancellation({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  await using postgres = await startPostgres();
  const figures: Figure[] = [];
  const wrong: number[] = [];
  for (const kind of kinds) {
    const run = await runKind(postgres.url, { kind, count: schedulesWanted[scale], seed });
    figures.push(...run.figures);
    wrong.push(run.wrong);
  }
  return [...figures, controlFigure('cancellations at once and approved ones', wrong)];
}

async function runKind(
  server: string,
  { count, kind, seed }: { readonly kind: CancellationKind; readonly count: number; readonly seed: number },
): Promise<{ readonly figures: readonly Figure[]; readonly wrong: number }> {
  await using bank = await createPaymentBank({
    server,
    profile: {
      ...racedProfile,
      paymentCancellationAuthorisationMandated: kind === 'approved',
    },
  });
  const payers = [...(await bank.payers(count + controlSchedules, centsPerPayer))];
  await Promise.all([bank.api.start(), bank.worker.start()]);
  const schedules = await runCancellations(bank, { kind, payers: payers.splice(0, count), seed });
  const { figures } = await judgeCancellations(bank, { kind, schedules });
  await plantFault(bank.instance.database);
  const forgotten = await runCancellations(bank, { kind, payers, seed });
  const { wrong } = await judgeCancellations(bank, { kind, schedules: forgotten, isControl: true });
  return { figures, wrong };
}
