/** Normalizes digits of any script, and removes spaces between them. */
export function latinDigits(text: string): string {
  return Array.from(text.slice(0, 40).normalize('NFKC'))
    .filter((sign) => !/[\s\p{Cf}\-]/v.test(sign))
    .map((sign) => (/\p{Nd}/v.test(sign) ? digitOf(sign) : sign))
    .join('');
}

/** Unicode encodes the ten digits of a script consecutively, after a code point that is not a digit. */
function digitOf(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/v.test(String.fromCodePoint(point - value - 1))) return String(value);
  }
  return sign;
}
