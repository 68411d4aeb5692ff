const loginLengthMax = 254;
/** Whitespace, control and format characters (including bidirectional controls), and unassigned code points. */
const invisibleRun = /[\p{C}\p{Z}]+/gu;

/**
 * Returns the text that a login is displayed as. It comes from the provider, often chosen by its user, and appears on
 * pages and in responses: so it is one short line of visible characters.
 */
export function displayLogin(claims: Readonly<Record<string, unknown>>): string {
  const { email, email_verified: isVerified, preferred_username: username, sub } = claims;
  // Some providers send a string. An address that the provider has not verified would mislead.
  const isUnverified = isVerified === false || isVerified === 'false';
  const shown = [isUnverified ? undefined : email, username, sub].map(oneLine);
  return shown.find((text) => text !== '') ?? '';
}

function oneLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  const seen = value
    .replaceAll(invisibleRun, (run) => (/\s/u.test(run) ? ' ' : ''))
    .normalize('NFC')
    .trim();
  const cut = seen.slice(0, loginLengthMax);
  // The cut may have split a character.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}
