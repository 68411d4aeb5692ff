import type { Temporal } from 'temporal-polyfill';
import {
  type BankChangeRow,
  bankChangeColumns,
  bankChangeIn,
  countingIn,
} from '#platform/bank-changes/change-rows.ts';
import type { Reader } from '#platform/db/reader.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Proposed } from '#platform/kernel/bank-change.ts';
import { type BankValue, type Texts, textLanguages } from '#platform/kernel/classification.ts';
import type { ClassificationChange } from '#platform/kernel/classification-change.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';

/** Values that a bank may add to, or change in, one classification. */
export const bankValuesMax = 1_000;

interface ValueRow {
  readonly literal: string;
  readonly code: string;
  readonly texts: unknown;
  readonly parent_literal: string | null;
  readonly valid_until: Temporal.Instant | null;
}

interface Row extends ValueRow, BankChangeRow {
  readonly schema_id: string;
}

/** The bank and the time of a question. */
export interface ClassificationTime {
  readonly bankId: string;
  readonly at: Temporal.Instant;
}

/** The value that a change is about. */
export interface ValueKey {
  readonly schemaId: string;
  readonly literal: string;
}

const columns = `schema_id, literal, code, texts, parent_literal, valid_until, ${bankChangeColumns}`;
const counting = countingIn('platform.classification_change', ['schema_id', 'literal']);

/** The definitions that hold at a time; the cost depends on the number of values and not on that of their changes. */
const heldValues = `select value.literal, value.code, held.texts, held.parent_literal, held.valid_until
   from platform.classification_value value
   cross join lateral (
     select change.texts, change.parent_literal, change.valid_until from platform.classification_change change
      where change.bank_id = value.bank_id and change.schema_id = value.schema_id and change.literal = value.literal
        and change.effective_from <= $3 and ${counting}
      order by change.effective_from desc limit 1) held
  where value.bank_id = $1 and value.schema_id = $2`;

const ofSchema = plainStatement<ValueRow>(`${heldValues} order by value.added_at, value.literal limit $4`);

/** Lists what a bank has defined in a classification at a time, in the order in which it was added. */
export async function listBankValues(
  db: Reader,
  { at, bankId }: ClassificationTime,
  schemaId: string,
): Promise<readonly BankValue[]> {
  return (await db.rows(ofSchema([bankId, schemaId, at, bankValuesMax]))).map(valueIn);
}

const byLiteral = plainStatement<ValueRow>(`${heldValues} and value.literal = $4`);

/** Returns what a bank has defined for a literal at a time. */
export async function findBankValue(
  db: Reader,
  { at, bankId }: ClassificationTime,
  { literal, schemaId }: ValueKey,
): Promise<BankValue | undefined> {
  const row = await db.first(byLiteral([bankId, schemaId, at, literal]));
  return row && valueIn(row);
}

const byCode = plainStatement<ValueRow>(`${heldValues} and value.code = $4`);

/** Returns what a bank has defined for the value with a code at a time. */
export async function findBankValueByCode(
  db: Reader,
  { at, bankId }: ClassificationTime,
  { code, schemaId }: { readonly schemaId: string; readonly code: string },
): Promise<BankValue | undefined> {
  const row = await db.first(byCode([bankId, schemaId, at, code]));
  return row && valueIn(row);
}

const recorded = plainStatement<{ readonly code: string }>(
  'select code from platform.classification_value where bank_id = $1 and schema_id = $2 and literal = $3',
);

/** Returns the code that a value has for ever; also of one whose first change takes effect later. */
export async function findRecordedCode(
  db: Reader,
  bankId: string,
  { literal, schemaId }: ValueKey,
): Promise<string | undefined> {
  return (await db.first(recorded([bankId, schemaId, literal])))?.code;
}

const counted = plainStatement<{ readonly count: bigint }>(
  `select count(*) from (
     select from platform.classification_value where bank_id = $1 and schema_id = $2 and literal <> $3 limit $4) value`,
);

/** Returns whether the bank has as many other values in a classification as can be listed. */
export async function isListFull(
  db: Reader,
  bankId: string,
  { literal, schemaId }: ValueKey,
): Promise<boolean> {
  const row = await db.first(counted([bankId, schemaId, literal, bankValuesMax]));
  return Number(row?.count ?? 0) >= bankValuesMax;
}

const next = plainStatement<Row>(
  `select ${columns} from platform.classification_change change
    where bank_id = $1 and schema_id = $2 and literal = $3 and effective_from > $4 and ${counting}
    order by effective_from limit 1`,
);

