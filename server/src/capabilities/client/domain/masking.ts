const shownDigits = 3;

/** Masks an e-mail address: `j***@e***.com`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const ending = dot > 0 ? domain.slice(dot) : '';
  return `${firstOf(address)}***@${firstOf(domain)}***${ending}`;
}

/** Masks a phone number except its last three digits. */
export function maskPhone(number: string): string {
  return `***${number.slice(-shownDigits)}`;
}

function firstOf(text: string): string {
  return Array.from(text)[0] ?? '';
}
