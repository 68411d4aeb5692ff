/** A text inside something of the library's whose type it does not tell; empty when there is none. */
export function textIn(holder: unknown, name: string): string {
  const value: unknown =
    typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
  return typeof value === 'string' ? value : '';
}
