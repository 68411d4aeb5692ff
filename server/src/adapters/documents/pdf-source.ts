import { templateNotValid } from './worker-protocol.ts';

/** The one module a template may import. */
export const houseModule = '/portico.typ';

/** The import that is allowed: the module by its literal name, and names out of it. */
const houseImport = /#import "\/portico\.typ": [a-z][a-z-]*(?:, [a-z][a-z-]*)*/g;

/**
 * Words by which a template could reach a package, a file or freshly made code. Typst would fetch packages from the
 * network, and their names can be computed, so the words themselves are refused wherever they stand. `std` is among
 * them because all the others can be looked up in it.
 */
const refusedWord = /(?<![\p{L}_])(?:import|include|eval|std|plugin)(?![\p{L}\p{N}_])/u;

/** The day of the machine: the same job would not give the same bytes. */
const today = /\.\s*today(?![\p{L}\p{N}_])/u;

/** Refuses a Typst source that reaches beyond its data. */
export function assertContained(source: string): void {
  const rest = source.replaceAll(houseImport, ' ');
  const [word] = refusedWord.exec(rest) ?? [];
  if (word !== undefined)
    throw templateNotValid(
      `the word "${word}" is not allowed; in running text write its first letter as \\u{${word.charCodeAt(0).toString(16)}}`,
    );
  if (today.test(rest)) throw templateNotValid('the date of a document comes with its data');
}
