import { hasLength } from '#platform/kernel/text-length.ts';

const webLength = { min: 8, max: 2_000 };
const handleLength = { min: 1, max: 100 };

/** Returns whether a text is an absolute web address. */
// GAP: user names and passwords inside an address are rejected, because they serve to hide where it leads. ADR-0028
export function isWebAddress(text: string): boolean {
  if (!hasLength(text, webLength) || !/^https?:\/\/[^\s\p{C}\\]+$/iv.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

/** Returns whether a text can be an account name at a social network. */
export function isHandle(text: string): boolean {
  return hasLength(text, handleLength) && !/[\s\p{C}]/v.test(text) && normalizeHandle(text) !== '';
}

/** Returns the form in which two spellings of one account name are equal. */
export function normalizeHandle(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replace(/^@+/, '');
}
