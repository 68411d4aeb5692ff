import type { Ids, VirtualShard } from '../../server/src/platform/kernel/ids.ts';
import { chainStart, hashEntry } from '../../server/src/platform/work/audit-chain.ts';
import { cellBank } from './cell-customer.ts';
import type { CopyTables } from './copy-tables.ts';

/** What an audit entry says. */
export interface AuditedFact {
  /** As PostgreSQL writes it, which is what the hash covers. */
  readonly occurredAt: string;
  readonly shard: VirtualShard;
  readonly kind: string;
  readonly id: string;
  readonly changes: readonly (readonly [field: string, after: string | boolean])[];
}

/**
 * Writes audit entries as the sealer leaves them: numbered and hashed, each with the hash of the one before. Otherwise
 * the worker would seal the whole year when it starts.
 */
export function auditWriter(tables: CopyTables, ids: Ids): (fact: AuditedFact) => Promise<void> {
  let [entryNo, head] = [0n, chainStart];
  return async ({ changes, id, kind, occurredAt, shard }) => {
    entryNo += 1n;
    const auditId = ids.uuid(shard);
    const operation = 'Account_Change';
    const record = JSON.stringify({
      requestId: auditId,
      operation,
      actor: { kind: 'system', id: 'sign-in' },
      sourceAddress: '10.20.30.40',
      aggregate: { kind, id },
      changes: changes.map(([field, after]) => ({ field, after })),
      outcome: 'done',
      problem: null,
    });
    const entry = {
      bankId: cellBank,
      auditId,
      occurredAt,
      operation,
      aggregateKind: kind,
      aggregateId: id,
      record,
    };
    head = hashEntry(head, entryNo, entry);
    const hash = Buffer.from(head, 'hex');
    await tables.put('platform.audit_entry', [
      cellBank,
      auditId,
      occurredAt,
      operation,
      kind,
      id,
      record,
      entryNo,
      hash,
    ]);
  };
}
