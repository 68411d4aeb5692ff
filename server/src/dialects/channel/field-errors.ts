import type { FieldError, FieldErrorCode } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** A response lists at most this many field errors. */
const errorsMax = 20;

export type Path = FieldError['path'];

/** Messages of field errors that no schema reports. They never contain the value that was sent. */
const sentences: Readonly<Partial<Record<FieldErrorCode, string>>> = {
  required: 'Field is required.',
  'unknown-field': 'Unknown field.',
  'too-short': 'Too short.',
  'too-few': 'At least one more field is required.',
  pattern: 'Does not match the pattern.',
  format: 'Invalid format.',
  enum: 'Not one of the allowed values.',
  minimum: 'Below the minimum.',
  maximum: 'Above the maximum.',
  duplicate: 'Duplicate value.',
  'combination-required': 'Required together with another field of this request.',
  'combination-not-allowed': 'Not allowed together with another field of this request.',
  checksum: 'Wrong check digit.',
  mismatch: 'Does not equal the field it must match.',
};

/** Returns the field error for a path of the request. */
export function fieldErrorAt(
  path: Path,
  code: FieldErrorCode,
  part: FieldError['part'] = 'body',
): FieldError {
  return { part, path, code, message: sentences[code] ?? 'Invalid value.' };
}

/** Throws the validation problem if there are field errors. */
export function rejectFieldErrors(found: readonly FieldError[]): void {
  if (found.length > 0) throw standardProblems.invalid({ fieldErrors: found.slice(0, errorsMax) });
}

/** A position in a request being read. It knows its path and collects the field errors found there. */
export interface FieldCursor {
  at(...steps: Path): FieldCursor;
  /** Records a field error. Returns undefined, so that a reader can report and return in one expression. */
  report(code: FieldErrorCode): undefined;
}

/** Reads a part of a request, then throws one validation problem with all its field errors. */
export function inspect<T>(part: FieldError['part'], read: (cursor: FieldCursor) => T): T {
  const found: FieldError[] = [];
  const cursorAt = (path: Path): FieldCursor => ({
    at: (...steps) => cursorAt([...path, ...steps]),
    report: (code) => {
      found.push(fieldErrorAt(path, code, part));
      return undefined;
    },
  });
  const result = read(cursorAt([]));
  rejectFieldErrors(found);
  return result;
}
