import ts from 'typescript';
import { binaryChanges } from './binary-changes.ts';
import { callChanges } from './call-changes.ts';
import { literalChanges } from './literal-changes.ts';
import { type Replacement, whole, without } from './replacement.ts';

/** Returns all changes of an expression. */
export function expressionChanges(node: ts.Expression): readonly Replacement[] {
  if (!isReplaceable(node)) return [];
  return [...shapeChanges(node), ...conditionChanges(node), ...resultChanges(node)];
}

/** Returns whether another expression may stand in the place of a node. */
function isReplaceable(node: ts.Expression): boolean {
  const { parent } = node;
  // Within `a?.b.c` the parts before the last one end the whole chain.
  if (ts.isOptionalChain(parent) && parent.expression === node) return false;
  // A function is called with the object before it, and an assignment needs its target.
  if (ts.isCallExpression(parent) && parent.expression === node) return ts.isParenthesizedExpression(node);
  if (isTarget(node)) return false;
  return !isName(node) && !isTextOfBug(node);
}

/** Texts of errors that only a bug of ours can cause; they decide nothing. */
function isTextOfBug(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isNewExpression(parent)) return parent.expression.getText() === 'Error';
  if (ts.isTemplateSpan(parent)) return isTextOfBug(parent.parent);
  return (
    ts.isCallExpression(parent) && /^assert(?:\.fail)?$/.test(parent.expression.getText()) && isText(node)
  );
}

function isText(node: ts.Expression): boolean {
  return (
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
  );
}

function isTarget(node: ts.Expression): boolean {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent) || parent.left !== node) return false;
  const kind = parent.operatorToken.kind;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Names of members and of bindings are expressions to the compiler too. */
function isName(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.initializer !== node;
  if (ts.isTaggedTemplateExpression(parent)) return true;
  return 'name' in parent && parent.name === node;
}

function shapeChanges(node: ts.Expression): readonly Replacement[] {
  if (ts.isBinaryExpression(node)) return binaryChanges(node);
  if (ts.isCallExpression(node)) return callChanges(node);
  if (ts.isPrefixUnaryExpression(node)) return prefixChanges(node);
  if (isTypeSource(node)) return [];
  if (ts.isArrayLiteralExpression(node)) return without('drop-element', node.elements, (rest) => `[${rest}]`);
  if (ts.isObjectLiteralExpression(node))
    return without('drop-member', node.properties, (rest) => `{ ${rest} }`);
  return literalChanges(node);
}

/** The compiler makes types of a constant list or table: other files would not compile without a member. */
function isTypeSource(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isArrayLiteralExpression(parent)) return ts.isStringLiteral(node) && isConstant(parent);
  return (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) && isConstant(node);
}

function isConstant({ parent }: ts.Expression): boolean {
  if (ts.isSatisfiesExpression(parent)) return isConstant(parent);
  return ts.isAsExpression(parent) && parent.type.getText() === 'const';
}

function prefixChanges(node: ts.PrefixUnaryExpression): readonly Replacement[] {
  const { operator, operand } = node;
  if (operator === ts.SyntaxKind.ExclamationToken) return [whole('drop-not', node, operand.getText())];
  if (operator === ts.SyntaxKind.MinusToken) return [whole('drop-minus', node, operand.getText())];
  return [];
}

function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  return (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node;
}

/** A condition that always holds would never end a loop, which says nothing about the tests. */
function conditionChanges(node: ts.Expression): readonly Replacement[] {
  if (!isCondition(node)) return [];
  const never = whole('condition', node, 'false');
  return ts.isWhileStatement(node.parent) ? [never] : [whole('condition', node, 'true'), never];
}

function resultChanges(node: ts.Expression): readonly Replacement[] {
  const isResult = ts.isArrowFunction(node.parent) && node.parent.body === node;
  return isResult && node.getText() !== 'undefined' ? [whole('return-undefined', node, 'undefined')] : [];
}
