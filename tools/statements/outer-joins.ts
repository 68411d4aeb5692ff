/** Tables of a statement whose columns may be null because an outer join found no row, by their object id. */
export interface OptionalTables {
  /** Optional wherever the statement names them. */
  readonly certain: ReadonlySet<number>;
  /** Perhaps optional: they stand behind a subquery, or once on each side. */
  readonly possible: ReadonlySet<number>;
}

/** Reads the outer joins from the tree that the server parsed. */
export function optionalTables(tree: string): OptionalTables {
  const optional = new Set<number>();
  const required = new Set<number>();
  const possible = new Set<number>();
  for (const query of nodesOf(tree, 'QUERY')) {
    const nullable = new Set(joinsOf(query).flatMap(nullableIndexes));
    itemsOf(listAt(query, ':rtable ')).forEach((entry, place) => {
      const table = tableOf(entry);
      const isOptional = nullable.has(place + 1);
      if (table !== undefined) (isOptional ? optional : required).add(table);
      // A subquery or a common table expression: which tables it reads is not followed.
      else if (isOptional) for (const one of tablesIn(tree)) possible.add(one);
    });
  }
  return { certain: optional.difference(required), possible: possible.union(optional) };
}

/** The table of an entry that is one. */
function tableOf(entry: string): number | undefined {
  const nested = entry.indexOf('{QUERY');
  return tablesIn(nested < 0 ? entry : entry.slice(0, nested))[0];
}

function tablesIn(tree: string): readonly number[] {
  return [...tree.matchAll(/:rtekind 0 :relid (\d+)/g)].map(([, id]) => Number(id));
}

/** The joins of one query, without those of its subqueries: these stand in its list of tables. */
function joinsOf(query: string): readonly string[] {
  return nodesOf(listAt(query, ':jointree '), 'JOINEXPR');
}

const sidesOf: Readonly<Record<string, readonly string[]>> = {
  '1': [':rarg '],
  '2': [':larg ', ':rarg '],
  '3': [':larg '],
};

function nullableIndexes(join: string): readonly number[] {
  const [, type = '0'] = /^\{JOINEXPR :jointype (\d)/.exec(join) ?? [];
  return (sidesOf[type] ?? []).flatMap((side) => {
    const at = topLevel(join, side);
    const part = at < 0 ? '' : nodeAt(join, at + side.length);
    return [...part.matchAll(/\{RANGETBLREF :rtindex (\d+)/g)].map(([, index]) => Number(index));
  });
}

/** Every node of a type, at any depth, with its whole text. */
function nodesOf(tree: string, type: string): readonly string[] {
  return [...tree.matchAll(new RegExp(`\\{${type}\\b`, 'g'))].map(({ index }) => nodeAt(tree, index));
}

/** The text from an opening brace or parenthesis to the one that closes it; escaped ones belong to names. */
function nodeAt(tree: string, start: number): string {
  let depth = 0;
  for (let at = start; at < tree.length; at += 1) {
    const sign = tree[at];
    if (sign === '\\') at += 1;
    else if (sign === '{' || sign === '(') depth += 1;
    else if (sign === '}' || sign === ')') depth -= 1;
    if (depth === 0) return tree.slice(start, at + 1);
  }
  return tree.slice(start);
}

/** Where a member of a node stands, not of a node inside it. */
function topLevel(node: string, member: string): number {
  let depth = 0;
  for (let at = 0; at < node.length; at += 1) {
    const sign = node[at];
    if (sign === '\\') at += 1;
    else if (sign === '{' || sign === '(') depth += 1;
    else if (sign === '}' || sign === ')') depth -= 1;
    else if (depth === 1 && node.startsWith(member, at)) return at;
  }
  return -1;
}

function listAt(node: string, member: string): string {
  const at = topLevel(node, member);
  return at < 0 ? '' : nodeAt(node, at + member.length);
}

function itemsOf(list: string): readonly string[] {
  const items: string[] = [];
  for (let at = 1; at < list.length; at += 1) {
    if (list[at] !== '{') continue;
    const item = nodeAt(list, at);
    items.push(item);
    at += item.length;
  }
  return items;
}
