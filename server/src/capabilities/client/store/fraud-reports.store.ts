import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type ReportState, reportStates } from '../domain/restrictions/fraud-report.ts';
import type { ClientVault } from './client-vault.ts';
import {
  type FraudReportDetails,
  fraudReportEncryptionContext,
  openFraudReport,
  sealDetails,
} from './restrictions-vault.ts';
import type { FraudReportTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

export interface FraudReport {
  readonly reportId: string;
  readonly clientNumber: string;
  readonly state: ReportState;
  /** The report blocked payments and recalled signatures. */
  readonly isBlocking: boolean;
  readonly reportedAt: Temporal.Instant;
  readonly closedAt: Temporal.Instant | undefined;
  readonly rowVersion: bigint;
  readonly details: FraudReportDetails;
}

function toReport(vault: ClientVault, row: Selectable<FraudReportTable>): FraudReport {
  const state = reportStates.find((known) => known === row.state);
  if (state === undefined) throw new Error('fraud report has an unknown state');
  const context = fraudReportEncryptionContext(row.bank_id, row.report_id);
  return {
    reportId: row.report_id,
    clientNumber: row.client_number,
    state,
    isBlocking: row.is_blocking,
    reportedAt: row.reported_at,
    closedAt: row.closed_at ?? undefined,
    rowVersion: row.row_version,
    details: openFraudReport(vault, context, row.sealed_details),
  };
}

interface CountedSince {
  readonly bankId: string;
  readonly clientNumbers: readonly string[];
  readonly since: Temporal.Instant;
}

const since = statement<CountedSince>()((criteria) =>
  rawQuery(sql<{ count: number; first_at: Temporal.Instant | null }>`
    select count(*)::int as count, min(reported_at) as first_at from client.fraud_report
     where bank_id = ${criteria.bankId} and client_number = any(${criteria.clientNumbers}::text[])
       and reported_at > ${criteria.since}`),
);

/** Counts the reports about a client since a time, and returns when the first of them came. */
export async function countReportsSince(
  db: Reader,
  criteria: CountedSince,
): Promise<{ readonly count: number; readonly firstAt: Temporal.Instant | undefined }> {
  const row = await db.first(since(criteria));
  return { count: row?.count ?? 0, firstAt: row?.first_at ?? undefined };
}

const insert = statement<FraudReportTable>('write')((row) =>
  tables.insertInto('fraud_report').values({
    bank_id: row.bank_id,
    report_id: row.report_id,
    client_number: row.client_number,
    state: row.state,
    is_blocking: row.is_blocking,
    sealed_details: row.sealed_details,
    reported_at: row.reported_at,
    closed_at: row.closed_at,
    row_version: row.row_version,
    created_at: row.created_at,
    modified_at: row.modified_at,
  }),
);

interface Saved {
  readonly bankId: string;
  readonly report: FraudReport;
  readonly now: Temporal.Instant;
}

export function insertReport(work: Writer, vault: ClientVault, { bankId, now, report }: Saved): void {
  const { details, reportId } = report;
  work.write(
    insert({
      bank_id: bankId,
      report_id: reportId,
      client_number: report.clientNumber,
      state: report.state,
      is_blocking: report.isBlocking,
      sealed_details: sealDetails(vault, fraudReportEncryptionContext(bankId, reportId), details),
      reported_at: report.reportedAt,
      closed_at: report.closedAt ?? null,
      row_version: 1n,
      created_at: now,
      modified_at: now,
    }),
  );
}

interface ReportKey {
  readonly bankId: string;
  readonly reportId: string;
}

const lockOne = statement<ReportKey>('lock')(({ bankId, reportId }) =>
  tables
    .selectFrom('fraud_report')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('report_id', '=', reportId)
    .forUpdate(),
);

export async function lockReport(
  work: Writer,
  vault: ClientVault,
  key: ReportKey,
): Promise<FraudReport | undefined> {
  const row = await work.lock(lockOne(key));
  return row && toReport(vault, row);
}

const update = statement<
  Pick<
    FraudReportTable,
    'bank_id' | 'report_id' | 'state' | 'sealed_details' | 'closed_at' | 'row_version' | 'modified_at'
  >
>('write')((row) =>
  tables
    .updateTable('fraud_report')
    .set({
      state: row.state,
      sealed_details: row.sealed_details,
      closed_at: row.closed_at,
      row_version: sql`row_version + 1`,
      modified_at: row.modified_at,
    })
    .where('bank_id', '=', row.bank_id)
    .where('report_id', '=', row.report_id)
    .where('row_version', '=', row.row_version),
);

/** Saves the state and the decisions of a locked report. */
export function updateReport(work: Writer, vault: ClientVault, { bankId, now, report }: Saved): void {
  const { details, reportId } = report;
  work.write(
    update({
      bank_id: bankId,
      report_id: reportId,
      state: report.state,
      sealed_details: sealDetails(vault, fraudReportEncryptionContext(bankId, reportId), details),
      closed_at: report.closedAt ?? null,
      row_version: report.rowVersion,
      modified_at: now,
    }),
    { rows: { count: 1, otherwise: standardProblems.conflict } },
  );
}

interface ClientPage {
  readonly bankId: string;
  readonly clientNumbers: readonly string[];
  readonly listMax: number;
}

const ofClient = statement<ClientPage>()(({ bankId, clientNumbers, listMax }) =>
  rawQuery(sql<FraudReportTable>`
    select * from client.fraud_report
     where bank_id = ${bankId} and client_number = any(${clientNumbers}::text[])
     order by reported_at desc, report_id limit ${listMax}`),
);

/** Lists the reports about a client, the newest first. */
export async function listReportsOf(
  db: Reader,
  vault: ClientVault,
  criteria: ClientPage,
): Promise<readonly FraudReport[]> {
  return (await db.rows(ofClient(criteria))).map((row) => toReport(vault, row));
}

const existing = statement<{ readonly bankId: string; readonly ids: readonly string[] }>()(
  ({ bankId, ids }) =>
    rawQuery(sql<{ report_id: string }>`
      select report_id from client.fraud_report where bank_id = ${bankId} and report_id = any(${ids}::uuid[])`),
);

/** Returns those of the ids that exist. */
export async function findExistingReports(
  db: Reader,
  criteria: { readonly bankId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  return new Set((await db.rows(existing(criteria))).map((row) => row.report_id));
}
