import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import type { PaymentBank } from '../harness/payment-bank.ts';
import { approvedByPassword, endRaces, forgetUpdates } from '../harness/payment-races.ts';
import type { Figure } from '../harness/report.ts';
import type { Schedule, ScheduleKind } from './restriction-schedules.ts';

export interface RestrictionCase {
  readonly kind: ScheduleKind;
  readonly schedules: readonly Schedule[];
  /** The database forgets on purpose, so not every payment comes to an end. */
  readonly isControl?: boolean;
}

interface Outcome {
  readonly payment_id: string;
  readonly status: string;
  readonly released_ms: number | null;
  readonly instruction: string | null;
  readonly valid_signatures: number;
}

/**
 * Waits until the worker has done its part, then looks for signatures that survived a report, payments that were released
 * after one, and instructions that the core still has.
 */
export async function judgeSchedules(
  { instance: { database } }: PaymentBank,
  { isControl = false, kind, schedules }: RestrictionCase,
): Promise<{ readonly wrong: number; readonly figures: readonly Figure[] }> {
  const all = await endRaces({ database, races: schedules, outcomesOf, isOver: isStopped, isControl });
  const survived = all.filter(({ outcome }) => (outcome?.valid_signatures ?? 0) > 0).length;
  const late = all.filter(({ outcome, race }) => (outcome?.released_ms ?? 0) > race.reportedMs).length;
  const kept = all.filter(({ outcome }) => !isStopped(outcome)).length;
  const refused = schedules.filter(({ reportStatus }) => reportStatus !== 201).length;
  const approved = schedules.filter(({ approval }) => approval === approvedByPassword).length;
  const released = all.filter(({ outcome }) => typeof outcome?.released_ms === 'number').length;
  const count = schedules.length;
  const odd = schedules.filter(
    ({ approval }) =>
      !expectedApprovals.has(approval) || (kind === 'execution' && approval !== approvedByPassword),
  );
  for (const { approval } of odd.slice(0, 5)) console.log(`approval: ${approval}`);
  for (const { outcome } of all.filter((one) => !isStopped(one.outcome)).slice(0, isControl ? 0 : 5))
    console.log(`not stopped: ${JSON.stringify(outcome)}`);
  return {
    wrong: survived + late + kept,
    figures: [
      {
        name: `${kind}: of ${count} reports, recent signatures that survived; payments released after the report; payments that the core was left with; unexpected responses`,
        figure: `${survived}; ${late}; ${kept}; ${refused + odd.length}`,
        goal: '0; 0; 0; 0',
        isReached: survived + late + kept + refused + odd.length === 0,
      },
      mixOf(kind, { approved, count, released }),
    ],
  };
}

/** Approved; refused because of the block. */
const expectedApprovals: ReadonlySet<string> = new Set([approvedByPassword, '403 SERVICE_BLOCKED']);

/** Both orders must occur, or the schedules show nothing. */
function mixOf(
  kind: ScheduleKind,
  {
    approved,
    count,
    released,
  }: { readonly approved: number; readonly released: number; readonly count: number },
): Figure {
  return kind === 'signing'
    ? {
        name: 'signing: approvals before the report; refused after it',
        figure: `${approved}; ${count - approved}`,
        goal: 'each more than 0',
        isReached: approved > 0 && approved < count,
      }
    : {
        name: 'execution: payments released before the report, and cancelled at the core; recalled before their release',
        figure: `${released}; ${count - released}`,
        goal: 'each more than 0',
        isReached: released > 0 && released < count,
      };
}

/** Not approved, rejected, or cancelled; and the core has nothing, or a cancelled instruction. */
function isStopped(outcome: Outcome | undefined): boolean {
  if (outcome === undefined) return false;
  const { instruction, status } = outcome;
  const isHeldBack = instruction === null || instruction === 'cancelled' || instruction === 'rejected';
  return isHeldBack && ['RCVD', 'RJCT', 'CANC'].includes(status);
}

async function outcomesOf(database: TestDatabase, ids: readonly string[]): Promise<readonly Outcome[]> {
  return database.query<Outcome>(
    `select p.payment_id, p.status, (extract(epoch from p.released_at) * 1000)::float8 as released_ms,
       (select i.state from ledger.instruction i
         where i.bank_id = p.bank_id and i.instruction_id = p.payment_id) as instruction,
       (select count(*)::int from "authorization".signature_collection c
          join "authorization".signature s on s.bank_id = c.bank_id and s.collection_id = c.collection_id
         where c.bank_id = p.bank_id and c.resource_id = p.payment_id::text and c.state <> 'used'
           and s.state = 'valid') as valid_signatures
       from payments.payment p where p.payment_id = any($1::uuid[])`,
    [ids],
  );
}

/** Makes the database forget: restrictions, recalled signatures, and that a payment was stopped. */
export async function plantFaults(database: TestDatabase): Promise<void> {
  await database.query(
    `create function client.forget() returns trigger language plpgsql as $$ begin return null; end $$`,
  );
  await database.query(
    'create trigger forget before insert on client.restriction for each row execute function client.forget()',
  );
  await forgetUpdates(database, '"authorization".signature', "new.state = 'void'");
  await forgetUpdates(database, 'payments.payment', "new.status in ('RJCT', 'CANC')");
}
