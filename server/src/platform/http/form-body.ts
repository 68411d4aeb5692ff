import { documentReader } from '#platform/documents/document-reader.ts';
import type { Documents } from '#platform/documents/documents.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { FormBody, PartContract } from './body-kinds.ts';
import { boundaryOf, type FormOptions, type FormPart, type FormResult, readForm } from './form-data.ts';
import type { read } from './form-reader.ts';
import { parseJsonBody } from './json-body.ts';
import type { MediaType } from './media-type.ts';

/** Splitting more than this would delay other requests. */
const inlineBytesMax = 500_000;
const reader = documentReader<typeof read>(new URL('./form-reader.ts', import.meta.url));

/** The body of a form as it arrived. */
export interface RawForm {
  readonly bytes: Buffer;
  readonly mediaType: MediaType;
  readonly caller: string;
}

/** Splits a form and parses its JSON parts. Throws `invalid` with the parts that differ from the contract. */
export async function parseForm(
  { parts: declared }: FormBody,
  { bytes, caller, mediaType }: RawForm,
  documents: Documents,
): Promise<Readonly<Record<string, unknown>>> {
  const boundary = boundaryOf(mediaType);
  if (boundary === undefined)
    throw invalid([], 'malformed', 'The boundary of the form is missing or not valid.');
  const options = { boundary, partsMax: Object.keys(declared).length };
  const form = await split(bytes, { options, caller, documents });
  if (form.kind === 'invalid') throw invalid([], 'malformed', form.reason);
  refuseUnknown(form.parts, declared);
  return Object.fromEntries(
    Object.entries(declared).map(([name, part]) => [name, valueOf(name, part, { bytes, parts: form.parts })]),
  );
}

async function split(
  bytes: Buffer,
  {
    caller,
    documents,
    options,
  }: { readonly options: FormOptions; readonly caller: string; readonly documents: Documents },
): Promise<FormResult> {
  if (bytes.length <= inlineBytesMax) return readForm(bytes, options);
  const outcome = await documents.read(reader, { bytes, caller, options });
  return outcome.kind === 'read'
    ? outcome.result
    : { kind: 'invalid', reason: 'The form takes too long to read.' };
}

function refuseUnknown(parts: readonly FormPart[], declared: FormBody['parts']): void {
  const known = new Set(Object.entries(declared).flatMap(([name, { aliases = [] }]) => [name, ...aliases]));
  const unknown = parts.find(({ name }) => !known.has(name));
  if (unknown !== undefined) throw invalid([unknown.name], 'unknown-field', 'Unknown part.');
}

function valueOf(
  name: string,
  { aliases = [], bytesMax, mediaType, presence, schema }: PartContract,
  form: { readonly bytes: Buffer; readonly parts: readonly FormPart[] },
): unknown {
  const [part, second] = form.parts.filter((one) => one.name === name || aliases.includes(one.name));
  if (second !== undefined) throw invalid([name], 'duplicate', 'The part occurs twice.');
  if (part === undefined) {
    if (presence === 'optional') return undefined;
    throw invalid([name], 'required', 'Part is required.');
  }
  if ((part.mediaType ?? mediaType) !== mediaType)
    throw invalid([name], 'mismatch', `The content type of the part must be ${mediaType}.`);
  if (part.end - part.start > bytesMax)
    throw invalid([name], 'too-long', `The part is larger than ${bytesMax} bytes.`);
  const bytes = form.bytes.subarray(part.start, part.end);
  if (schema === undefined) return { kind: 'document', mediaType, bytes };
  const parsed = parseJsonBody(bytes);
  if (parsed.kind === 'parsed') return parsed.value;
  const { code, message } = parsed.fieldError;
  throw invalid([name], code, message);
}

function invalid(path: readonly string[], code: FieldError['code'], message: string): Error {
  return standardProblems.invalid({ fieldErrors: [{ part: 'body', path, code, message }] });
}
