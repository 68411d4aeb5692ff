import type { Temporal } from 'temporal-polyfill';
import {
  bankValuesMax,
  listBankValues,
  listProposedChanges,
} from '#platform/classification/classification-changes.store.ts';
import { type ClassificationSchema, type HeldValue, heldValues } from '#platform/kernel/classification.ts';
import type { ClassificationChange } from '#platform/kernel/classification-change.ts';
import type { Context } from '#platform/work/context.ts';

/** The values of a classification at a time, and the changes of it that wait for their second employee. */
export interface ListedValues {
  readonly values: readonly HeldValue[];
  readonly proposed: readonly ClassificationChange[];
}

/** Lists the values that held, or will hold, at a time. */
export async function listValues(
  { bankId, db }: Context,
  { at, schema }: { readonly schema: ClassificationSchema; readonly at: Temporal.Instant },
): Promise<ListedValues> {
  const [ofBank, proposed] = await Promise.all([
    listBankValues(db, { bankId, at }, schema.id),
    listProposedChanges(db, bankId, { schemaId: schema.id, max: bankValuesMax }),
  ]);
  return { values: heldValues(schema, ofBank), proposed };
}
