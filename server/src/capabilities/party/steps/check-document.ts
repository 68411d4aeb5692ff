import type { Context } from '#platform/work/context.ts';
import type { NewDocument } from '../domain/changes.ts';
import type { Day } from '../domain/facts.ts';
import type { BankFacts } from '../ports/bank-facts.ts';
import { checkContent } from './check-content.ts';
import { refuseValue } from './refuse-value.ts';

/** What of a document only the day and the bank can judge. */
export function checkDocument(
  ctx: Context & { readonly bankFacts: BankFacts },
  document: NewDocument | undefined,
  { path, today }: { readonly path: readonly string[]; readonly today: Day },
): void {
  if (document === undefined) return;
  if (document.issueDate > today) refuseValue([...path, 'issue-date'], 'maximum');
  checkContent(ctx, document.contentUrl, [...path, 'content-url']);
}
