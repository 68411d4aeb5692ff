import { hasLength } from '#platform/kernel/text-length.ts';

const webLength = { min: 8, max: 2_000 };
const handleLength = { min: 1, max: 100 };

/** Whether a text is the absolute address of a page on the web. */
// GAP: names and passwords inside an address are refused, because they serve to hide where it leads. ADR-0028
export function isWebAddress(text: string): boolean {
  if (!hasLength(text, webLength) || !/^https?:\/\/[^\s\p{C}\\]+$/iv.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

/** Whether a text can be the name of an account with a social network. */
export function isHandle(text: string): boolean {
  return hasLength(text, handleLength) && !/[\s\p{C}]/v.test(text) && normalizeHandle(text) !== '';
}

/** What two names of the same account have in common. */
export function normalizeHandle(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replace(/^@+/, '');
}
