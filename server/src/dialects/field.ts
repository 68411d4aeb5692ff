import type { FieldError } from '#platform/kernel/problem.ts';

/** What a `field` may be long. */
const fieldLengthMax = 200;

/** `items[3].status`: dots between names, brackets around positions. Undefined for the request as a whole. */
export function fieldOf(path: FieldError['path']): string | undefined {
  const field = path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
  return field === '' ? undefined : field.slice(0, fieldLengthMax);
}

/** A fault as every interface but the one for third parties lists it. */
export function errorOf({ path, code, message }: FieldError): Readonly<Record<string, string>> {
  const field = fieldOf(path);
  return field === undefined ? { code, message } : { field, code, message };
}
