import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { type ClassificationSchema, findClassification } from '../../domain/classifications.ts';

export async function getClassification(
  _ctx: Context,
  { schemaId }: { readonly schemaId: string },
): Promise<ClassificationSchema> {
  const schema = findClassification(schemaId);
  if (schema === undefined) throw standardProblems['not-found']();
  return schema;
}
