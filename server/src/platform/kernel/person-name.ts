/** Normalizes a name: composed letters, no surrounding spaces and single spaces between its parts. */
export function normalizeName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ');
}

/** Whether a text can be the name of a person; a punctuation mark alone cannot. */
// GAP: the typographic apostrophe is accepted beside the typewritten one, because many systems use it. ADR-0028
export function isPersonName(text: string): boolean {
  return /^[\p{L}\p{M} '’.,-]+$/u.test(text) && /\p{L}/u.test(text);
}

/** Whether a text can be the name of an organization, which may also have digits and some punctuation marks. */
export function isOrganizationName(text: string): boolean {
  return /^[\p{L}\p{M}\p{Nd} '’.,&+/()-]+$/u.test(text) && /[\p{L}\p{Nd}]/u.test(text);
}
