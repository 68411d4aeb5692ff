import { listHeldValues } from '#platform/classification/bank-values.ts';
import { type LocalizedClassification, localize, textLanguagesFor } from '#platform/kernel/classification.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { classifications, templateSchema, templateValues } from '../../domain/classifications.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { listTemplates } from '../../store/template-list.read.ts';

/** Returns one classification with the values that hold at the bank, in the language that the caller prefers. */
export async function getClassification(
  ctx: Context & CorrespondencePorts,
  { preferred, schemaId }: { readonly schemaId: string; readonly preferred: readonly string[] },
): Promise<LocalizedClassification> {
  const { bankId, correspondenceFacts, db, foreignClassifications } = ctx;
  const { language } = correspondenceFacts.of(bankId);
  const languages = textLanguagesFor(preferred, language);
  if (schemaId === templateSchema.id) {
    const [ofBank = 'en'] = textLanguagesFor([], language);
    return localize(templateSchema, templateValues(await listTemplates(db, bankId), ofBank), languages);
  }
  const schema = [...classifications, ...foreignClassifications].find(({ id }) => id === schemaId);
  if (schema === undefined) throw standardProblems['not-found']();
  return localize(schema, await listHeldValues(db, ctx, schema), languages);
}
