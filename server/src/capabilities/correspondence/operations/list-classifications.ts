import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import type { Context } from '#platform/work/context.ts';
import { classifications } from '../domain/classifications.ts';

/** The lists of this interface, and those of the interfaces that have none of their own. */
export async function listClassifications(_ctx: Context): Promise<readonly ClassificationSchema[]> {
  return classifications;
}
