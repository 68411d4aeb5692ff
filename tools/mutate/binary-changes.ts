import ts from 'typescript';
import type { Replacement } from './replacement.ts';

/** The operators that take the place of another one. */
const swapped: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
};

const logical: readonly string[] = ['&&', '||', '??'];

/** Returns the changes of an operator, and for a logical one those without either side. */
export function binaryChanges(node: ts.BinaryExpression): readonly Replacement[] {
  const operator = node.operatorToken.getText();
  const left = node.left.getText();
  const right = node.right.getText();
  const from = node.getText();
  const others = isText(node, operator) ? [] : (swapped[operator] ?? []);
  return [
    ...others.map((other) => {
      const text = `(${left}) ${other} (${right})`;
      return { operator: 'swap-operator', from, to: `${left} ${other} ${right}`, text: assigned(node, text) };
    }),
    ...(logical.includes(operator)
      ? [left, right].map((side) => ({ operator: 'drop-side', from, to: side, text: side }))
      : []),
  ];

  /** The target of an assignment has no parentheses. */
  function assigned({ operatorToken }: ts.BinaryExpression, text: string): string {
    return operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      operatorToken.kind <= ts.SyntaxKind.LastAssignment
      ? `${left} ${swapped[operator]?.join('') ?? operator} (${right})`
      : text;
  }
}

/** Texts are joined with `+`, too. */
function isText(node: ts.BinaryExpression, operator: string): boolean {
  return (
    operator === '+' &&
    [node.left, node.right].some((side) => ts.isStringLiteral(side) || ts.isTemplateExpression(side))
  );
}
