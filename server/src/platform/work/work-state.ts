import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';

/** The backlog of background work; counts stop at ten thousand. */
export interface WorkState {
  readonly unrelayed: number;
  readonly unrelayedSeconds: number;
  readonly unpublished: number;
  readonly unpublishedSeconds: number;
  readonly deadLetters: number;
  readonly unsealed: number;
}

interface Row {
  readonly unrelayed: bigint;
  readonly unrelayed_seconds: number;
  readonly unpublished: bigint;
  readonly unpublished_seconds: number;
  readonly dead_letters: bigint;
  readonly unsealed: bigint;
}

const read = plainStatement<Row>('select * from platform.work_state($1)');

export async function readWorkState(database: Database, clock: Clock): Promise<WorkState> {
  const [row] = await database.query(read([clock.now()]));
  if (row === undefined) throw new Error('work_state returned no row');
  return {
    unrelayed: Number(row.unrelayed),
    unrelayedSeconds: row.unrelayed_seconds,
    unpublished: Number(row.unpublished),
    unpublishedSeconds: row.unpublished_seconds,
    deadLetters: Number(row.dead_letters),
    unsealed: Number(row.unsealed),
  };
}
