import type { FastifyRequest } from 'fastify';
import { callerId } from '#platform/auth/caller.ts';
import type { Documents } from '#platform/documents/documents.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import {
  type BodyContract,
  bodiesIn,
  isBodyOptional,
  isChoice,
  type JsonBody,
  type PatchBody,
  type SingleBody,
} from './body-kinds.ts';
import type { Contract } from './contract.ts';
import { parseForm, type RawForm } from './form-body.ts';
import { parseJsonBody } from './json-body.ts';
import { isUtf8, type MediaType, parseMediaType } from './media-type.ts';

/**
 * Parses the body by its `Content-Type`. Its bytes stay on the request, because signatures and keys cover bytes.
 * Documents stay bytes: the operation reads them through `platform/documents`.
 */
export async function parseBody(
  request: FastifyRequest,
  contract: Contract,
  documents: Documents,
): Promise<unknown> {
  const { body: declared } = contract.request;
  if (declared === undefined) return undefined;
  const bytes = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return absent(declared);
  requireNoCoding(request.headers['content-encoding']);
  const mediaType = mediaTypeOf(request.headers['content-type']);
  const body = bodiesIn(declared).find((one) => accepts(one, mediaType, contract));
  if (mediaType === undefined || body === undefined) throw standardProblems['unsupported-media-type']();
  const caller = callerId(request.state.caller) ?? 'anonymous';
  const value = await valueOf(body, { bytes, mediaType, caller }, documents);
  return body.kind === 'json' && isChoice(declared) ? { kind: 'json', value } : value;
}

async function valueOf(body: SingleBody, raw: RawForm, documents: Documents): Promise<unknown> {
  const { bytes, mediaType } = raw;
  switch (body.kind) {
    case 'json':
      return jsonIn(bytes);
    case 'patch':
      return patchIn(jsonIn(bytes));
    case 'document':
      return { kind: 'document', mediaType: mediaType.essence, bytes };
    case 'form':
      return { kind: 'form', parts: await parseForm(body, raw, documents) };
  }
}

/** A required JSON body that is absent is an error of its schema, as all other errors of JSON are. */
function absent(declared: BodyContract): undefined {
  const isJson =
    !isChoice(declared) && bodiesIn(declared).every(({ kind }) => kind === 'json' || kind === 'patch');
  if (isJson || isBodyOptional(declared)) return undefined;
  throw standardProblems.invalid({
    fieldErrors: [{ part: 'body', path: [], code: 'required', message: 'A body is required.' }],
  });
}

/** Its content decides, not its media type: SPEC 1.2. */
function patchIn(sent: unknown): unknown {
  return Array.isArray(sent) ? { kind: 'operations', operations: sent } : { kind: 'merge', patch: sent };
}

function jsonIn(bytes: Buffer): unknown {
  const parsed = parseJsonBody(bytes);
  if (parsed.kind === 'refused') throw standardProblems.invalid({ fieldErrors: [parsed.fieldError] });
  return parsed.value;
}

/** RFC 9110 8.4: a body that is encoded has other content than its bytes, and a filter in front of us may decode it. */
function requireNoCoding(coding = 'identity'): void {
  if (coding.toLowerCase() !== 'identity') throw standardProblems['unsupported-media-type']();
}

/** JSON has no parameters, so those that cannot be parsed are ignored; forms and documents need theirs. */
function mediaTypeOf(contentType: string | undefined): MediaType | undefined {
  const parsed = parseMediaType(contentType);
  if (parsed !== undefined || contentType === undefined) return parsed;
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return { essence, parameters: unreadable };
}

const unreadable: MediaType['parameters'] = new Map();

function accepts(body: SingleBody, mediaType: MediaType | undefined, contract: Contract): boolean {
  if (mediaType === undefined) return false;
  switch (body.kind) {
    case 'json':
    case 'patch':
      return acceptsJson(body, mediaType.essence, contract);
    case 'document':
      return (
        body.mediaTypes.includes(mediaType.essence) &&
        mediaType.parameters !== unreadable &&
        isUtf8(mediaType)
      );
    case 'form':
      return mediaType.essence === 'multipart/form-data';
  }
}

function acceptsJson(
  body: JsonBody | PatchBody,
  essence: string,
  { interface: { dialect } }: Contract,
): boolean {
  const mediaTypes = body.kind === 'json' ? body.mediaTypes : undefined;
  return (mediaTypes ?? dialect.consumes).some((accepted) =>
    accepted.startsWith('+')
      ? essence.startsWith('application/') && essence.endsWith(accepted)
      : essence === accepted,
  );
}
