import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { classifications, templateClassification, templateSchemaId } from '../../domain/classifications.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { listTemplates } from '../../store/template-list.read.ts';

/** Returns one classification with its values; the templates are those of the bank. */
export async function getClassification(
  { bankId, db, foreignClassifications }: Context & CorrespondencePorts,
  { schemaId }: { readonly schemaId: string },
): Promise<ClassificationSchema> {
  if (schemaId === templateSchemaId) return templateClassification(await listTemplates(db, bankId));
  const schema = [...classifications, ...foreignClassifications].find(({ id }) => id === schemaId);
  if (schema === undefined) throw standardProblems['not-found']();
  return schema;
}
