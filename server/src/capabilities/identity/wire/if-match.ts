/** No user has it: a condition that can never be met. */
const noVersion = -1n;

/** The version of a user that a caller insists on. */
export function toVersion(headers: { readonly 'if-match'?: string }): bigint | undefined {
  const condition = headers['if-match']?.trim();
  if (condition === undefined || condition === '*') return undefined;
  // GAP: RFC 9110 compares strongly and knows lists. A weak tag, a list and what is no tag of ours name no version. ADR-0028
  const digits = /^"([0-9]{1,18})(?:\.[\w-]{1,22})?"$/.exec(condition)?.[1];
  return digits === undefined ? noVersion : BigInt(digits);
}
