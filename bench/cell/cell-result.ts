import type { CellSize } from './cell-size.ts';
import type { RampStep } from './load.ts';
import type { CellUse, TableSize } from './meter.ts';
import type { CellFailure, CellSample } from './recorder.ts';

/** What a run found; the page and the charts are made from it. */
export interface CellResult {
  readonly size: CellSize;
  readonly machine: string;
  readonly fillSeconds: number;
  /** After the fill. */
  readonly filled: ReadonlyMap<string, TableSize>;
  readonly databaseBytes: number;
  readonly ramp: readonly RampStep[];
  readonly perSecond: number;
  readonly held: HeldLoad;
  /** Each kind of event alone. */
  readonly kinds: readonly KindUse[];
}

/** The day's mix at the rate that was held. */
export interface HeldLoad {
  readonly seconds: number;
  readonly samples: readonly CellSample[];
  readonly failures: readonly CellFailure[];
  readonly events: ReadonlyMap<string, number>;
  readonly use: CellUse;
}

/** What one kind of event takes when nothing else runs. */
export interface KindUse {
  readonly name: string;
  readonly use: CellUse;
  readonly failures: number;
}

/** Tables whose rows are deleted within days: they have a size, not a growth. */
const shortLived = new Set([
  'platform.outbox_event',
  'platform.inbox_event',
  'platform.idempotency_record',
  'authorization.otp_verification',
  'authorization.recipient_sends',
  'authorization.send_tally',
  'authorization.factor_attempts',
  'authorization.used_send',
  'identity.sign_in',
  'identity.session',
  'identity.quota',
  'identity.client_quota',
  'identity.login_attempts',
  'consents.access_use',
  'oauth.replay_marker',
]);

export function isShortLived(table: string): boolean {
  return shortLived.has(table) || table.startsWith('graphile_worker.');
}

/** Tables with fewer rows after the fill have no bytes of a row that could be relied on. */
const rowsMin = 1_000;

/**
 * Returns the bytes that a table grows by, tables and indexes. Where the fill wrote rows: those that were inserted,
 * each with the bytes of a filled one, because the first pages that a short run splits would count many times over.
 */
export function grownBytesOf(
  { filled }: Pick<CellResult, 'filled'>,
  table: string,
  { heapBytes, indexBytes, inserted }: TableSize,
): number {
  const before = filled.get(table);
  if (before === undefined || before.rows < rowsMin) return Math.max(0, heapBytes + indexBytes);
  return (inserted * (before.heapBytes + before.indexBytes)) / before.rows;
}

/** Returns what an event leaves behind, in bytes: for years, and for days. */
export function growthOf(
  result: Pick<CellResult, 'filled'>,
  { events, tables }: CellUse,
): { readonly kept: number; readonly passing: number } {
  const sums = { kept: 0, passing: 0 };
  for (const [table, size] of tables)
    sums[isShortLived(table) ? 'passing' : 'kept'] += grownBytesOf(result, table, size);
  return { kept: sums.kept / events, passing: sums.passing / events };
}

export const processes = ['PostgreSQL', 'api', 'worker'] as const;

/** Returns the milliseconds of processor time of an event. */
export function cpuMsOf({
  cpuSeconds,
  events,
}: CellUse): Readonly<Record<(typeof processes)[number], number>> {
  const ms = (name: (typeof processes)[number]): number => (cpuSeconds[name] * 1_000) / events;
  return { PostgreSQL: ms('PostgreSQL'), api: ms('api'), worker: ms('worker') };
}
