import type { FaultCode, FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** More faults than this are not listed in one answer. */
const faultsMax = 20;

export type Path = FieldError['path'];

/** What is said of a fault that no schema finds; never what was sent. */
const sentences: Readonly<Partial<Record<FaultCode, string>>> = {
  required: 'This member is required here.',
  'unknown-field': 'This member is not known here.',
  'too-short': 'Too short.',
  'too-few': 'At least one more member is needed.',
  pattern: 'This is not how it is written.',
  format: 'This cannot be read as what it should be.',
  enum: 'Not a value of the list.',
  minimum: 'Below what is possible here.',
  maximum: 'Beyond what is possible here.',
  duplicate: 'Given twice.',
  'combination-required': 'Needed together with what was given.',
  'combination-not-allowed': 'Not possible together with what was given.',
  checksum: 'The check digit is wrong.',
  mismatch: 'Differs from what it must be equal to.',
};

/** One thing wrong at a place of the body. */
export function faultAt(path: Path, code: FaultCode, part: FieldError['part'] = 'body'): FieldError {
  return { part, path, code, message: sentences[code] ?? 'Not valid.' };
}

/** Refuses when anything was found. */
export function refuseFaults(found: readonly FieldError[]): void {
  if (found.length > 0) throw standardProblems.invalid({ faults: found.slice(0, faultsMax) });
}

/** A place in a request that is being read: it knows where it is, and takes note of what is wrong there. */
export interface FieldCursor {
  at(...steps: Path): FieldCursor;
  /** Undefined, so that a reader can say what is wrong and return nothing in one breath. */
  note(code: FaultCode): undefined;
}

/** Reads a part of a request; all that is wrong is told at once. */
export function inspect<T>(part: FieldError['part'], read: (cursor: FieldCursor) => T): T {
  const found: FieldError[] = [];
  const placeAt = (path: Path): FieldCursor => ({
    at: (...steps) => placeAt([...path, ...steps]),
    note: (code) => {
      found.push(faultAt(path, code, part));
      return undefined;
    },
  });
  const result = read(placeAt([]));
  refuseFaults(found);
  return result;
}
