import assert from 'node:assert/strict';

const alphanumeric = /^[0-9A-Z]+$/;
const mod97Length = 2;

/** Returns the ISO/IEC 7064 MOD 11,10 check digit of a text of digits. */
export function checkDigitMod11And10(digits: string): string {
  assert(/^[0-9]+$/.test(digits), 'check digits require digits');
  let product = 10;
  for (const digit of digits) {
    const sum = (product + Number(digit)) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return String((11 - product) % 10);
}

/** Whether the last digit is the ISO/IEC 7064 MOD 11,10 check digit of those before it. */
export function hasCheckDigitMod11And10(digits: string): boolean {
  return /^[0-9]{2,}$/.test(digits) && checkDigitMod11And10(digits.slice(0, -1)) === digits.slice(-1);
}

/** Returns the two ISO/IEC 7064 MOD 97-10 check digits of digits and upper-case letters. */
export function checkDigitsMod97(text: string): string {
  assert(alphanumeric.test(text), 'check digits require digits and letters');
  return String(98 - remainderBy97(`${text}00`)).padStart(mod97Length, '0');
}

/** Whether the last two digits are the ISO/IEC 7064 MOD 97-10 check digits of the text before them. */
export function hasCheckDigitsMod97(text: string): boolean {
  return (
    /^[0-9A-Z]+[0-9]{2}$/.test(text) &&
    checkDigitsMod97(text.slice(0, -mod97Length)) === text.slice(-mod97Length)
  );
}

/** Whether the last digit is the Luhn check digit (ISO/IEC 7812) of those before it. */
export function hasLuhnDigit(digits: string): boolean {
  if (!/^[0-9]{2,}$/.test(digits)) return false;
  const values = Array.from(digits, Number).toReversed();
  const sum = values.reduce((total, digit, index) => total + (index % 2 === 0 ? digit : twice(digit)), 0);
  return sum % 10 === 0;
}

function twice(digit: number): number {
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}

/** Letters count 10 to 35, as two decimal places; reducing at each step keeps the number small. */
function remainderBy97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder;
}
