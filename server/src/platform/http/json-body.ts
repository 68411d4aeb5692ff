import type { FieldError } from '#platform/kernel/problem.ts';

export type ParsedBody =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly fieldError: FieldError };

/** Deeper nesting than this is refused; policy value `json-depth-max`. */
export const jsonDepthMax = 32;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a body as I-JSON (RFC 7493): UTF-8 without byte order mark, no duplicate member, bounded depth. `JSON.parse`
 * silently uses the last of two equal members, so a filter in front of us could read a different request than we do.
 */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text);
    // Both throw on invalid JSON; the caller learns only that.
  } catch {
    return refused('malformed', 'The body is not valid JSON in UTF-8.');
  }
  const error = scan(text);
  return error === undefined ? { kind: 'parsed', value } : refused(error.code, error.message);
}

function refused(code: FieldError['code'], message: string): ParsedBody {
  return { kind: 'refused', fieldError: { part: 'body', path: [], code, message } };
}

interface JsonError {
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

/** Scans text that is known to be valid JSON: only strings and brackets matter. */
function scan(text: string): JsonError | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      const error = stringError(text, at, end, open);
      if (error !== undefined) return error;
      at = end;
    } else if (!followNesting(open, code)) {
      return { code: 'malformed', message: `Nested deeper than ${jsonDepthMax}.` };
    }
  }
  return undefined;
}

/** Without an escape a text contains only valid UTF-8, so most values need no further check. */
function stringError(
  text: string,
  start: number,
  end: number,
  open: (Set<string> | undefined)[],
): JsonError | undefined {
  const content = text.slice(start + 1, end);
  const isEscaped = content.includes('\\');
  if (!isEscaped && !isMember(text, end)) return undefined;
  const read = isEscaped ? String(JSON.parse(`"${content}"`)) : content;
  return (
    (isEscaped ? textError(read) : undefined) ?? (isMember(text, end) ? addMember(open, read) : undefined)
  );
}

/** Tracks the open objects and arrays; false if the nesting is too deep. */
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

/** A quote belongs to the text if an odd number of backslashes precedes it. */
function isEscapedAt(text: string, at: number): boolean {
  let count = 0;
  while (text.charCodeAt(at - 1 - count) === backslash) count += 1;
  return count % 2 === 1;
}

/** A string is a member name if a colon follows it. */
function isMember(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === colon;
}

/** RFC 7493 2.1 allows no lone surrogate; U+0000 is legal JSON, but no text column can store it. */
function textError(text: string): JsonError | undefined {
  return text.isWellFormed() && !text.includes('\0')
    ? undefined
    : { code: 'malformed', message: 'A text contains a character that cannot be stored.' };
}

/** Two spellings of one name are one name: the unescaped text counts. */
function addMember(open: (Set<string> | undefined)[], name: string): JsonError | undefined {
  const members = open.at(-1);
  if (members === undefined) return undefined;
  if (name === '__proto__') return { code: 'unknown-field', message: 'This member name is never accepted.' };
  if (members.has(name)) return { code: 'malformed', message: 'A member name occurs twice in one object.' };
  members.add(name);
  return undefined;
}
