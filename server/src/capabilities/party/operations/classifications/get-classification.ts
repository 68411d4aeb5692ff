import { listHeldValues } from '#platform/classification/bank-values.ts';
import { type LocalizedClassification, localize, textLanguagesFor } from '#platform/kernel/classification.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { findClassification } from '../../domain/classifications.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';

/** Returns one classification with the values that hold at the bank, in the language that the caller prefers. */
export async function getClassification(
  ctx: Context & PartyPorts,
  { preferred, schemaId }: { readonly schemaId: string; readonly preferred: readonly string[] },
): Promise<LocalizedClassification> {
  const schema = findClassification(schemaId);
  if (schema === undefined) throw standardProblems['not-found']();
  const languages = textLanguagesFor(preferred, ctx.bankFacts.of(ctx.bankId).language);
  return localize(schema, await listHeldValues(ctx.db, ctx, schema), languages);
}
