/** A name as it is kept: composed letters, no spaces around it and one between its words. */
export function normalizeName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ');
}

/** Whether a text can be the name of a person; a sign alone is none. */
// GAP: the typographic apostrophe is taken beside the typewritten one, for that is how many systems write it. ADR-0028
export function isPersonName(text: string): boolean {
  return /^[\p{L}\p{M} '’.,-]+$/u.test(text) && /\p{L}/u.test(text);
}

/** Whether a text can be the name of an organization, which may also have digits in it and a few signs. */
export function isOrganizationName(text: string): boolean {
  return /^[\p{L}\p{M}\p{Nd} '’.,&+/()-]+$/u.test(text) && /[\p{L}\p{Nd}]/u.test(text);
}
