import ts from 'typescript';
import { expressionChanges } from './expression-changes.ts';
import { isTypeOnly, type Replacement } from './replacement.ts';

/** One change of a source file that the tests must notice. */
export interface Mutant {
  /** Number within its file. */
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** The declaration at the top of the file that contains it. */
  readonly within: string;
  readonly operator: string;
  readonly from: string;
  readonly to: string;
}

/** How a change is written into the text: instead of a node, around a statement, or at the start of a function. */
type SiteKind = 'expression' | 'statement' | 'body';

/** A range of the text, and what may replace it. */
export interface Site {
  readonly kind: SiteKind;
  readonly start: number;
  readonly end: number;
  readonly changes: readonly { readonly id: number; readonly text: string }[];
}

/** The mutants of one file, and where they are. */
export interface MutatedFile {
  readonly text: string;
  readonly mutants: readonly Mutant[];
  readonly sites: readonly Site[];
}

/** Finds all mutants of a file in its syntax tree. Types are not read, so some mutants would not compile. */
export function mutantsOf(file: string, text: string): MutatedFile {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const mutants: Mutant[] = [];
  const sites: Site[] = [];
  const add = (node: ts.Node, kind: SiteKind, replacements: readonly Replacement[]): void => {
    if (replacements.length === 0) return;
    const start = kind === 'body' ? node.getStart() + 1 : node.getStart();
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const changes = replacements.map(({ operator, from, to, text: changed }) => {
      const id = mutants.length;
      mutants.push({
        id,
        file,
        line,
        within: declarationOf(node),
        operator,
        from: short(from),
        to: short(to),
      });
      return { id, text: changed };
    });
    sites.push({ kind, start, end: kind === 'body' ? start : node.getEnd(), changes });
  };
  const visit = (node: ts.Node): void => {
    if (isTypeOnly(node)) return;
    if (ts.isExpression(node)) add(node, 'expression', expressionChanges(node));
    else if (isRemovable(node)) add(node, 'statement', [removal(node)]);
    else if (isFunctionBody(node)) add(node, 'body', [earlyReturn]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { text, mutants, sites };
}

/** Spaces and line breaks say nothing. */
function short(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function isRemovable(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node)) return !isSuperCall(node.expression);
  return ts.isThrowStatement(node) || ts.isContinueStatement(node);
}

function isSuperCall(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

function removal(node: ts.Node): Replacement {
  return { operator: 'remove-statement', from: node.getText(), to: '', text: '' };
}

const earlyReturn: Replacement = {
  operator: 'return-early',
  from: '',
  to: 'return undefined',
  text: 'return undefined;',
};

function isFunctionBody(node: ts.Node): boolean {
  return ts.isBlock(node) && ts.isFunctionLike(node.parent) && !ts.isConstructorDeclaration(node.parent);
}

/** Returns the name of the declaration at the top level that a node is in. */
function declarationOf(node: ts.Node): string {
  let current = node;
  while (!ts.isSourceFile(current.parent)) current = current.parent;
  if (ts.isVariableStatement(current))
    return current.declarationList.declarations.map(({ name }) => name.getText()).join(', ');
  if (ts.isFunctionDeclaration(current) || ts.isClassDeclaration(current))
    return current.name?.getText() ?? '';
  return '';
}
