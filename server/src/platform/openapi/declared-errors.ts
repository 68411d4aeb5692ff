import type { Contract } from '#platform/http/contract.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import type { Json } from './document.ts';
import { errorContent } from './error-responses.ts';

/**
 * Returns the content of a declared error response: its own, and that of the problems with the same status. Pages stay
 * as they are: their capability renders every error as a page.
 */
export function declaredErrorContent(
  { interface: { dialect } }: Contract,
  content: Json | undefined,
  problems: readonly ProblemFactory[],
): Json | undefined {
  if (content === undefined) return undefined;
  const all = Object.entries(content);
  const own = all.filter(([, media]) => !isErrorBody(dialect, problems, media));
  // A capability that declares the dialect's body may send codes of its own in it.
  const codes = own.length === all.length ? 'listed-codes' : 'any-code';
  const { content: ofProblems = {} } = errorContent(dialect, problems, codes);
  return { ...ofProblems, ...Object.fromEntries(own) };
}

/** Whether a capability has declared a body of the dialect. The document refers to the dialect's schema instead. */
function isErrorBody(dialect: Dialect, problems: readonly ProblemFactory[], media: unknown): boolean {
  const schema: unknown =
    typeof media === 'object' && media !== null ? Reflect.get(media, 'schema') : undefined;
  const bodies = problems.flatMap(({ entry }) => Object.values(dialect.errorBodies(entry)));
  return bodies.some((one) => JSON.stringify(one.schema) === JSON.stringify(schema));
}
