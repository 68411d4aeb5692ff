import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import type { Context } from '#platform/work/context.ts';
import { classifications } from '../../domain/classifications.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';

/** Returns the classifications of this interface, and of the interfaces that have none of their own. */
export async function listClassifications({
  foreignClassifications,
}: Context & CorrespondencePorts): Promise<readonly ClassificationSchema[]> {
  return [...classifications, ...foreignClassifications];
}
