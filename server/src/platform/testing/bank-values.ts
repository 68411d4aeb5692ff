import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database.ts';

/** A value of a classification that a test gives to a bank. */
export interface TestValue {
  readonly schemaId: string;
  readonly literal: string;
  readonly code: string;
  readonly texts?: Readonly<Record<string, string>>;
  readonly parentLiteral?: string;
  readonly validUntil?: string;
  readonly bankId?: string;
  /** Of several changes of a value, the last one holds. */
  readonly decidedAt?: string;
}

/** Inserts a value as two employees have approved it years ago. */
export async function insertBankValue(
  database: Pick<TestDatabase, 'query'>,
  {
    bankId = '01',
    code,
    decidedAt = '2020-01-01T00:00:00Z',
    literal,
    parentLiteral,
    schemaId,
    texts = {},
    validUntil,
  }: TestValue,
): Promise<void> {
  await database.query(
    `insert into platform.classification_value (bank_id, schema_id, literal, code, added_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [bankId, schemaId, literal, code, decidedAt],
  );
  await database.query(
    `insert into platform.classification_change (bank_id, change_id, schema_id, literal, code, texts, parent_literal,
       valid_until, reason, state, proposed_by, proposed_at, effective_from, decided_by, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'test', 'approved', 'e-1', $9, $9, 'e-2', $9)`,
    [
      bankId,
      randomUUID(),
      schemaId,
      literal,
      code,
      JSON.stringify(texts),
      parentLiteral ?? null,
      validUntil ?? null,
      decidedAt,
    ],
  );
}
