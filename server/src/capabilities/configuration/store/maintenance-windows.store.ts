import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { dynamicStatement, statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import {
  isWindowId,
  type MaintenanceWindow,
  type WindowId,
  type WindowState,
  windowStates,
} from '../domain/maintenance-window.ts';
import { problems } from '../problems.ts';
import type { MaintenanceWindowTable } from './tables.generated.ts';
import { tables } from './tables.ts';

const listMax = 100;

interface NewRow {
  readonly bankId: string;
  readonly id: string;
  readonly state: WindowState;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant | null;
  readonly messages: Readonly<Record<string, string>>;
  readonly plannedBy: string;
  readonly version: bigint;
  readonly now: Temporal.Instant;
}

const insert = statement<NewRow>('write')((row) =>
  tables.insertInto('maintenance_window').values({
    bank_id: row.bankId,
    window_id: row.id,
    state: row.state,
    starts_at: row.startsAt,
    ends_at: row.endsAt,
    messages: row.messages,
    planned_by: row.plannedBy,
    row_version: row.version,
    created_at: row.now,
    modified_at: row.now,
  }),
);

export function insertWindow(work: Writer, window: MaintenanceWindow, now: Temporal.Instant): void {
  work.write(insert({ ...window, endsAt: window.endsAt ?? null, now }), {
    constraints: { maintenance_window_order: problems['window-order'] },
  });
}

interface StateChangeRow {
  readonly bankId: string;
  readonly id: string;
  readonly state: WindowState;
  readonly approvedBy: string | null;
  readonly startedAt: Temporal.Instant | null;
  readonly endedAt: Temporal.Instant | null;
  readonly version: bigint;
  readonly earlierVersion: bigint;
  readonly now: Temporal.Instant;
}

const update = statement<StateChangeRow>('write')((row) =>
  tables
    .updateTable('maintenance_window')
    .set({
      state: row.state,
      approved_by: row.approvedBy,
      started_at: row.startedAt,
      ended_at: row.endedAt,
      row_version: row.version,
      modified_at: row.now,
    })
    .where('bank_id', '=', row.bankId)
    .where('window_id', '=', row.id)
    .where('row_version', '=', row.earlierVersion),
);

/** Saves a transition; fails when another command saved one meanwhile. */
export function updateWindowState(work: Writer, window: MaintenanceWindow, now: Temporal.Instant): void {
  const row = {
    ...window,
    approvedBy: window.approvedBy ?? null,
    startedAt: window.startedAt ?? null,
    endedAt: window.endedAt ?? null,
    earlierVersion: window.version - 1n,
    now,
  };
  work.write(update(row), {
    rows: { count: 1, otherwise: problems['window-state'] },
    constraints: { maintenance_window_one_started: problems['maintenance-running'] },
  });
}

const find = statement<{ readonly bankId: string; readonly id: string }>()(({ bankId, id }) =>
  tables
    .selectFrom('maintenance_window')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('window_id', '=', id),
);

export async function findWindow(
  db: Reader,
  bankId: string,
  id: WindowId,
): Promise<MaintenanceWindow | undefined> {
  const row = await db.first(find({ bankId, id }));
  return row && toWindow(row);
}

/** Lists windows, newest first; all states unless some are named. */
export async function listWindows(
  db: Reader,
  bankId: string,
  states: readonly WindowState[],
): Promise<readonly MaintenanceWindow[]> {
  const rows = await db.rows(
    dynamicStatement(
      tables
        .selectFrom('maintenance_window')
        .selectAll()
        .where('bank_id', '=', bankId)
        .where('state', 'in', states.length === 0 ? windowStates : states)
        .orderBy('starts_at', 'desc')
        .orderBy('window_id')
        .limit(listMax),
    ),
  );
  return rows.map(toWindow);
}

function toWindow(row: Selectable<MaintenanceWindowTable>): MaintenanceWindow {
  const state = windowStates.find((known) => known === row.state);
  if (state === undefined || !isWindowId(row.window_id))
    throw new Error('maintenance_window has an unknown state');
  return {
    id: row.window_id,
    bankId: row.bank_id,
    state,
    startsAt: row.starts_at,
    endsAt: row.ends_at ?? undefined,
    messages: toMessages(row.messages),
    plannedBy: row.planned_by,
    approvedBy: row.approved_by ?? undefined,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    version: row.row_version,
  };
}

function toMessages(stored: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(stored ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
