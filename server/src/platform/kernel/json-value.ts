/** Returns whether two values are the same JSON: the order of members does not matter, that of a list does. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isSameJson(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}

/** Counts the values in a document, itself included; stops soon after `max`. */
export function jsonNodes(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  const children: readonly unknown[] = Object.values(value);
  for (const child of children) {
    count += jsonNodes(child, max - count);
    if (count > max) return count;
  }
  return count;
}
