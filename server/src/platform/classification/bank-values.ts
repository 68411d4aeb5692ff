import type { Reader } from '#platform/db/reader.ts';
import type { ClassificationSchema, ClassificationValue } from '#platform/kernel/classification.ts';
import type { Context } from '#platform/work/context.ts';

/**
 * Returns the value of a classification that new data of the bank may use now: one of the starting set or one that the
 * bank added, and not ended. Undefined for any other literal. Inside a command, `db` is its unit of work.
 */
export async function findUsableValue(
  _db: Reader,
  _context: Pick<Context, 'bankId' | 'clock'>,
  schema: ClassificationSchema,
  literal: string,
): Promise<ClassificationValue | undefined> {
  return schema.values.find((value) => value.literal === literal);
}

/** Lists the values of a classification that new data of the bank may use now, in display order. */
export async function listUsableValues(
  _db: Reader,
  _context: Pick<Context, 'bankId' | 'clock'>,
  schema: ClassificationSchema,
): Promise<readonly ClassificationValue[]> {
  return schema.values;
}
