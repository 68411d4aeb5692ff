import ts from 'typescript';
import type { Replacement } from './replacement.ts';

const swapped: ReadonlyMap<string, string> = new Map(
  Object.entries({
    every: 'some',
    some: 'every',
    min: 'max',
    max: 'min',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    add: 'subtract',
    subtract: 'add',
    find: 'findLast',
    findLast: 'find',
    findIndex: 'findLastIndex',
    floor: 'ceil',
    ceil: 'floor',
    padStart: 'padEnd',
    padEnd: 'padStart',
    until: 'since',
    since: 'until',
  }),
);

/** Methods whose object has the type of their result. */
const removable: ReadonlySet<string> = new Set([
  'toSorted',
  'toReversed',
  'filter',
  'slice',
  'concat',
  'trim',
  'toUpperCase',
  'toLowerCase',
  'normalize',
  'replaceAll',
]);

/** Returns the changes of a call: another function, none, or without its last argument. */
export function callChanges(node: ts.CallExpression): readonly Replacement[] {
  const { arguments: given, expression } = node;
  const callee = expression.getText();
  const changes: Replacement[] = [];
  if (ts.isPropertyAccessExpression(expression) && !ts.isOptionalChain(node)) {
    const name = expression.name.text;
    const object = expression.expression.getText();
    const other = isSetOf(name, node) ? undefined : swapped.get(name);
    if (other !== undefined) {
      const list = given.map((one) => one.getText()).join(', ');
      changes.push(change('swap-method', name, other, `${object}.${other}(${list})`));
    }
    if (removable.has(name)) changes.push(change('drop-call', `.${name}()`, '', object));
  }
  const last = given.at(-1);
  if (last !== undefined && given.length > 1) {
    const rest = given.slice(0, -1).map((one) => one.getText());
    changes.push(
      change('drop-argument', `${callee}(…, ${last.getText()})`, '', `${callee}(${rest.join(', ')})`),
    );
  }
  return changes;
}

/** `add` is a method of sets too, where it stands alone as a statement. */
function isSetOf(name: string, node: ts.CallExpression): boolean {
  return name === 'add' && ts.isExpressionStatement(node.parent);
}

function change(operator: string, from: string, to: string, text: string): Replacement {
  return { operator, from, to, text };
}
