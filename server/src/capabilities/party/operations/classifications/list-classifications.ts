import { type LocalizedClassification, localize, textLanguagesFor } from '#platform/kernel/classification.ts';
import type { Context } from '#platform/work/context.ts';
import { classifications } from '../../domain/classifications.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';

/** Returns the classifications whose literals appear in records and commands, without their values. */
export async function listClassifications(
  { bankFacts, bankId }: Context & PartyPorts,
  { preferred }: { readonly preferred: readonly string[] },
): Promise<readonly LocalizedClassification[]> {
  const languages = textLanguagesFor(preferred, bankFacts.of(bankId).language);
  return classifications.map((schema) => localize(schema, [], languages));
}
