import type { Context } from '#platform/work/context.ts';
import { type ClassificationSchema, classifications } from '../../domain/classifications.ts';

/** Returns the classifications whose literals appear in records and commands. */
export async function listClassifications(_ctx: Context): Promise<readonly ClassificationSchema[]> {
  return classifications;
}
