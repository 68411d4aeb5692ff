/** A JSON value. Objects are maps, so that no member name can reach a prototype; numbers stay text. */
export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject;
export type JsonObject = ReadonlyMap<string, JsonValue>;
export interface JsonNumber {
  readonly numberText: string;
}

export type JsonError = 'not-json' | 'duplicate-member' | 'too-deep';

export type ReadJson =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'error'; readonly error: JsonError };

/** A payment nests five levels deep; more than this is an attack on the stack. */
export const depthMax = 32;

// Every token includes the white space after it.
const textToken = /"[^"\\\p{Cc}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\p{Cc}]*)*"[ \t\n\r]*/uy;
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?[ \t\n\r]*/y;
const literalToken = /(?:true|false|null)[ \t\n\r]*/y;
const signToken = /[[\]{},:][ \t\n\r]*/y;
const spaceToken = /[ \t\n\r]*/y;

const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** State of the reader. An error ends the reading; the first one is returned. */
interface Reader {
  readonly text: string;
  at: number;
  error?: JsonError;
}

/**
 * Reads JSON according to RFC 8259 and refuses what two parsers could read differently: duplicate members, and control
 * characters of either block within a text. The parser of the runtime silently uses the last of two members.
 */
export function readJson(text: string): ReadJson {
  const reader: Reader = { text, at: 0 };
  readToken(reader, spaceToken);
  const value = readValue(reader, 0);
  if (reader.at < text.length) refuse(reader, 'not-json');
  return reader.error === undefined ? { kind: 'value', value } : { kind: 'error', error: reader.error };
}

function readValue(reader: Reader, depth: number): JsonValue {
  if (depth > depthMax) return refuse(reader, 'too-deep');
  switch (reader.text.charAt(reader.at)) {
    case '{':
      return readObject(reader, depth);
    case '[':
      return readList(reader, depth);
    case '"':
      return readString(reader);
    case 't':
    case 'f':
    case 'n':
      return literals.get(readToken(reader, literalToken).trimEnd()) ?? null;
    default:
      return { numberText: readToken(reader, numberToken).trimEnd() };
  }
}

function readObject(reader: Reader, depth: number): JsonObject {
  const members = new Map<string, JsonValue>();
  readToken(reader, signToken);
  if (takeSign(reader, '}')) return members;
  do {
    const name = readString(reader);
    if (members.has(name)) refuse(reader, 'duplicate-member');
    demandSign(reader, ':');
    members.set(name, readValue(reader, depth + 1));
  } while (takeSign(reader, ','));
  demandSign(reader, '}');
  return members;
}

function readList(reader: Reader, depth: number): readonly JsonValue[] {
  const items: JsonValue[] = [];
  readToken(reader, signToken);
  if (takeSign(reader, ']')) return items;
  do {
    items.push(readValue(reader, depth + 1));
  } while (takeSign(reader, ','));
  demandSign(reader, ']');
  return items;
}

function readString(reader: Reader): string {
  const token = readToken(reader, textToken);
  if (token === '') return '';
  const text: unknown = JSON.parse(token);
  return String(text);
}

/** Reads the next token of a kind. A missing token is an error, except white space, which may be empty. */
function readToken(reader: Reader, token: RegExp): string {
  token.lastIndex = reader.at;
  const [found] = token.exec(reader.text) ?? [undefined];
  if (found === undefined) {
    refuse(reader, 'not-json');
    return '';
  }
  reader.at += found.length;
  return found;
}

function takeSign(reader: Reader, sign: string): boolean {
  if (reader.error !== undefined || reader.text.charAt(reader.at) !== sign) return false;
  readToken(reader, signToken);
  return true;
}

function demandSign(reader: Reader, sign: string): void {
  if (!takeSign(reader, sign)) refuse(reader, 'not-json');
}

/** Moves to the end, so that nothing more is read. */
function refuse(reader: Reader, error: JsonError): null {
  reader.error ??= error;
  reader.at = reader.text.length;
  return null;
}
