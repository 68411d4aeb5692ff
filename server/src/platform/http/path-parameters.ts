const parameter = /\{([\w-]+)\}/g;

/** The path as the router reads it: for it a hyphen ends the name of a parameter, for the specification it does not. */
export function routedPath(path: string): string {
  return path.replaceAll(parameter, (_, name: string) => `:${routedName(name)}`);
}

/** What the router found, under the names of the specification. */
export function parametersOf(path: string, routed: unknown): Readonly<Record<string, unknown>> {
  const found: Readonly<Record<string, unknown>> = typeof routed === 'object' ? { ...routed } : {};
  return Object.fromEntries(
    [...path.matchAll(parameter)].map(([, name = '']) => [name, found[routedName(name)]]),
  );
}

function routedName(name: string): string {
  return name.replaceAll('-', '_');
}
