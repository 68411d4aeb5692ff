import type { Context } from '#platform/work/context.ts';
import type { BankFacts } from '../ports/bank-facts.ts';
import { refuseValue } from './refuse-value.ts';

/** Links to documents lead into the bank's own store: nobody makes staff open somebody else's page. */
export function checkContent(
  ctx: Context & { readonly bankFacts: BankFacts },
  url: string | undefined,
  path: readonly (string | number)[] = ['content-url'],
): void {
  const { contentUrlPrefix } = ctx.bankFacts.of(ctx.bankId);
  // As a browser reads it: dots in a path lead out of the store again.
  if (url !== undefined && !URL.parse(url)?.href.startsWith(contentUrlPrefix)) refuseValue(path, 'format');
}
