const [shownFirst, shownLast] = [6, 4];

/** Returns the number of a card with its middle digits masked; one that is masked already stays as it is. */
export function maskedPan(pan: string): string {
  const digits = pan.replaceAll(' ', '');
  const hidden = Math.max(digits.length - shownFirst - shownLast, 0);
  return `${digits.slice(0, shownFirst)}${'*'.repeat(hidden)}${digits.slice(shownFirst + hidden)}`;
}
