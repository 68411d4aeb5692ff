const parameter = /\{([\w-]+)\}/g;

/** Converts a path for the router, in which a hyphen ends the name of a parameter, unlike in the specification. */
export function routedPath(path: string): string {
  return path.replaceAll(parameter, (_, name: string) => `:${routedName(name)}`);
}

/** Returns the router's parameters under the names of the specification. */
export function parametersOf(path: string, routed: unknown): Readonly<Record<string, unknown>> {
  const found: Readonly<Record<string, unknown>> = typeof routed === 'object' ? { ...routed } : {};
  return Object.fromEntries(
    [...path.matchAll(parameter)].map(([, name = '']) => [name, found[routedName(name)]]),
  );
}

function routedName(name: string): string {
  return name.replaceAll('-', '_');
}
