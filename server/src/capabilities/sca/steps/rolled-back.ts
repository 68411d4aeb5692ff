import { Problem } from '#platform/kernel/problem.ts';
import type { Failure } from '../domain/authorisation.ts';

/** Failures by the problem with which an approval was rolled back. */
const failures: ReadonlyMap<string, Failure> = new Map([
  ['subject-closed', 'subject-ended'],
  ['already-approved', 'subject-ended'],
  ['customer-blocked', 'cannot-sign'],
]);

/**
 * Returns the failure of an approval that was rolled back, the use of the proof included, and that no further attempt can
 * complete; undefined for every other error. The caller ends the authorisation in a command of its own.
 */
export function failureOf(error: unknown): Failure | undefined {
  return error instanceof Problem && error.owner === 'sca' ? failures.get(error.literal) : undefined;
}
