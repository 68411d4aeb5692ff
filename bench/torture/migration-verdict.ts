import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { type Figure, table } from '../harness/report.ts';
import type { MigratorRun } from './migration-process.ts';
import { type FilledTables, missingRows } from './migration-rows.ts';
import type { TrafficPhase } from './migration-traffic.ts';

const waitGoalMs = 1_000;
const waitGuardMs = 5_000;

export interface Observed {
  readonly phases: readonly TrafficPhase[];
  /** Migrators one after the other; all but the last are killed, unless they end before. */
  readonly runs: readonly MigratorRun[];
  readonly longestLockWaitMs: number;
  /** Processes of the earlier release that ended. */
  readonly exits: number;
}

export function showObserved({ phases, runs }: Observed): void {
  console.log(
    `\n${table(
      ['requests', 'sent', 'failed', 'longest', 'of'],
      phases.map(({ failed, longestKind, longestMs, name, sent }) => [
        name,
        sent,
        sum(failed.values()),
        `${Math.round(longestMs)} ms`,
        longestKind,
      ]),
    )}\n`,
  );
  for (const { failed } of phases)
    for (const [failure, count] of failed) console.log(`${count} × ${failure}`);
  const rows = runs.flatMap(({ applied }, nth) =>
    applied.map(({ name, seconds }) => [name, nth + 1, seconds.toFixed(2)]),
  );
  console.log(`${table(['migration', 'migrator', 'seconds'], rows)}\n`);
}

export function figuresOf(
  { exits, longestLockWaitMs, phases, runs }: Observed,
  { filled, migrations }: { readonly filled: FilledTables; readonly migrations: number },
): readonly Figure[] {
  const kills = runs.filter(({ isKilled }) => isKilled).length;
  const sent = sum(phases.map((phase) => phase.sent));
  const failed = sum(phases.map((phase) => sum(phase.failed.values())));
  const longestOf = (name: string): number => phases.find((phase) => phase.name === name)?.longestMs ?? 0;
  const [longestMs, beforeMs] = [longestOf('migrating'), longestOf('before')];
  const rows = sum(filled.values()).toLocaleString('en');
  return [
    {
      name: `migrations, failed requests to processes of the earlier release; processes that ended`,
      figure: `${failed} of ${sent}, ${exits}; ${migrations} migrations of ${rows} rows, migrator killed ${kills} times`,
      goal: '0, 0',
      isReached: failed + exits === 0 && sent > 0 && migrations > 0,
    },
    {
      name: 'migrations, longest wait of a session for a lock behind the migrator',
      figure: `${Math.round(longestLockWaitMs)} ms`,
      goal: `< ${waitGoalMs} ms`,
      isReached: longestLockWaitMs < waitGoalMs,
      holdsGuard: longestLockWaitMs < waitGuardMs,
    },
    {
      name: 'migrations, longest request meanwhile',
      figure: `${Math.round(longestMs)} ms; before ${Math.round(beforeMs)} ms`,
      goal: `< ${waitGoalMs} ms`,
      isReached: longestMs < waitGoalMs,
      holdsGuard: longestMs < waitGuardMs,
    },
  ];
}

/** Compares the rows, and looks for indexes that were not finished. */
export async function damageFigure(database: TestDatabase, filled: FilledTables): Promise<Figure> {
  const missing = await missingRows(database, filled);
  const invalid = await database.query(
    `select from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid and c.relkind = 'i'`,
  );
  return {
    name: 'migrations, rows lost; invalid indexes',
    figure: `${missing}; ${invalid.length}`,
    goal: '0; 0',
    isReached: missing + invalid.length === 0,
  };
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}
