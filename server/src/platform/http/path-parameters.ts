import type { TSchema } from 'typebox';
import type { Contract } from './contract.ts';

type PathContract = Pick<Contract, 'path' | 'request'>;

/** One path of the router, with the parameters whose values it contains. */
export interface RoutedPath {
  readonly url: string;
  readonly fixed: Readonly<Record<string, string>>;
}

const parameter = /\{([\w-]+)\}/g;

/**
 * Returns the router's paths of a contract. A parameter with an enum becomes one path per value: as a free parameter,
 * `{payment-service}` would also match the first step of every other interface.
 */
export function routedPaths({ path, request }: PathContract): readonly RoutedPath[] {
  return [...path.matchAll(parameter)].reduce<readonly RoutedPath[]>(
    (routes, [placeholder, name = '']) =>
      routes.flatMap(({ fixed, url }) => {
        const values = valuesOf(request.params?.properties[name]);
        // A hyphen ends the name of a parameter in the router, unlike in the specification.
        if (values === undefined) return [{ url: url.replace(placeholder, `:${routedName(name)}`), fixed }];
        return values.map((value) => ({
          url: url.replace(placeholder, value),
          fixed: { ...fixed, [name]: value },
        }));
      }),
    [{ url: path, fixed: {} }],
  );
}

/** Returns the router's parameters under the names of the specification. */
export function parametersOf(
  path: string,
  { fixed }: Pick<RoutedPath, 'fixed'>,
  routed: unknown,
): Readonly<Record<string, unknown>> {
  const found: Readonly<Record<string, unknown>> = typeof routed === 'object' ? { ...routed } : {};
  return Object.fromEntries(
    [...path.matchAll(parameter)].map(([, name = '']) => [name, fixed[name] ?? found[routedName(name)]]),
  );
}

function routedName(name: string): string {
  return name.replaceAll('-', '_');
}

/** The values of an enum, written as `enum` or as a union of literals. */
function valuesOf(schema: TSchema | undefined): readonly string[] | undefined {
  if (schema === undefined) return undefined;
  const { anyOf, enum: listed }: { anyOf?: unknown; enum?: unknown } = schema;
  const values = Array.isArray(anyOf)
    ? anyOf.map((one: unknown) => (isConstant(one) ? one.const : undefined))
    : listed;
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : undefined;
}

function isConstant(schema: unknown): schema is { readonly const: unknown } {
  return typeof schema === 'object' && schema !== null && 'const' in schema;
}
