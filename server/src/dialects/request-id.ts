import type { RequestHeaders } from '#platform/http/dialect.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { FieldError } from '#platform/kernel/problem.ts';

/** X-Request-ID is optional here, but must be a UUID if sent. */
export function requestIdFieldErrors(headers: RequestHeaders): readonly FieldError[] {
  const sent = headers['x-request-id'];
  return sent === undefined || (typeof sent === 'string' && isUuid(sent)) ? [] : [malformed];
}

const malformed: FieldError = {
  part: 'header',
  path: ['X-Request-ID'],
  code: 'format',
  message: 'Must be one UUID.',
};
