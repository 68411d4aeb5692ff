import { findUsableValue } from '#platform/classification/bank-values.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { resourceKindSchema, sensitiveActionSchema } from '../domain/classifications.ts';

const schemas = {
  'sensitive-actions': sensitiveActionSchema,
  'resource-kinds': resourceKindSchema,
} as const;

/** Lists of this interface that each bank extends. */
export type AddedList = keyof typeof schemas;

/** Values that banks added to the lists of this interface. */
export interface AddedValues {
  /** Whether new data of the bank may use a literal now: the bank has it, and has not ended it. */
  isUsable(
    db: Reader,
    context: Pick<Context, 'bankId' | 'clock'>,
    value: { readonly list: AddedList; readonly literal: string },
  ): Promise<boolean>;
}

/** Reads the classifications of the bank. A value may be found by its code too, which no request of this interface sends. */
export const classifiedValues: AddedValues = {
  isUsable: async (db, context, { list, literal }) =>
    (await findUsableValue(db, context, schemas[list], literal))?.literal === literal,
};
