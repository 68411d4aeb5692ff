const loginLengthMax = 254;
/** Blanks, controls, formats (they turn the direction of text), and what is no character at all. */
const unseenRun = /[\p{C}\p{Z}]+/gu;

/**
 * What a login is shown as. The provider wrote it, often as its user wished, and it stands on pages and in answers
 * of ours: so it is one line of what can be seen, and short.
 */
export function displayLogin(claims: Readonly<Record<string, unknown>>): string {
  const { email, email_verified: isVerified, preferred_username: username, sub } = claims;
  // Some say it in a text. An address that the provider itself does not believe would only mislead.
  const isDoubted = isVerified === false || isVerified === 'false';
  const shown = [isDoubted ? undefined : email, username, sub].map(oneLine);
  return shown.find((text) => text !== '') ?? '';
}

function oneLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  const seen = value
    .replaceAll(unseenRun, (run) => (/\s/u.test(run) ? ' ' : ''))
    .normalize('NFC')
    .trim();
  const cut = seen.slice(0, loginLengthMax);
  // The cut may have gone through the middle of a character.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}