/** Returns the approved change of a value that will take effect next after a time. */
export async function findNextChange(
  db: Reader,
  { at, bankId }: ClassificationTime,
  { literal, schemaId }: ValueKey,
): Promise<ClassificationChange | undefined> {
  const row = await db.first(next([bankId, schemaId, literal, at]));
  return row && changeIn(row);
}

const proposedOf = plainStatement<Row>(
  `select ${columns} from platform.classification_change
    where bank_id = $1 and schema_id = $2 and literal = $3 and state = 'proposed' for update`,
  'lock',
);

/** Locks the change of a value that waits for its decision. */
export async function lockProposedChange(
  work: Writer,
  bankId: string,
  { literal, schemaId }: ValueKey,
): Promise<ClassificationChange | undefined> {
  const row = await work.lock(proposedOf([bankId, schemaId, literal]));
  return row && changeIn(row);
}

const proposed = plainStatement<Row>(
  `select ${columns} from platform.classification_change
    where bank_id = $1 and schema_id = $2 and state = 'proposed' order by literal limit $3`,
);

/** Lists changes of a classification that wait for their decision. */
export async function listProposedChanges(
  db: Reader,
  bankId: string,
  { max, schemaId }: { readonly schemaId: string; readonly max: number },
): Promise<readonly ClassificationChange[]> {
  return (await db.rows(proposed([bankId, schemaId, max]))).map(changeIn);
}

const history = plainStatement<Row>(
  `select ${columns} from platform.classification_change where bank_id = $1 and schema_id = $2 and literal = $3
    order by proposed_at desc, change_id desc limit $4`,
);

/** Lists the changes of a value, the newest first. */
export async function listChanges(
  db: Reader,
  bankId: string,
  { literal, max, schemaId }: ValueKey & { readonly max: number },
): Promise<readonly ClassificationChange[]> {
  return (await db.rows(history([bankId, schemaId, literal, max]))).map(changeIn);
}

const insert = plainStatement(
  `insert into platform.classification_change
     (bank_id, change_id, schema_id, literal, code, texts, parent_literal, valid_until, reason, state, proposed_by,
      proposed_at, effective_from)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'proposed', $10, $11, $12)`,
  'write',
);

/** Inserts a proposal. One value has one proposal at a time. */
export function insertProposedChange(
  work: Writer,
  bankId: string,
  change: Proposed<ClassificationChange>,
  isOpen: ProblemFactory,
): void {
  const { changeId, code, effectiveFrom, literal, parentLiteral, proposedAt, proposedBy, reason } = change;
  const values = [
    bankId,
    changeId,
    change.schemaId,
    literal,
    code,
    change.texts === undefined ? null : JSON.stringify(change.texts),
    parentLiteral ?? null,
    change.validUntil ?? null,
    reason,
    proposedBy,
    proposedAt,
    effectiveFrom,
  ];
  work.write(insert(values), { constraints: { classification_change_open: isOpen } });
}

const decide = plainStatement(
  `update platform.classification_change set state = $3, effective_from = $4, decided_by = $5, decided_at = $6
    where bank_id = $1 and change_id = $2 and state = 'proposed'`,
  'write',
);

/** Records a decision about a locked proposal. */
export function decideChange(work: Writer, bankId: string, change: ClassificationChange): void {
  const { changeId, decidedAt, decidedBy, effectiveFrom, state } = change;
  work.write(decide([bankId, changeId, state, effectiveFrom, decidedBy, decidedAt]));
}

const insertOnce = plainStatement(
  `insert into platform.classification_value (bank_id, schema_id, literal, code, added_at) values ($1, $2, $3, $4, $5)
   on conflict on constraint classification_value_pkey do nothing`,
  'write',
);

/** Records that a value has an approved change. Its code stays the one of its first change. */
export function insertValueOnce(
  work: Writer,
  bankId: string,
  { code, literal, now, schemaId }: ValueKey & { readonly code: string; readonly now: Temporal.Instant },
  isCodeTaken: ProblemFactory,
): void {
  work.write(insertOnce([bankId, schemaId, literal, code, now]), {
    constraints: { classification_value_code: isCodeTaken },
  });
}

function changeIn(row: Row): ClassificationChange {
  return { ...bankChangeIn(row), ...valueIn(row), schemaId: row.schema_id };
}

function valueIn(row: ValueRow): BankValue {
  return {
    literal: row.literal,
    code: row.code,
    texts: textsIn(row.texts),
    parentLiteral: row.parent_literal ?? undefined,
    validUntil: row.valid_until ?? undefined,
  };
}

function textsIn(stored: unknown): Texts | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const known = textLanguages.flatMap((language) => {
    const text: unknown = Reflect.get(stored, language);
    return typeof text === 'string' ? [[language, text] as const] : [];
  });
  return Object.fromEntries(known);
}
