import { repositoryFiles, textOf } from '../repository.ts';

/** A test that names a value of the standard. */
export interface Evidence {
  readonly path: string;
  readonly line: number;
  readonly test: string;
}

interface TestFile {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Where third parties are tested. */
const tested =
  /^server\/src\/(?:dialects\/xs2a|platform|apps|capabilities\/(?:accounts|consents|funds-confirmations|oauth|payee-verifications|payments|sca|signing-baskets|tpp|tpp-notifications))\/.*\.(?:test|suite)\.ts$/v;
/** Tests of the domain name a value as well, but those over HTTP show that a third party meets it. */
const overHttp = /\/(?:operations|dialects|routes|contract)/v;
const title = /^\s*(?:it|test|describe)(?:\.each\([^\)]*\)|\.\w+)*\(\s*(?<quote>['"`])(?<name>.+?)\k<quote>/v;
const noCode = /^\s*(?:\/\/|\*|import)/v;
const expectation = /expect|toEqual|toBe|toMatchObject|toHaveProperty/v;

/** Finds the test that shows a value best: over HTTP before others, in an expectation before elsewhere. */
export class EvidenceFinder {
  readonly #files: readonly TestFile[];

  private constructor(files: readonly TestFile[]) {
    this.#files = files;
  }

  static async read(): Promise<EvidenceFinder> {
    const paths = (await repositoryFiles()).filter((path) => tested.test(path)).toSorted();
    return new EvidenceFinder(
      await Promise.all(paths.map(async (path) => ({ path, lines: (await textOf(path)).split('\n') }))),
    );
  }

  find(name: string): Evidence | undefined {
    const word = new RegExp(String.raw`(?<![\w\-])${RegExp.escape(name)}(?![\w\-])`, 'iv');
    let best: { readonly evidence: Evidence; readonly rank: number } | undefined;
    for (const { lines, path } of this.#files) {
      for (const [index, line] of lines.entries()) {
        if (!word.test(line) || noCode.test(line)) continue;
        const rank = rankOf(path, line);
        if (best !== undefined && rank <= best.rank) continue;
        const found = testAround(lines, index);
        if (found !== undefined) best = { rank, evidence: { path, line: index + 1, test: found } };
      }
    }
    return best?.evidence;
  }
}

function rankOf(path: string, line: string): number {
  return (overHttp.test(path) ? 2 : 0) + (expectation.test(line) ? 1 : 0);
}

/** The title of the test that a line is in; a table of cases may stand before the first one. */
function testAround(lines: readonly string[], index: number): string | undefined {
  const before = lines.slice(0, index + 1).toReversed();
  for (const line of [...before, ...lines.slice(index + 1)]) {
    const name = title.exec(line)?.groups?.['name'];
    if (name !== undefined) return name;
  }
  return undefined;
}
