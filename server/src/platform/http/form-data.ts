import { isUtf8, type MediaType, parseMediaType } from './media-type.ts';

/** Where a part of a form is in the bytes of its body. */
export interface FormPart {
  readonly name: string;
  /** Undefined if the part has no `Content-Type`. */
  readonly mediaType: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** What `readForm` needs from the head of the request and from the contract. */
export interface FormOptions {
  readonly boundary: string;
  readonly partsMax: number;
}

/** Parts in the order of the body, or why it is not a form. */
export type FormResult =
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] }
  | { readonly kind: 'invalid'; readonly reason: string };

const headBytesMax = 1_000;
const headLinesMax = 8;
const lineEnd = '\r\n';

/** RFC 2046 5.1.1: one to seventy characters, the last not a space. */
const boundaryPattern = /^[0-9A-Za-z'\(\)+_,\-.\/:=? ]{0,69}[0-9A-Za-z'\(\)+_,\-.\/:=?]$/v;
const namePattern = /^[0-9A-Za-z_.\-]{1,64}$/v;
/** They mean that nothing is encoded (RFC 2045 6.2). */
const identityEncodings: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

class FormError extends Error {}

/** Returns the boundary of a form; undefined if there is none or RFC 2046 does not allow it. */
export function boundaryOf({ parameters }: MediaType): string | undefined {
  const boundary = parameters.get('boundary');
  return boundary !== undefined && boundaryPattern.test(boundary) ? boundary : undefined;
}

/**
 * Splits a body of `multipart/form-data` (RFC 7578). Refuses what parsers interpret differently: text before the first
 * or after the last delimiter, white space after a delimiter, a delimiter at once after a head, line ends other than
 * CRLF, folded header lines, names that occur twice, extended names, nested forms, encoded parts. Copies nothing.
 */
export function readForm(bytes: Uint8Array, options: FormOptions): FormResult {
  try {
    return {
      kind: 'form',
      parts: partsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options),
    };
  } catch (error) {
    if (error instanceof FormError) return { kind: 'invalid', reason: error.message };
    throw error;
  }
}

function partsIn(bytes: Buffer, { boundary, partsMax }: FormOptions): readonly FormPart[] {
  const delimiter = `${lineEnd}--${boundary}`;
  const parts: FormPart[] = [];
  if (!startsWith(bytes, 0, delimiter.slice(2) + lineEnd))
    throw new FormError('Does not begin with its boundary.');
  let at = delimiter.length;
  for (;;) {
    if (parts.length === partsMax) throw new FormError('Too many parts.');
    const part = partAt(bytes, at, delimiter);
    if (parts.some(({ name }) => name === part.name)) throw new FormError('A part occurs twice.');
    parts.push(part);
    at = part.end + delimiter.length;
    if (startsWith(bytes, at, '--')) break;
    if (!startsWith(bytes, at, lineEnd)) throw new FormError('A boundary does not end its line.');
    at += lineEnd.length;
  }
  const rest = bytes.toString('latin1', at + 2, at + 5);
  if (rest !== '' && rest !== lineEnd) throw new FormError('Continues after its last boundary.');
  return parts;
}

function startsWith(bytes: Buffer, at: number, text: string): boolean {
  return bytes.toString('latin1', at, at + text.length) === text;
}

function partAt(bytes: Buffer, at: number, delimiter: string): FormPart {
  const head = bytes.toString('latin1', at, at + headBytesMax);
  const headLength = head.indexOf(lineEnd + lineEnd);
  if (headLength === -1) throw new FormError('The head of a part does not end or is too long.');
  const start = at + headLength + 2 * lineEnd.length;
  // Its line end would be that of the head: some parsers read an empty part, others one that contains the next.
  if (startsWith(bytes, start, delimiter.slice(2)))
    throw new FormError('A part has no line for its content.');
  const end = bytes.indexOf(delimiter, start, 'latin1');
  if (end === -1) throw new FormError('A part does not end.');
  return { ...describedBy(head.slice(0, headLength)), start, end };
}

/** Header fields other than these have no meaning in a form (RFC 7578 4.8). */
function describedBy(head: string): Pick<FormPart, 'name' | 'mediaType'> {
  const fields = fieldsIn(head);
  const encoding = fields.get('content-transfer-encoding');
  if (encoding !== undefined && !identityEncodings.has(encoding.toLowerCase()))
    throw new FormError('A part is encoded.');
  return {
    name: nameIn(fields.get('content-disposition')),
    mediaType: mediaTypeIn(fields.get('content-type')),
  };
}

function fieldsIn(head: string): ReadonlyMap<string, string> {
  const lines = head.split(lineEnd);
  if (lines.length > headLinesMax) throw new FormError('A part has too many header fields.');
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([0-9A-Za-z\-]{1,64}):[ \t]*([\t\x20-\x7E]*)$/v.exec(line) ?? [];
    if (name === undefined || value === undefined || fields.has(name.toLowerCase()))
      throw new FormError('A header field of a part is not valid.');
    fields.set(name.toLowerCase(), value.trimEnd());
  }
  return fields;
}

/**
 * The syntax is that of a media type with its first half left out. RFC 7578 4.2 has no parameters with a star, whose
 * value some parsers prefer.
 */
function nameIn(disposition: string | undefined): string {
  const parsed = parseMediaType(disposition === undefined ? undefined : `x/${disposition}`);
  const name = parsed?.parameters.get('name');
  const isForm =
    parsed?.essence === 'x/form-data' && ![...parsed.parameters.keys()].some((key) => key.includes('*'));
  if (!isForm || name === undefined || !namePattern.test(name))
    throw new FormError('A part has no valid name.');
  return name;
}

function mediaTypeIn(contentType: string | undefined): string | undefined {
  if (contentType === undefined) return undefined;
  const parsed = parseMediaType(contentType);
  if (
    parsed === undefined ||
    !isUtf8(parsed) ||
    parsed.essence.startsWith('multipart/') ||
    parsed.essence.startsWith('message/')
  )
    throw new FormError('The content type of a part is not valid.');
  return parsed.essence;
}
