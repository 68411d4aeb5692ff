import { type LocalizedClassification, localize, textLanguagesFor } from '#platform/kernel/classification.ts';
import type { Context } from '#platform/work/context.ts';
import { classifications } from '../../domain/classifications.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';

/** Returns the classifications of this interface, and of the interfaces that have none of their own. */
export async function listClassifications(
  { bankId, correspondenceFacts, foreignClassifications }: Context & CorrespondencePorts,
  { preferred }: { readonly preferred: readonly string[] },
): Promise<readonly LocalizedClassification[]> {
  const languages = textLanguagesFor(preferred, correspondenceFacts.of(bankId).language);
  return [...classifications, ...foreignClassifications].map((schema) => localize(schema, [], languages));
}
