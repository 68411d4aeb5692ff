import { Problem } from '#platform/kernel/problem.ts';

/** Returns whether something failed because the core or the renderer cannot answer now; it is tried again later. */
export function isAway(error: unknown): boolean {
  return error instanceof Problem && error.entry.kind === 'unavailable';
}
