/** A part of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns a reference to a component of the document. */
export function componentRef(
  group: 'headers' | 'parameters' | 'responses' | 'schemas',
  name: string,
): { readonly $ref: string } {
  return { $ref: `#/components/${group}/${name}` };
}
