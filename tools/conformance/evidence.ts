import { repositoryFiles, textOf } from '../repository.ts';
import type { Proof } from './proofs.ts';

/** A test that names a value of the standard. */
export interface Evidence {
  readonly path: string;
  readonly line: number;
  readonly test: string;
}

/** What a name is in a message; decides how a test must write it. */
export type NameForm = 'header' | 'link' | 'value';

/** A name that is looked for, and the members of messages that have it as their value. */
export interface SoughtName {
  readonly name: string;
  readonly form: NameForm;
  readonly members: readonly string[];
}

interface TestFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** All of it in lower case: most files lack most names, and are skipped. */
  readonly lowered: string;
}

interface RankedEvidence {
  readonly evidence: Evidence;
  readonly rank: number;
}

interface EnclosingTest {
  readonly name: string;
  /** Whether the line is a part of the test, and not of a group of tests or of a helper. */
  readonly isInside: boolean;
}

/** Where third parties are tested. */
const tested =
  /^server\/src\/(?:dialects\/xs2a|platform|apps|capabilities\/(?:accounts|consents|funds-confirmations|oauth|payee-verifications|payments|sca|signing-baskets|tpp|tpp-notifications))\/.*\.(?:test|suite)\.ts$/v;
/** Tests of the domain name a value as well; only those over HTTP show that a third party meets it. */
const overHttp = /\/(?:operations|dialects|routes|contract)|\.db\.test\.ts$/v;
/** Here other interfaces are tested too, which use some of the same words: looked at last. */
const shared = /^server\/src\/(?:platform|apps|capabilities\/oauth)\//v;
/** Names that are words of English as well, such as `status` or `Date`. */
const commonWord = /^[A-Z]?[a-z]+$/v;
const title = /^\s*(?:it|test)(?:\.each\([^\)]*\)|\.\w+)*\(\s*(?<quote>['"`])(?<name>.+?)\k<quote>/v;
const group = /^\s*describe(?:\.each\([^\)]*\)|\.\w+)*\(\s*(?<quote>['"`])(?<name>.+?)\k<quote>/v;
const titleOnNextLine = /^\s*(?:it|test)(?:\.each\([^\)]*\)|\.\w+)*\(\s*$/v;
const titleAfterCases = /^\s*\](?:\s*as const)?\)\(\s*(?<quote>['"`])(?<name>.+?)\k<quote>/v;
const cases = /^\s*(?:it|test)\.(?:each|for)\b/v;
const quoted = /^\s*(?<quote>['"`])(?<name>.+?)\k<quote>/v;
const noCode = /^\s*(?:\/\/|\*|import)/v;
const expectation = /expect|toEqual|toBe|toMatchObject|toHaveProperty/v;
/** How far above its value the member or the expectation may stand. */
const contextLines = 3;

/**
 * Finds the test that shows a name best, among the tests over HTTP that expect it: beside the member that has it before
 * elsewhere. A helper that names it, a request and a test of the domain show nothing.
 */
export class EvidenceFinder {
  readonly #files: readonly TestFile[];

  private constructor(files: readonly TestFile[]) {
    this.#files = files;
  }

  static async read(): Promise<EvidenceFinder> {
    const paths = (await repositoryFiles()).filter((path) => tested.test(path)).toSorted();
    return new EvidenceFinder(
      await Promise.all(
        paths.map(async (path) => {
          const text = await textOf(path);
          return { path, lines: text.split('\n'), lowered: text.toLowerCase() };
        }),
      ),
    );
  }

  /** Returns the test of a proof, if it exists and its file names what it proves. */
  check(name: string, [path, test]: Proof): Evidence | undefined {
    const file = this.#files.find((one) => one.path === `server/src/${path}`);
    if (file?.lowered.includes(name.toLowerCase()) !== true) return undefined;
    const at = file.lines.findIndex((_, place) => titleAt(file.lines, place) === test);
    return at === -1 ? undefined : { path: file.path, line: at + 1, test };
  }

  find(sought: SoughtName): Evidence | undefined {
    const pattern = patternOf(sought);
    const name = sought.name.toLowerCase();
    let best: RankedEvidence | undefined;
    for (const file of this.#files.filter(({ lowered }) => lowered.includes(name))) {
      for (const [index, line] of file.lines.entries()) {
        if (!pattern.test(line) || noCode.test(line)) continue;
        const found = evidenceAt(file, index, sought);
        if (found !== undefined && (best === undefined || found.rank > best.rank)) best = found;
      }
    }
    return best?.evidence;
  }
}

function evidenceAt(
  { lines, path }: TestFile,
  index: number,
  sought: SoughtName,
): RankedEvidence | undefined {
  const context = lines.slice(Math.max(0, index - contextLines), index + 1).join('\n');
  const isBeside = isBesideMember(sought, context, lines);
  if (!isBeside && commonWord.test(sought.name) && sought.members.length > 0) return undefined;
  const found = testAround(lines, index);
  if (found === undefined) return undefined;
  if (!(found.isInside && overHttp.test(path) && expectation.test(context))) return undefined;
  const rank = rankOf({ isOfXs2a: !shared.test(path), isBeside });
  return { rank, evidence: { path, line: index + 1, test: found.name } };
}

/** Whether a member stands beside its value; in `'200 pending'` a helper of the file has read the member. */
function isBesideMember({ members, name }: SoughtName, context: string, lines: readonly string[]): boolean {
  if (members.some((member) => context.includes(member))) return true;
  if (!commonWord.test(name) || !new RegExp(String.raw`['"\x60]\d{3} ${name}['"\x60]`, 'v').test(context))
    return false;
  return members.some((member) => lines.some((line) => line.includes(member)));
}

/**
 * A header is a key or in quotes, in any case; a link is a member; a value is in quotes. A common word has the quotes to
 * itself, other names may stand in them beside others, such as '401 CONSENT_INVALID'.
 */
function patternOf({ form, name }: SoughtName): RegExp {
  const escaped = RegExp.escape(name);
  const alone = String.raw`(?<quote>['"\x60])(?:\d{3} )?${escaped}\k<quote>|\w=${escaped}\b`;
  const among = String.raw`['"\x60][^'"\x60]*(?<![\w\-])${escaped}(?![\w\-])`;
  const inQuotes = commonWord.test(name) ? alone : among;
  if (form === 'value') return new RegExp(inQuotes, 'v');
  const asMember = String.raw`(?<![\w\-])${escaped}\??:|(?:links|headers)\??\.${escaped}\b`;
  return new RegExp(`${inQuotes}|${asMember}`, form === 'header' ? 'iv' : 'v');
}

function rankOf(facts: { readonly isBeside: boolean; readonly isOfXs2a: boolean }): number {
  return (facts.isOfXs2a ? 2 : 0) + (facts.isBeside ? 1 : 0);
}

/** Returns the test that a line is in; for a line outside of every test, the group around it or the next test. */
function testAround(lines: readonly string[], index: number): EnclosingTest | undefined {
  let depth = Number.POSITIVE_INFINITY;
  let around: string | undefined;
  for (const [at, line] of [...lines.slice(0, index + 1).entries()].toReversed()) {
    const indent = line.search(/\S/v);
    if (indent === -1 || indent >= depth) continue;
    depth = indent;
    const name = titleAt(lines, at);
    if (name !== undefined) return { name, isInside: true };
    around ??= group.exec(line)?.groups?.['name'];
  }
  const name = around ?? firstTitle(lines.slice(index));
  return name === undefined ? undefined : { name, isInside: false };
}

function firstTitle(lines: readonly string[]): string | undefined {
  return lines.reduce<string | undefined>((found, line) => found ?? nameIn(title, line), undefined);
}

/** The title of the test that begins at a line; that of a table of cases stands after the cases. */
function titleAt(lines: readonly string[], at: number): string | undefined {
  const line = lines[at] ?? '';
  const name = nameIn(title, line);
  if (name !== undefined) return name;
  if (titleOnNextLine.test(line)) return nameIn(quoted, lines[at + 1] ?? '');
  if (!cases.test(line)) return undefined;
  const end = lines.findIndex((later, place) => place > at && titleAfterCases.test(later));
  return end === -1 ? undefined : nameIn(titleAfterCases, lines[end] ?? '');
}

function nameIn(pattern: RegExp, line: string): string | undefined {
  return pattern.exec(line)?.groups?.['name'];
}
