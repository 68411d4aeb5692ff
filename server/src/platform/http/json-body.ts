import type { FieldError } from '#platform/kernel/problem.ts';

export type ParsedBody =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly fault: FieldError };

/** Deeper nesting than this is refused; policy value `json-depth-max`. */
export const jsonDepthMax = 32;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a body as I-JSON (RFC 7493): UTF-8 without mark, no duplicate member, bounded depth. `JSON.parse` keeps the
 * last of two equal members silently, so a filter in front of us and we could read two different requests.
 */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text);
    // Both throw for what is not JSON; the caller learns just that.
  } catch {
    return refused('malformed', 'The body is not valid JSON in UTF-8.');
  }
  const trouble = scan(text);
  return trouble === undefined ? { kind: 'parsed', value } : refused(trouble.code, trouble.message);
}

function refused(code: FieldError['code'], message: string): ParsedBody {
  return { kind: 'refused', fault: { part: 'body', path: [], code, message } };
}

interface Trouble {
  readonly code: FieldError['code'];
  readonly message: string;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const colon = 0x3a;

/** Walks text that is known to be valid JSON: only strings and brackets matter. */
function scan(text: string): Trouble | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      const trouble = stringTrouble(text, at, end, open);
      if (trouble !== undefined) return trouble;
      at = end;
    } else if (!followNesting(open, code)) {
      return { code: 'malformed', message: `Nested deeper than ${jsonDepthMax}.` };
    }
  }
  return undefined;
}

/** Without an escape a text holds only what UTF-8 can say, so most values need no second look. */
function stringTrouble(
  text: string,
  start: number,
  end: number,
  open: (Set<string> | undefined)[],
): Trouble | undefined {
  const content = text.slice(start + 1, end);
  const isEscaped = content.includes('\\');
  if (!isEscaped && !isMember(text, end)) return undefined;
  const read = isEscaped ? String(JSON.parse(`"${content}"`)) : content;
  return (
    (isEscaped ? textTrouble(read) : undefined) ?? (isMember(text, end) ? addMember(open, read) : undefined)
  );
}

/** Keeps the list of what is open; false when it grows too long. */
function followNesting(open: (Set<string> | undefined)[], code: number): boolean {
  if (code === openBrace) open.push(new Set());
  else if (code === openBracket) open.push(undefined);
  else if (code === closeBrace || code === closeBracket) open.pop();
  return open.length <= jsonDepthMax;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscapedAt(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** A quote belongs to the text when an odd number of backslashes stands before it. */
function isEscapedAt(text: string, at: number): boolean {
  let count = 0;
  while (text.charCodeAt(at - 1 - count) === backslash) count += 1;
  return count % 2 === 1;
}

/** A string is a member name when a colon follows it. */
function isMember(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === colon;
}

/** RFC 7493 2.1 allows no half of a surrogate pair; U+0000 is legal JSON, but no text column can keep it. */
function textTrouble(text: string): Trouble | undefined {
  return text.isWellFormed() && !text.includes('\0')
    ? undefined
    : { code: 'malformed', message: 'A text holds a character that cannot be kept.' };
}

/** Two spellings of one name are one name: what counts is what the escapes mean. */
function addMember(open: (Set<string> | undefined)[], name: string): Trouble | undefined {
  const members = open.at(-1);
  if (members === undefined) return undefined;
  if (name === '__proto__') return { code: 'unknown-field', message: 'This member name is never accepted.' };
  if (members.has(name)) return { code: 'malformed', message: 'A member name occurs twice in one object.' };
  members.add(name);
  return undefined;
}
