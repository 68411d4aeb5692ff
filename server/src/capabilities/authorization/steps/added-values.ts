import { findUsableValue } from '#platform/classification/bank-values.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import type { Context } from '#platform/work/context.ts';
import type { AddedList } from '../domain/added-literal.ts';
import { resourceKindSchema, sensitiveActionSchema } from '../domain/classifications.ts';

const schemas: Readonly<Record<AddedList, ClassificationSchema>> = {
  'sensitive-actions': sensitiveActionSchema,
  'resource-kinds': resourceKindSchema,
};

/** A value that a bank may have added. */
interface AddedValue {
  readonly list: AddedList;
  readonly literal: string;
}

/** Returns whether new data of the bank may use a value now. A code also finds a value, but no request sends codes. */
export async function isUsableValue(
  db: Reader,
  context: Pick<Context, 'bankId' | 'clock'>,
  { list, literal }: AddedValue,
): Promise<boolean> {
  return (await findUsableValue(db, context, schemas[list], literal))?.literal === literal;
}
