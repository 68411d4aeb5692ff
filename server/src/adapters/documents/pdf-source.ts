import { templateNotValid } from './worker-protocol.ts';

/** The only module a template may import. */
export const porticoModule = '/portico.typ';

/** The permitted import: the module by its literal name, and names out of it. */
const moduleImport = /#import "\/portico\.typ": [a-z][a-z-]*(?:, [a-z][a-z-]*)*/g;

/**
 * Keywords by which a template could load a package, a file or generated code. Typst would fetch packages from the
 * network, and their names can be computed, so the keywords themselves are rejected everywhere. `std` is among them
 * because it gives access to all others.
 */
const forbiddenKeyword = /(?<![\p{L}_])(?:import|include|eval|std|plugin)(?![\p{L}\p{N}_])/u;

/** The date of the machine: the same job would not give the same bytes. */
const today = /\.\s*today(?![\p{L}\p{N}_])/u;

/** Rejects a Typst source that accesses anything beyond its data. */
export function assertContained(source: string): void {
  const rest = source.replaceAll(moduleImport, ' ');
  const [keyword] = forbiddenKeyword.exec(rest) ?? [];
  if (keyword !== undefined)
    throw templateNotValid(
      `the keyword "${keyword}" is not allowed; in running text write its first letter as \\u{${keyword.charCodeAt(0).toString(16)}}`,
    );
  if (today.test(rest)) throw templateNotValid('the date of a document must come from its data');
}
