/**
 * Characters that names and texts of a payment may have. SPEC 001 lists those that every bank accepts; letters of the
 * alphabets of SEPA and the marks below come in addition. The ledger and the pages keep them as they are.
 */
const text =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Mn}0-9 \/\-?:\(\).,'+*$\x26%;@_=#!"]*$/v;

/** Identifiers go through every system of a scheme, so they keep to the characters that every bank accepts. */
const identifier = /^[A-Za-z0-9 \/\-?:\(\).,'+]*$/v;

export function isPaymentText(value: string): boolean {
  return text.test(value);
}

/** Whether a text is an identifier: no slash at its ends, and no two in a row. */
export function isIdentifier(value: string): boolean {
  return identifier.test(value) && !value.startsWith('/') && !value.endsWith('/') && !value.includes('//');
}
