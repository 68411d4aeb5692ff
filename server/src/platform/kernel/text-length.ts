/** Whether a text has as many characters as it may; of other scripts one character may be several units. */
export function hasLength(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): boolean {
  // Code points are at most as many as code units, so only what is long in units needs to be counted.
  if (text.length > 2 * max) return false;
  const length = Array.from(text).length;
  return length >= min && length <= max;
}
