/**
 * Whether the number of characters of a text is within the limits; in some scripts one character is several code units.
 */
export function hasLength(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): boolean {
  // There are at most as many code points as code units, so only long texts need to be counted.
  if (text.length > 2 * max) return false;
  const length = Array.from(text).length;
  return length >= min && length <= max;
}
