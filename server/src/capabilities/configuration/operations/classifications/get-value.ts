import type { Temporal } from 'temporal-polyfill';
import {
  findBankValue,
  findNextChange,
  listChanges,
} from '#platform/classification/classification-changes.store.ts';
import { type ClassificationSchema, type HeldValue, heldValues } from '#platform/kernel/classification.ts';
import type { ClassificationChange } from '#platform/kernel/classification-change.ts';
import type { Context } from '#platform/work/context.ts';

const changesMax = 100;

/** A value at a time, the approved change that follows, and its newest changes. */
export interface ValueWithHistory {
  /** Absent: the bank did not have the value at that time. */
  readonly value: HeldValue | undefined;
  readonly next: ClassificationChange | undefined;
  readonly changes: readonly ClassificationChange[];
}

/** Returns a value as it was, or will be, defined at a time, with its next and its past changes. */
export async function getValue(
  { bankId, db }: Context,
  {
    at,
    literal,
    schema,
  }: { readonly schema: ClassificationSchema; readonly literal: string; readonly at: Temporal.Instant },
): Promise<ValueWithHistory> {
  const key = { schemaId: schema.id, literal };
  const [ofBank, next, changes] = await Promise.all([
    findBankValue(db, { bankId, at }, key),
    findNextChange(db, { bankId, at }, key),
    listChanges(db, bankId, { ...key, max: changesMax }),
  ]);
  const values = heldValues(schema, ofBank === undefined ? [] : [ofBank]);
  return { value: values.find((value) => value.literal === literal), next, changes };
}
