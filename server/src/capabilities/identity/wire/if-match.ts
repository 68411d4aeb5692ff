/** No user has this version: the condition always fails. */
const noVersion = -1n;

/** Returns the user version that a caller requires. */
export function toVersion(headers: { readonly 'if-match'?: string }): bigint | undefined {
  const condition = headers['if-match']?.trim();
  if (condition === undefined || condition === '*') return undefined;
  // GAP: RFC 9110 compares strongly and allows lists. A weak tag, a list and a malformed tag match no version. ADR-0028
  const digits = /^"([0-9]{1,18})(?:\.[\w-]{1,22})?"$/.exec(condition)?.[1];
  return digits === undefined ? noVersion : BigInt(digits);
}
