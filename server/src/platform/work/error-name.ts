const errorTextMax = 200;

/** Returns the name and literal or code of an error for a table; messages may contain personal data. */
export function errorNameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const literal: unknown = Reflect.get(error, 'literal') ?? Reflect.get(error, 'code');
  return `${error.name}${typeof literal === 'string' ? ` ${literal}` : ''}`.slice(0, errorTextMax);
}
