/** For `.catch`: returns undefined if a file does not exist; rethrows any other error. */
export function ifMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
