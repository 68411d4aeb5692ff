import { componentRef, type Json } from './document.ts';

/** Paths of a document in which shared parameters are references, and the components that they refer to. */
export interface SharedParameters {
  readonly paths: Json;
  readonly parameters: Json;
}

/**
 * Replaces parameters that several operations have in the same form by references to components. A component has the
 * name of the parameter. Where operations have different forms of it, the most frequent one becomes the component.
 */
export function withSharedParameters(paths: Json, taken: readonly string[]): SharedParameters {
  const all = operationsIn(paths).flatMap(parametersOf);
  const shared = new Map<string, Json>();
  const byName = Map.groupBy(all, ({ name }) => String(name));
  for (const [name, its] of byName) {
    const forms = [...Map.groupBy(its, (parameter) => JSON.stringify(parameter)).values()];
    const [first] = forms.toSorted((one, other) => other.length - one.length);
    const form = first?.[0];
    const count = first?.length ?? 0;
    if (form !== undefined && count > 1 && !taken.includes(name)) shared.set(name, form);
  }
  const withRefs = (operation: Json): Json => ({
    ...operation,
    ...('parameters' in operation
      ? { parameters: everyParameterOf(operation).map((each) => referenceTo(shared, each)) }
      : {}),
  });
  return { paths: mapOperations(paths, withRefs), parameters: Object.fromEntries(shared) };
}

function referenceTo(shared: ReadonlyMap<string, Json>, parameter: Json): Json {
  const name = String(parameter['name']);
  const isShared = JSON.stringify(shared.get(name)) === JSON.stringify(parameter);
  return isShared ? componentRef('parameters', name) : parameter;
}

function operationsIn(paths: Json): readonly Json[] {
  return Object.values(paths).flatMap((item) => (isJson(item) ? Object.values(item).filter(isJson) : []));
}

function mapOperations(paths: Json, change: (operation: Json) => Json): Json {
  return mapMembers(paths, (item) => mapMembers(item, change));
}

function mapMembers(of: Json, change: (member: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries(of).map(([key, value]) => [key, isJson(value) ? change(value) : value]),
  );
}

function everyParameterOf({ parameters }: Json): readonly Json[] {
  return Array.isArray(parameters) ? parameters.filter(isJson) : [];
}

/** Returns the parameters that are not yet references. */
function parametersOf(operation: Json): readonly Json[] {
  return everyParameterOf(operation).filter((parameter) => !Object.hasOwn(parameter, '$ref'));
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
