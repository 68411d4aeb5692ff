import type { AuditEntry } from './audit-chain.ts';

/**
 * Columns of an entry as the chain reads them. The time is PostgreSQL's own text: it has every microsecond, and unlike
 * a formatted one it distinguishes the two eras, so that no date can be exchanged for another.
 */
export const auditColumns = `bank_id, audit_id, occurred_at::text as occurred_at_text,
       operation, aggregate_kind, aggregate_id, record`;

export interface AuditRow {
  readonly bank_id: string;
  readonly audit_id: string;
  readonly occurred_at_text: string;
  readonly operation: string;
  readonly aggregate_kind: string;
  readonly aggregate_id: string;
  readonly record: string;
}

export function toEntry(row: AuditRow): AuditEntry {
  return {
    bankId: row.bank_id,
    auditId: row.audit_id,
    occurredAt: row.occurred_at_text,
    operation: row.operation,
    aggregateKind: row.aggregate_kind,
    aggregateId: row.aggregate_id,
    record: row.record,
  };
}
