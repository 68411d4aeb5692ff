import type { FieldError } from '#platform/kernel/problem.ts';

/** Maximum length of `field`. */
const fieldLengthMax = 200;

/** Formats a path as `items[3].status`. Returns undefined for the request as a whole. */
export function fieldOf(path: FieldError['path']): string | undefined {
  const field = path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
  return field === '' ? undefined : field.slice(0, fieldLengthMax);
}

/** Renders a field error for every interface except XS2A. */
export function errorOf({ path, code, message }: FieldError): Readonly<Record<string, string>> {
  const field = fieldOf(path);
  return field === undefined ? { code, message } : { field, code, message };
}
