import ts from 'typescript';

/** One change of a node: what is listed, and the text that takes the place of the node. */
export interface Replacement {
  readonly operator: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Returns whether a node has no effect at run time. */
export function isTypeOnly(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

/** A change of the whole node. */
export function whole(operator: string, node: ts.Node, text: string): Replacement {
  return { operator, from: node.getText(), to: text, text };
}

/** Returns one replacement for each member of a list, without that member. */
export function without(
  operator: string,
  members: readonly ts.Node[],
  around: (rest: string) => string,
): readonly Replacement[] {
  return members.map((dropped) => {
    const rest = members.filter((member) => member !== dropped).map((member) => member.getText());
    return { operator, from: dropped.getText(), to: '', text: around(rest.join(', ')) };
  });
}
