/** RFC 4648, base 32. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const groupLength = 5;
/** Random characters of a code; with the check character they are four groups. */
export const activationCodeRandom = 19;

/** Returns the activation code of random values, 0 to 31 each: their characters and a check character, in groups. */
export function activationCodeFrom(values: readonly number[]): string {
  const characters = [...values, checkValueOf(values)].map((value) => alphabet.charAt(value)).join('');
  return characters.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? '';
}

/** Returns whether the check character of a code in the right form is right: a typing error is found without a look-up. */
export function isActivationCodeChecked(code: string): boolean {
  const values = code
    .replaceAll('-', '')
    .split('')
    .map((character) => alphabet.indexOf(character));
  return checkValueOf(values.slice(0, -1)) === values.at(-1);
}

/** Luhn modulo 32: finds every wrong character and nearly every swap of neighbours. */
function checkValueOf(values: readonly number[]): number {
  const base = alphabet.length;
  const sum = values.toReversed().reduce((total, value, index) => {
    const addend = index % 2 === 0 ? value * 2 : value;
    return total + Math.floor(addend / base) + (addend % base);
  }, 0);
  return (base - (sum % base)) % base;
}
