import ts from 'typescript';
import { type Replacement, whole } from './replacement.ts';

/** Returns the changes of a literal. */
export function literalChanges(node: ts.Expression): readonly Replacement[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return [whole('text', node, node.text === '' ? "'other'" : "''")];
  if (ts.isTemplateExpression(node)) return templateChanges(node);
  if (ts.isNumericLiteral(node)) return [whole('number', node, `${node.getText()} + 1`)];
  if (ts.isBigIntLiteral(node)) return [whole('number', node, `${node.getText()} + 1n`)];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [whole('boolean', node, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [whole('boolean', node, 'true')];
  return ts.isRegularExpressionLiteral(node) ? patternChanges(node) : [];
}

/** Each value dropped from the text, and each of the fixed parts between them. */
function templateChanges(node: ts.TemplateExpression): readonly Replacement[] {
  const start = node.getStart();
  const text = node.getText();
  const cut = (from: number, to: number): Replacement => ({
    operator: 'drop-part',
    from: `${text.slice(from - start, to - start)} in ${text}`,
    to: '',
    text: text.slice(0, from - start) + text.slice(to - start),
  });
  const values = node.templateSpans.map(({ expression }) =>
    // With the dollar sign and both braces, which belong to the tokens around it.
    cut(expression.getFullStart() - 2, expression.getEnd() + 1),
  );
  const fixed = [
    ...(node.head.text === '' ? [] : [cut(start + 1, node.head.getEnd() - 2)]),
    ...node.templateSpans
      .filter(({ literal }) => literal.text !== '')
      .map(({ literal }) =>
        cut(literal.getStart() + 1, literal.getEnd() - (ts.isTemplateTail(literal) ? 1 : 2)),
      ),
  ];
  return [...values, ...fixed];
}

function patternChanges(node: ts.RegularExpressionLiteral): readonly Replacement[] {
  const text = node.getText();
  const end = text.lastIndexOf('/');
  const flags = text.slice(end);
  const pattern = text.slice(1, end);
  const changed = [
    ...(pattern.startsWith('^') ? [pattern.slice(1)] : []),
    ...(pattern.endsWith('$') && !pattern.endsWith('\\$') ? [pattern.slice(0, -1)] : []),
    ...[...pattern.matchAll(/\{\d+(?:,\d*)?\}/g)].map(
      ({ 0: found, index }) => pattern.slice(0, index) + pattern.slice(index + found.length),
    ),
  ];
  return changed.filter((other) => other !== '').map((other) => whole('pattern', node, `/${other}${flags}`));
}
