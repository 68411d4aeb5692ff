import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import type { PaymentBank } from '../harness/payment-bank.ts';
import { endRaces, forgetUpdates } from '../harness/payment-races.ts';
import type { Figure } from '../harness/report.ts';
import type { CancellationKind, CancellationSchedule } from './cancellation-schedules.ts';

export interface CancellationCase {
  readonly kind: CancellationKind;
  readonly schedules: readonly CancellationSchedule[];
  /** The database forgets on purpose, so not every payment comes to an end. */
  readonly isControl?: boolean;
}

interface Outcome {
  readonly payment_id: string;
  readonly status: string;
  /** The core has it, and has not cancelled or rejected it. */
  readonly is_executed: boolean;
  readonly is_released_first: boolean;
}

/**
 * Waits until the worker has done its part, then looks for payments that were cancelled and executed, payments that were
 * neither, and responses that say something else than what happened.
 */
export async function judgeCancellations(
  { instance: { database } }: PaymentBank,
  { isControl = false, kind, schedules }: CancellationCase,
): Promise<{ readonly wrong: number; readonly figures: readonly Figure[] }> {
  const all = await endRaces({
    database,
    races: schedules,
    outcomesOf,
    isOver: ({ is_executed, status }) => is_executed || status === 'CANC',
    isControl,
  });
  const isCancelled = (outcome: Outcome | undefined): boolean => outcome?.status === 'CANC';
  const both = all.filter(({ outcome }) => isCancelled(outcome) && outcome?.is_executed === true);
  const neither = all.filter(({ outcome }) => !isCancelled(outcome) && outcome?.is_executed !== true);
  const untrue = all.filter(({ outcome, race }) => !isTrue(kind, race.response, outcome));
  const odd = all.filter(({ race }) => !expected[kind].has(race.response));
  const cancelled = all.filter(({ outcome }) => isCancelled(outcome)).length;
  const found = [...both, ...neither, ...untrue, ...odd];
  for (const one of found.slice(0, isControl ? 0 : 5)) console.log(`${kind}: ${JSON.stringify(one)}`);
  return {
    wrong: both.length + neither.length + untrue.length,
    figures: [
      {
        name: `${kind}: of ${schedules.length} cancellations against execution, payments that were both cancelled and executed; neither; responses that were not true; unexpected responses`,
        figure: `${both.length}; ${neither.length}; ${untrue.length}; ${odd.length}`,
        goal: '0; 0; 0; 0',
        isReached: found.length === 0,
      },
      {
        name: `${kind}: payments that were cancelled; executed`,
        figure: `${cancelled}; ${schedules.length - cancelled}`,
        goal: 'each more than 0',
        isReached: cancelled > 0 && cancelled < schedules.length,
      },
    ],
  };
}

/** Too late, where the payment is with the core. */
const expected: Readonly<Record<CancellationKind, ReadonlySet<string>>> = {
  'at once': new Set(['202 CANC', '405 CANCELLATION_INVALID']),
  approved: new Set(['200 finalised', '409 STATUS_INVALID']),
};

/** An approval says who decides: the core may have the payment by then. */
function isTrue(kind: CancellationKind, response: string, outcome: Outcome | undefined): boolean {
  const isCancelled = outcome?.status === 'CANC';
  if (kind === 'at once') return isCancelled === (response === '202 CANC');
  if (response !== '200 finalised') return !isCancelled;
  return isCancelled || outcome?.is_released_first === true;
}

async function outcomesOf(database: TestDatabase, ids: readonly string[]): Promise<readonly Outcome[]> {
  return database.query<Outcome>(
    `select p.payment_id, p.status,
       coalesce(p.released_at <= p.cancellation_approved_at, false) as is_released_first,
       exists (select from ledger.instruction i
         where i.bank_id = p.bank_id and i.instruction_id = p.payment_id
           and i.state not in ('cancelled', 'rejected')) as is_executed
       from payments.payment p where p.payment_id = any($1::uuid[])`,
    [ids],
  );
}

/** Makes the database forget that a payment was cancelled. */
export async function plantFault(database: TestDatabase): Promise<void> {
  await forgetUpdates(database, 'payments.payment', "new.status = 'CANC'");
}
