/**
 * Returns an error as a database client throws it. Not in the test file: vitest adds a query to its address, and the
 * log keeps only frames with a plain address.
 */
export function createFailure(): Error {
  return Object.assign(new TypeError('of Jan de Vries'), { code: '23505' });
}
