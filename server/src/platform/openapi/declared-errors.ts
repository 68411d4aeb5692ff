import type { Contract } from '#platform/http/contract.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { componentRef, type Json } from './document.ts';
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
  const own = Object.entries(content).map(([mediaType, media]) => [
    mediaType,
    withReference(dialect, problems, media),
  ]);
  const { content: ofProblems = {} } = errorContent(dialect, problems, 'any-code');
  return { ...ofProblems, ...Object.fromEntries(own) };
}

/** A capability may declare a body of the dialect; the document refers to it. */
function withReference(dialect: Dialect, problems: readonly ProblemFactory[], media: unknown): unknown {
  const schema: unknown =
    typeof media === 'object' && media !== null ? Reflect.get(media, 'schema') : undefined;
  const bodies = problems.flatMap(({ entry }) => Object.values(dialect.errorBodies(entry)));
  const body = bodies.find((one) => JSON.stringify(one.schema) === JSON.stringify(schema));
  return body === undefined ? media : { schema: componentRef('schemas', body.name) };
}
