/** Applies a JSON Merge Patch (RFC 7396) to a document, which stays as it is. */
export function mergePatch(document: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const target = isObject(document) ? document : {};
  const kept = Object.entries(target).filter(([name]) => !Object.hasOwn(patch, name));
  const changed = Object.entries(patch).flatMap(([name, value]: [string, unknown]) =>
    value === null ? [] : [[name, mergePatch(memberOf(target, name), value)] as const],
  );
  return Object.fromEntries([...kept, ...changed]);
}

function memberOf(document: object, name: string): unknown {
  return Object.hasOwn(document, name) ? Reflect.get(document, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
