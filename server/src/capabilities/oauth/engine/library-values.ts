/** Returns a string member of an untyped library value; empty if there is none. */
export function textIn(holder: unknown, name: string): string {
  const value: unknown =
    typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
  return typeof value === 'string' ? value : '';
}
