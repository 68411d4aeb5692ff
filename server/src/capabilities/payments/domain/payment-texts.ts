/**
 * Characters that names and texts of a payment may have. SPEC 001 lists those that every bank accepts; letters of the
 * alphabets of SEPA come in addition. The ledger and the pages keep them as they are.
 */
const allowed = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9 \/\-?:\(\).,'+*$\x26%;@_=#!"]$/v;
const mark = /^\p{M}$/v;

/** Identifiers go through every system of a scheme, so they keep to the characters that every bank accepts. */
const identifier = /^[A-Za-z0-9 \/\-?:\(\).,'+]$/v;

/** An account number is part of a message to the payer: no space and no dot, which would change or divide it. */
const accountNumber = /^[A-Za-z0-9\/\-+]$/v;

/**
 * Returns a character of a text that is not shown exactly as it was sent; undefined: there is none. A letter may have its
 * marks apart, if there is one character for both: then both spellings look alike. Every other mark may be invisible.
 */
export function unshownIn(value: string): string | undefined {
  const [composed, sent] = [Array.from(value.normalize('NFC')), Array.from(value)];
  const found =
    sent.find((character) => !mark.test(character) && !isShown(character)) ??
    composed.find((character) => !isShown(character));
  return found && nameOf(found);
}

/** A character that stands for another one, such as the sign of Kelvin, looks like that one. */
function isShown(character: string): boolean {
  return allowed.test(character) && !mark.test(character) && character.normalize('NFC') === character;
}

/** Returns a character of an identifier that not every bank accepts. */
export function unfitIn(value: string): string | undefined {
  return firstBut(identifier, value);
}

/** Returns a character that account numbers do not have. */
export function unnumberedIn(value: string): string | undefined {
  return firstBut(accountNumber, value);
}

function firstBut(fit: RegExp, value: string): string | undefined {
  const found = Array.from(value).find((character) => !fit.test(character));
  return found && nameOf(found);
}

/** Whether a text keeps to the rule about slashes: none at its ends, and no two in a row. */
export function areSlashesApart(value: string): boolean {
  return !value.startsWith('/') && !value.endsWith('/') && !value.includes('//');
}

/** Whether a page shows the spaces of a text: none at its ends, and no two in a row. */
export function areSpacesApart(value: string): boolean {
  return !value.startsWith(' ') && !value.endsWith(' ') && !value.includes('  ');
}

const codeDigits = 4;

/** Returns the name of a character, which can be read where the character itself cannot: `U+FE0F`. */
function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(codeDigits, '0')}`;
}
