import { join, relative } from 'node:path';
import ts from 'typescript';

const statementModule = 'server/src/platform/db/statement.ts';
const builderNames = ['statement', 'dynamicStatement', 'plainStatement'] as const;
type BuilderName = (typeof builderNames)[number];

/** One place in the source where a statement is defined, with the types that were written or inferred there. */
export interface DefinitionSite {
  /** From the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** The constant, member or function that holds the statement. */
  readonly name: string;
  readonly builder: BuilderName;
  readonly start: number;
  readonly end: number;
  readonly row: ts.Type;
  /** The input whose members fill the slots; only of `statement`. */
  readonly input: ts.Type | undefined;
  /** The arrays given as values; only of `plainStatement`. */
  readonly calls: readonly PlainCall[];
}

/** One call that fills a statement written as SQL, with the type of each value. */
export interface PlainCall {
  readonly line: number;
  readonly values: readonly ts.Type[];
}

/** All sites of some files, and what is needed to ask about their types. */
export interface SourceReading {
  readonly checker: ts.TypeChecker;
  readonly sites: readonly DefinitionSite[];
  /** Uses of a builder that are no call: what they define would go unseen. */
  readonly findings: readonly string[];
  positionOf(file: string, line: number, column: number): number | undefined;
}

/** Reads the sources with the type checker. `files` are paths from `root`. */
export function readDefinitionSites(root: string, files: readonly string[]): SourceReading {
  const program = ts.createProgram({
    rootNames: files.map((file) => join(root, file)),
    options: compilerOptions(root),
  });
  const checker = program.getTypeChecker();
  const sources = new Map(files.map((file) => [file, program.getSourceFile(join(root, file))]));
  const read = [...sources.values()].filter((source) => source !== undefined);
  const reader = new SiteReader(root, checker);
  for (const source of read) reader.visitFile(source);
  return {
    checker,
    sites: reader.sites,
    findings: reader.findings,
    positionOf: (file, line, column) =>
      sources.get(file)?.getPositionOfLineAndCharacter(line - 1, column - 1),
  };
}

function compilerOptions(root: string): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file));
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [path] }, ts.sys, root).options;
}

class SiteReader {
  readonly sites: DefinitionSite[] = [];
  readonly findings: string[] = [];
  readonly #root: string;
  readonly #checker: ts.TypeChecker;

  constructor(root: string, checker: ts.TypeChecker) {
    this.#root = root;
    this.#checker = checker;
  }

  visitFile(source: ts.SourceFile): void {
    const calls = this.#callsByName(source);
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && !ts.isImportSpecifier(node.parent)) this.#visitName(node, source, calls);
      if (ts.isObjectLiteralExpression(node)) this.#visitObject(node, source);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }

  /** A statement that no builder made would go unseen. */
  #visitObject(node: ts.ObjectLiteralExpression, source: ts.SourceFile): void {
    if (!node.properties.some((member) => member.name?.getText(source) === 'text')) return;
    const type = this.#checker.getContextualType(node)?.getSymbol();
    const declared = type?.declarations?.[0]?.getSourceFile();
    if (type?.getName() !== 'Statement' || declared === undefined) return;
    if (this.#pathOf(declared) === statementModule)
      this.findings.push(
        `${this.#place(node, source)} makes a Statement by hand; use statement or plainStatement`,
      );
  }

  #visitName(node: ts.Identifier, source: ts.SourceFile, calls: ReadonlyMap<string, PlainCall[]>): void {
    const builder = builderNames.find((name) => name === node.text);
    if (builder === undefined || !this.#isBuilder(node)) return;
    const inner = node.parent;
    if (!ts.isCallExpression(inner) || inner.expression !== node) {
      this.findings.push(
        `${this.#place(node, source)} ${builder} is passed on; call it where the statement is`,
      );
      return;
    }
    const site = builder === 'statement' ? inner.parent : inner;
    if (ts.isCallExpression(site)) this.#add(site, inner, builder, calls);
  }

  #add(
    site: ts.CallExpression,
    inner: ts.CallExpression,
    builder: BuilderName,
    calls: ReadonlyMap<string, PlainCall[]>,
  ): void {
    const source = site.getSourceFile();
    const type = this.#checker.getTypeAtLocation(site);
    const made = type.getCallSignatures()[0]?.getReturnType() ?? type;
    const row = this.#memberOf(made, 'rowType', site);
    if (row === undefined) throw new Error(`${this.#place(site, source)} yields no Statement`);
    const input = builder === 'statement' ? inner.typeArguments?.[0] : undefined;
    const name = nameOf(site);
    this.sites.push({
      file: this.#pathOf(source),
      line: lineOf(site, source),
      name,
      builder,
      start: site.getStart(source),
      end: site.getEnd(),
      row,
      input: input && this.#checker.getTypeFromTypeNode(input),
      calls: builder === 'plainStatement' ? (calls.get(name) ?? []) : [],
    });
  }

  /** The type of an optional member that only carries a type. */
  #memberOf(type: ts.Type, name: string, at: ts.Node): ts.Type | undefined {
    const member = this.#checker.getPropertyOfType(type, name);
    if (member === undefined) return undefined;
    const carried = this.#checker.getTypeOfSymbolAtLocation(member, at);
    return carried.isUnion() ? this.#checker.getNonNullableType(carried) : carried;
  }

  #isBuilder(node: ts.Identifier): boolean {
    const symbol = this.#checker.getSymbolAtLocation(node);
    if (symbol === undefined) return false;
    const origin =
      (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
    const declared = origin.declarations?.[0];
    return (
      declared !== undefined &&
      ts.isFunctionDeclaration(declared) &&
      this.#pathOf(declared.getSourceFile()) === statementModule
    );
  }

  /** Calls `name([a, b])` of a file, by the last part of the name. */
  #callsByName(source: ts.SourceFile): ReadonlyMap<string, PlainCall[]> {
    const found = new Map<string, PlainCall[]>();
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) this.#noteCall(node, source, found);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  #noteCall(node: ts.CallExpression, source: ts.SourceFile, found: Map<string, PlainCall[]>): void {
    const [values] = node.arguments;
    const { expression } = node;
    const name = ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : expression.getText(source);
    if (values === undefined || !ts.isArrayLiteralExpression(values)) return;
    if (values.elements.some((element) => ts.isSpreadElement(element))) return;
    const call = {
      line: lineOf(node, source),
      values: values.elements.map((element) => this.#checker.getTypeAtLocation(element)),
    };
    found.set(name, [...(found.get(name) ?? []), call]);
  }

  #place(node: ts.Node, source: ts.SourceFile): string {
    return `${this.#pathOf(source)}:${lineOf(node, source)}`;
  }

  #pathOf(source: ts.SourceFile): string {
    return relative(this.#root, source.fileName);
  }
}

function lineOf(node: ts.Node, source: ts.SourceFile): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** What a developer would search for: the nearest constant, member or function around the definition. */
function nameOf(site: ts.Node): string {
  for (let node = site.parent; node !== undefined; node = node.parent) {
    if (ts.isBinaryExpression(node)) return node.left.getText();
    if (
      (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isFunctionDeclaration(node)) &&
      node.name !== undefined
    )
      return node.name.getText();
  }
  return '(unnamed)';
}
