/** For `.catch`: a file that does not exist is undefined; one that cannot be read is a failure. */
export function ifMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
