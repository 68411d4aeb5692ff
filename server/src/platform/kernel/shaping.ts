import assert from 'node:assert/strict';

/**
 * Which fields a resource can show. A path has dots; a path with listed paths below it stands for all of those, any
 * other listed path for its whole value.
 */
export type ShapeRules = {
  /** Shown by default. */
  readonly defaults: readonly string[];
  /** Everything the caller may see; nothing else is ever shown. */
  readonly all: readonly string[];
  /** Shown even if trimmed: the id, the kind, the sync token. */
  readonly fixed: readonly string[];
};

/** The paths the caller names; `*` stands for all. */
export type ShapeRequest = {
  readonly include?: readonly string[] | undefined;
  readonly trim?: readonly string[] | undefined;
};

/** The members to show, by name: `whole` values unchanged, others shaped recursively. */
export type Shape = { readonly members: ReadonlyMap<string, Shape | 'whole'> };

const everything = '*';

/**
 * Computes what to show, in the order of the contract: the default set; `include=*` gives the full set; `trim=*`
 * empties it; add `include` paths; remove `trim` paths. Fixed paths stay. A path that is not listed is reported.
 */
export function shapeFor(rules: ShapeRules, request: ShapeRequest): Shape | { readonly unknownPath: string } {
  const { include = [], trim = [] } = request;
  const leavesBelow = indexLeaves(rules.all);
  const unknownPath = [...include, ...trim].find((path) => path !== everything && !leavesBelow.has(path));
  if (unknownPath !== undefined) return { unknownPath };
  assert(
    [...rules.defaults, ...rules.fixed].every((path) => leavesBelow.has(path)),
    'default and fixed paths are among all paths',
  );
  const leavesOf = (paths: readonly string[]): Set<string> =>
    new Set(paths.flatMap((path) => leavesBelow.get(path) ?? []));
  const start = startingPaths(rules, request);
  const chosen = leavesOf([...start, ...include])
    .difference(leavesOf(trim))
    .union(leavesOf(rules.fixed));
  return shapeOf(chosen);
}

/** Returns a new object with the chosen members only; arrays are shaped element by element. */
export function applyShape(shape: Shape, resource: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, below] of shape.members) {
    if (!Object.hasOwn(resource, name)) continue;
    const value: unknown = Reflect.get(resource, name);
    if (below === 'whole') result[name] = value;
    else if (hasMembers(value)) result[name] = shapeValue(below, value);
  }
  return result;
}

function startingPaths(rules: ShapeRules, { include, trim }: ShapeRequest): readonly string[] {
  if (trim?.includes(everything)) return [];
  return include?.includes(everything) ? rules.all : rules.defaults;
}

/** Maps every listed path, and every path above one, to the listed paths without listed paths below them. */
function indexLeaves(all: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const parents = new Set(all.flatMap((path) => pathsAbove(path)));
  const leavesBelow = new Map<string, string[]>();
  for (const leaf of new Set(all)) {
    if (parents.has(leaf)) continue;
    for (const path of [leaf, ...pathsAbove(leaf)]) {
      const leaves = leavesBelow.get(path);
      if (leaves === undefined) leavesBelow.set(path, [leaf]);
      else leaves.push(leaf);
    }
  }
  return leavesBelow;
}

function pathsAbove(path: string): string[] {
  const names = path.split('.');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
}

function shapeOf(leaves: ReadonlySet<string>): Shape {
  type Branch = { members: Map<string, Branch | 'whole'> };
  const root: Branch = { members: new Map() };
  for (const leaf of leaves) {
    const names = leaf.split('.');
    const last = names.pop() ?? leaf;
    let branch = root;
    for (const name of names) {
      const existing = branch.members.get(name);
      const next: Branch = existing === undefined || existing === 'whole' ? { members: new Map() } : existing;
      branch.members.set(name, next);
      branch = next;
    }
    branch.members.set(last, 'whole');
  }
  return root;
}

// A plain value where the rules name members below it is not listed itself, so it is not shown.
function hasMembers(value: unknown): value is object | null {
  return typeof value === 'object';
}

function shapeValue(shape: Shape, value: object | null): unknown {
  if (value === null) return null;
  if (!Array.isArray(value)) return applyShape(shape, value);
  return value.filter(hasMembers).map((element) => shapeValue(shape, element));
}
